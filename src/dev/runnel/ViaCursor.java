package dev.runnel;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** Keeps the rules of cursors around one that a user wrote, which need not keep them itself. */
final class ViaCursor<T, R> extends OperatorCursor<T, R> {
  private final Stage<? super T, R> stage;
  private @Nullable Cursor<R> made;

  ViaCursor(Cursor<T> upstream, Stage<? super T, R> stage) {
    super(upstream);
    this.stage = stage;
  }

  @Override
  @Nullable R pull() throws Exception {
    return made().next();
  }

  @Override
  boolean push(Step<? super R> step) throws Exception {
    return made().forEachWhile(step);
  }

  @SuppressWarnings("unchecked") // a cursor of T gives elements of T's supertypes too
  private Cursor<R> made() throws Exception {
    if (made == null) {
      made =
          requireNonNull(
              ((Stage<T, R>) stage).apply(upstream), "stage must not give a null cursor");
    }
    return made;
  }

  @Override
  void finish() throws Exception {
    if (made != null) {
      made.close();
    }
  }
}
