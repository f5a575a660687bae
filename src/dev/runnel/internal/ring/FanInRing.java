package dev.runnel.internal.ring;

import org.jspecify.annotations.Nullable;

/**
 * Many rings to one consumer: each producer has a lane of its own, and idle lanes cost nothing.
 * Never waits.
 *
 * @param <E> the type of the elements
 */
public final class FanInRing<E> {
  /*
   * Idea        The consumer announces on each lane that it found empty; the producer that takes
   *             this back enters the lane in the ready list, where alone the consumer sleeps.
   * Invariants  I1  a lane is idle (announced), or in the ready list, or the current one.
   *             I2  after BATCH elements of a lane every other ready lane has its turn.
   * Checked by  FanInRingTest
   */

  /** So many that moving on costs little, and so few that nobody waits long. */
  static final int BATCH = 32;

  private final ReadyList<Lane<E>> ready;

  /**
   * Consumer only: the lane whose turn it is, and at which count of its elements the turn ends; not
   * changed per element.
   */
  private @Nullable Lane<E> current;

  private long turnEnd;

  /**
   * The way of one producer.
   *
   * @param <E> the type of the elements
   */
  public static class Lane<E> extends ReadyList.Node<Lane<E>> {
    private final SpscRing<E> ring;

    /**
     * Opens a lane into a fan-in; any thread.
     *
     * @param into where it leads to
     * @param slots for how many elements there is room at the start
     * @param capacity how many elements it holds at most
     * @param room called when an announcement of its producer is taken back
     */
    @SuppressWarnings("this-escape") // the ring is reached by others only after a first element
    public Lane(FanInRing<E> into, int slots, int capacity, Wake room) {
      ring = new SpscRing<>(slots, capacity, () -> into.ready.push(this), room);
      ring.consumerLeaves(); // so that the first publish, or the close, enters the lane
    }

    /**
     * Returns where the producer adds its elements.
     *
     * @return the ring
     */
    public final SpscRing<E> ring() {
      return ring;
    }

    /** Called by the consumer when the lane was closed and all that it accepted was taken. */
    protected void drained() {}
  }

  /**
   * Creates a fan-in without lanes.
   *
   * @param wake called when an announcement of the consumer is taken back by another thread
   */
  public FanInRing(Wake wake) {
    ready = new ReadyList<>(wake);
  }

  /**
   * Takes the next element; consumer only. Its place is free after the next
   * {@link #free}, or when the turn of its lane ends.
   *
   * @return the element, or null if none is there
   */
  public @Nullable E poll() {
    for (Lane<E> lane = lane(); lane != null; lane = lane()) {
      E element = lane.ring.poll();
      if (element != null) {
        return element;
      }
      leave(lane);
    }
    return null;
  }

  /**
   * Takes the next elements of the lane whose turn it is; consumer only.
   *
   * @param into where to put them
   * @param from where to put the first
   * @param to where to put none any more; more than {@code from}
   * @return how many were taken; none only if no lane has any
   */
  public int poll(@Nullable Object[] into, int from, int to) {
    for (Lane<E> lane = lane(); lane != null; lane = lane()) {
      int taken = lane.ring.poll(into, from, Math.min(to, from + left(lane)));
      if (taken > 0) {
        return taken;
      }
      leave(lane);
    }
    return 0;
  }

  /**
   * Tells how many elements can be polled in the turn of the lane whose turn it is, up to as many
   * as are wanted; consumer only.
   *
   * @param wanted at most how many to tell of, at least 1
   * @return how many are there in its turn, or {@code wanted}; none only if no lane has any
   */
  public int available(int wanted) {
    for (Lane<E> lane = lane(); lane != null; lane = lane()) {
      int available = lane.ring.available(Math.min(wanted, left(lane)));
      if (available > 0) {
        return available;
      }
      leave(lane);
    }
    return 0;
  }

  /** Frees the places of what was polled in this turn; consumer only. */
  public void free() {
    Lane<E> lane = current;
    if (lane != null) {
      lane.ring.free();
    }
  }

  /**
   * Returns the lane of the element that was polled last; consumer only.
   *
   * @return the lane, or null if none was polled
   */
  public @Nullable Lane<E> polled() {
    return current;
  }

  /**
   * Announces that the consumer will wait; consumer only, after a poll found none.
   *
   * @return whether it may wait; false if a lane has become ready
   */
  public boolean consumerLeaves() {
    return ready.consumerLeaves();
  }

  /**
   * Takes the consumer's announcement back; consumer only.
   *
   * @return false if another thread took it
   */
  public boolean consumerStays() {
    return ready.consumerStays();
  }

  /**
   * Tells whether the consumer's announcement stands; any thread.
   *
   * @return whether it does
   */
  public boolean consumerWaits() {
    return ready.consumerWaits();
  }

  /** A lane has nothing: it is idle, or done with, unless something has come in. */
  private void leave(Lane<E> lane) {
    lane.ring.free();
    if (lane.ring.consumerLeaves()) {
      current = null;
    } else if (lane.ring.drained()) {
      current = null;
      lane.drained();
    }
  }

  /** The lane whose turn it is, or null if none is ready. */
  private @Nullable Lane<E> lane() {
    Lane<E> lane = current;
    if (lane != null && left(lane) == 0) {
      lane.ring.free();
      ready.requeue(lane);
      lane = null;
    }
    if (lane == null) {
      lane = ready.poll();
      current = lane;
      turnEnd = lane == null ? 0 : lane.ring.polled() + BATCH;
    }
    return lane;
  }

  /** How many more elements the lane may give in its turn. */
  private int left(Lane<E> lane) {
    return (int) (turnEnd - lane.ring.polled());
  }
}
