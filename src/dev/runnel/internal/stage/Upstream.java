package dev.runnel.internal.stage;

import org.jspecify.annotations.Nullable;

/** What a feeder pulls from, on its own thread: an open segment above the stage. */
public interface Upstream<T> {

  /**
   * Gives the next element.
   *
   * @return the element, or null at the end
   * @throws Exception what upstream failed with
   */
  @Nullable T next() throws Exception;

  /**
   * Closes the segment, once.
   *
   * @throws Exception what a finaliser threw
   */
  void close() throws Exception;

  /**
   * How a feeder opens the segment it drives.
   *
   * @param <T> the type of the elements
   */
  @FunctionalInterface
  interface Opening<T> {

    /**
     * Opens the segment on the current thread.
     *
     * @param segment the part of the run that the feeder drives
     * @return what to pull from and to close
     * @throws Exception if a boundary above cannot start its thread
     */
    Upstream<T> open(Segment segment) throws Exception;
  }

  /**
   * A source of a stage.
   *
   * @param <T> the type of the elements
   * @param opening how the feeder opens it
   * @param forks whether it holds boundaries, so that its feeder needs a task scope for them
   * @param discards what gets the elements that were pulled from it and that no function is run on,
   *     or null
   */
  record Source<T>(Opening<T> opening, boolean forks, Segment.@Nullable Discards discards) {}
}
