package dev.runnel;

import dev.runnel.internal.stage.Failures;
/** A cursor over one upstream cursor, which it closes after itself. */
abstract class OperatorCursor<T, R> extends BaseCursor<R> {
  final Cursor<T> upstream;

  OperatorCursor(Cursor<T> upstream) {
    this.upstream = upstream;
  }

  /** Runs what this operator has to run at its close, before upstream is closed. */
  void finish() throws Exception {}

  @Override
  final void release() throws Exception {
    Failures.both(this::finish, upstream::close);
  }
}
