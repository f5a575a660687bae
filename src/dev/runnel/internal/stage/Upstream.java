package dev.runnel.internal.stage;

import java.util.Arrays;
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
   * Gives some elements at once; for a source that runs no code of the user's.
   *
   * @param into is filled, unless the end comes before
   * @return whether the source has ended
   * @throws InterruptedException if the thread is interrupted; what is in the batch was pulled
   * @throws Exception as {@link #next}
   */
  default boolean fill(Batch into) throws Exception {
    for (T element = next(); element != null; element = next()) {
      if (!into.add(element)) {
        return false;
      }
    }
    return true;
  }

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
   * @param pure whether it runs no code of the user's: nobody can tell that some elements are
   *     pulled before the first of them is handed on
   */
  record Source<T>(
      Opening<T> opening, boolean forks, Segment.@Nullable Discards discards, boolean pure) {

    /** The same source, for a stage that forks in the segment of its feeder. */
    Source<T> forking() {
      return new Source<>(opening, true, discards, pure);
    }
  }

  /** Elements on their way from a source to its stage. */
  final class Batch {
    private static final int MOST = 64;

    final @Nullable Object[] items = new @Nullable Object[MOST];
    private int size;
    private int limit;

    /** Empties it, to be filled with at most so many. */
    void clear(long most) {
      Arrays.fill(items, 0, size, null);
      size = 0;
      limit = (int) Math.min(MOST, most);
    }

    int size() {
      return size;
    }

    /**
     * Adds an element, of which at least one more is wanted.
     *
     * @param element what was pulled
     * @return whether another one is wanted
     */
    public boolean add(Object element) {
      items[size] = element;
      size++;
      return size < limit;
    }
  }
}
