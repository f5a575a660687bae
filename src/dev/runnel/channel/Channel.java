package dev.runnel.channel;

import static java.util.Objects.requireNonNull;

import java.util.function.Consumer;

/**
 * A hand-off between threads, with a stated bound: both its {@link Sender} and its {@link
 * Receiver}. Code that only sends or only receives is best given the end it needs.
 *
 * <p>Where a factory is given a discard hook, the hook gets each element that was accepted and will
 * never be received: what is queued when the channel is cancelled, and what a policy drops. It runs
 * on the thread whose call discards, under no lock; what it throws goes to that thread's
 * uncaught-exception handler, and the other elements are still given to it.
 *
 * @param <T> the type of the elements
 */
public sealed interface Channel<T> extends Sender<T>, Receiver<T>
    permits LockedChannel, SpscChannel {

  /**
   * Creates a channel for one sending and one receiving thread: the fastest. Each end belongs to
   * the first thread that uses it, until {@linkplain Sender#release released} or closed; another
   * gets an {@link IllegalStateException} before anything is touched.
   *
   * <p><b>Order</b> first in, first out. <b>Cost</b> two atomic operations for an element, or for a
   * batch of them; its slots are allocated at once.
   *
   * @param <T> the type of the elements
   * @param capacity how many elements can wait to be received, at least 1
   * @return an open channel
   * @throws IllegalArgumentException if {@code capacity < 1}
   */
  static <T> Channel<T> spsc(int capacity) {
    return new SpscChannel<>(atLeastOne(capacity), null);
  }

  /**
   * As {@link #spsc(int)}, with a hook for what is discarded.
   *
   * @param <T> the type of the elements
   * @param capacity how many elements can wait to be received, at least 1
   * @param onDiscard gets each element that was accepted and will never be received
   * @return an open channel
   * @throws IllegalArgumentException if {@code capacity < 1}
   */
  static <T> Channel<T> spsc(int capacity, Consumer<? super T> onDiscard) {
    return new SpscChannel<>(atLeastOne(capacity), requireNonNull(onDiscard, "onDiscard"));
  }

  /**
   * Creates a channel for any number of senders, each with a way of its own, and one receiving
   * thread: no sender waits for another. See {@link FanIn}.
   *
   * <p><b>Order</b> kept for each sender; those that have something have their turn, after at most
   * 32 elements of another. <b>Cost</b> as {@link #spsc(int)}, and a ring for each sender, which
   * grows by need.
   *
   * @param <T> the type of the elements
   * @param capacity how many elements of each sender can wait to be received, at least 1
   * @return an open channel without senders
   * @throws IllegalArgumentException if {@code capacity < 1}
   */
  static <T> FanIn<T> manyToOne(int capacity) {
    return new FanInChannel<>(atLeastOne(capacity), null);
  }

  /**
   * As {@link #manyToOne(int)}, with a hook for what is discarded.
   *
   * @param <T> the type of the elements
   * @param capacity how many elements of each sender can wait to be received, at least 1
   * @param onDiscard gets each element that was accepted and will never be received
   * @return an open channel without senders
   * @throws IllegalArgumentException if {@code capacity < 1}
   */
  static <T> FanIn<T> manyToOne(int capacity, Consumer<? super T> onDiscard) {
    return new FanInChannel<>(atLeastOne(capacity), requireNonNull(onDiscard, "onDiscard"));
  }

  /**
   * Creates a channel for any number of senders and receivers. A sender waits while it is full.
   *
   * <p><b>Order</b> first in, first out; who waits is served in the order of arrival.
   *
   * <p><b>Cost</b> a lock for each call; the buffer grows by need.
   *
   * @param <T> the type of the elements
   * @param capacity how many elements can wait to be received, at least 1
   * @return an open channel
   * @throws IllegalArgumentException if {@code capacity < 1}
   */
  static <T> Channel<T> bounded(int capacity) {
    return new ManyToManyChannel<>(atLeastOne(capacity), null);
  }

  /**
   * As {@link #bounded(int)}, with a hook for what is discarded.
   *
   * @param <T> the type of the elements
   * @param capacity how many elements can wait to be received, at least 1
   * @param onDiscard gets each element that was accepted and will never be received
   * @return an open channel
   * @throws IllegalArgumentException if {@code capacity < 1}
   */
  static <T> Channel<T> bounded(int capacity, Consumer<? super T> onDiscard) {
    return new ManyToManyChannel<>(atLeastOne(capacity), requireNonNull(onDiscard, "onDiscard"));
  }

  /**
   * Creates a channel for any number of senders and receivers, and says what becomes of an element
   * that is sent while it is full. Unless the policy is {@link Overflow#WAIT}, no sender waits.
   *
   * <p><b>Order</b> first in, first out of what is not dropped.
   *
   * <p><b>Cost</b> a lock for each call; the buffer grows by need.
   *
   * @param <T> the type of the elements
   * @param capacity how many elements can wait to be received, at least 1
   * @param overflow what is dropped from a full channel, or whether it fails
   * @return an open channel
   * @throws IllegalArgumentException if {@code capacity < 1}
   */
  static <T> Channel<T> bounded(int capacity, Overflow overflow) {
    return new OverflowChannel<>(atLeastOne(capacity), requireNonNull(overflow, "overflow"), null);
  }

  /**
   * As {@link #bounded(int, Overflow)}, with a hook for what is discarded.
   *
   * @param <T> the type of the elements
   * @param capacity how many elements can wait to be received, at least 1
   * @param overflow what is dropped from a full channel, or whether it fails
   * @param onDiscard gets each element that was accepted and will never be received
   * @return an open channel
   * @throws IllegalArgumentException if {@code capacity < 1}
   */
  static <T> Channel<T> bounded(
      int capacity, Overflow overflow, Consumer<? super T> onDiscard) {
    return new OverflowChannel<>(
        atLeastOne(capacity),
        requireNonNull(overflow, "overflow"),
        requireNonNull(onDiscard, "onDiscard"));
  }

  /**
   * Creates a channel in which nothing waits but threads: a sender waits until a receiver takes its
   * element. Its capacity is 0. Nothing is ever queued in it, so there is nothing to discard.
   *
   * <p><b>Order</b> who waits is served in the order of arrival. <b>Cost</b> a lock for each call.
   *
   * @param <T> the type of the elements
   * @return an open channel
   */
  static <T> Channel<T> rendezvous() {
    return new RendezvousChannel<>();
  }

  /**
   * Creates a channel in which no sender waits: it takes whatever memory its backlog needs, and
   * gives it back.
   *
   * <p><b>Order</b> first in, first out. <b>Cost</b> a lock for each call, an object for each
   * element that waits.
   *
   * @param <T> the type of the elements
   * @return an open channel
   */
  static <T> Channel<T> unbounded() {
    return new UnboundedChannel<>(null);
  }

  /**
   * As {@link #unbounded()}, with a hook for what is discarded.
   *
   * @param <T> the type of the elements
   * @param onDiscard gets each element that was accepted and will never be received
   * @return an open channel
   */
  static <T> Channel<T> unbounded(Consumer<? super T> onDiscard) {
    return new UnboundedChannel<>(requireNonNull(onDiscard, "onDiscard"));
  }

  private static int atLeastOne(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be > 0, was " + capacity);
    }
    return capacity;
  }
}
