package dev.runnel;

import dev.runnel.internal.stage.Segment;

/**
 * How a pipeline is opened for one run: makes fresh cursors, and starts the feeders of the
 * boundaries among them. No user code runs here but the capture of a context: sources and
 * finalisers wait for the first pull.
 */
@FunctionalInterface
interface Opener<T> {
  Cursor<T> open(Segment segment) throws Exception;

  /**
   * Whether the cursors hold no user code and end by themselves, by construction: then nobody can
   * tell whether several of them run at once or in turn.
   */
  default boolean pure() {
    return false;
  }

  /** An opener of pure cursors. */
  @FunctionalInterface
  interface Pure<T> extends Opener<T> {
    @Override
    default boolean pure() {
      return true;
    }

    /** The same opener, pure if {@code pure}. */
    static <T> Opener<T> when(boolean pure, Opener<T> opener) {
      return pure ? (Pure<T>) opener::open : opener;
    }
  }
}
