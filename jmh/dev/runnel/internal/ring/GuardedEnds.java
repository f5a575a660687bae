package dev.runnel.internal.ring;

import dev.runnel.kit.Spin;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.SpscArrayQueue;
import org.jspecify.annotations.Nullable;

/** The operations that a channel makes at the two ends of a ring, in the form of each contender. */
abstract sealed class GuardedEnds {
  /** Written by each side before it announces that it will wait, so that who wakes it sees it. */
  @Nullable Thread producer;

  @Nullable Thread consumer;

  final Wake ready = () -> LockSupport.unpark(consumer);
  final Wake room = () -> LockSupport.unpark(producer);

  /** Makes the contender of that name. */
  static GuardedEnds of(String contender, int capacity) {
    return switch (contender) {
      case "runnelIndexPhaser" -> new Shipped(capacity);
      case "unguarded" -> new Unguarded(capacity);
      case "classicPhaser" -> new Classic(capacity);
      case "jctools" -> new Bare(capacity);
      default -> throw new IllegalArgumentException(contender);
    };
  }

  /** Sends an element; returns 1, or 0 if there is no room. */
  abstract int send(Integer element);

  /** Sends up to {@code to - from} elements; returns how many. */
  abstract int send(Integer[] elements, int from, int to);

  /** Receives an element, or null if none is there. */
  abstract @Nullable Integer receive();

  /** Receives up to {@code into.length} elements; returns how many. */
  abstract int receive(Integer[] into);

  /** Waits until there is room, perhaps. */
  abstract void awaitRoom();

  /** Waits until there is an element, perhaps. */
  abstract void awaitElement();

  /** Checks, when the ring is empty, that the guard is there, where there is one. */
  abstract void checkGuard();

  /** The ring of the library. */
  private static final class Shipped extends GuardedEnds {
    private final SpscRing<Integer> ring;

    Shipped(int capacity) {
      ring = new SpscRing<>(capacity, ready, room);
    }

    @Override
    int send(Integer element) {
      return ring.offer(element);
    }

    @Override
    int send(Integer[] elements, int from, int to) {
      return ring.offer(elements, from, to);
    }

    @Override
    @Nullable Integer receive() {
      Integer element = ring.poll();
      ring.free();
      return element;
    }

    @Override
    int receive(Integer[] into) {
      int n = ring.available(into.length);
      for (int i = 0; i < n; i++) {
        into[i] = ring.poll();
      }
      ring.free();
      return n;
    }

    @Override
    void awaitRoom() {
      if (ring.producerLeaves()) {
        while (ring.producerWaits()) {
          LockSupport.park();
        }
      }
    }

    @Override
    void awaitElement() {
      if (ring.consumerLeaves()) {
        while (ring.consumerWaits()) {
          LockSupport.park();
        }
      }
    }

    @Override
    void checkGuard() {
      ring.offer(1);
      ring.close();
      check(ring.offer(2) == SpscRing.REFUSED && ring.poll() != null && ring.drained());
    }
  }

  /** The same ring without CLOSED. */
  private static sealed class Unguarded extends GuardedEnds {
    final UnguardedRing<Integer> ring;

    Unguarded(int capacity) {
      ring = ring(capacity);
    }

    UnguardedRing<Integer> ring(int capacity) {
      return new UnguardedRing<>(capacity, ready, room);
    }

    @Override
    int send(Integer element) {
      return ring.offer(element);
    }

    @Override
    int send(Integer[] elements, int from, int to) {
      return ring.offer(elements, from, to);
    }

    @Override
    @Nullable Integer receive() {
      Integer element = ring.poll();
      ring.free();
      return element;
    }

    @Override
    int receive(Integer[] into) {
      int n = ring.available(into.length);
      for (int i = 0; i < n; i++) {
        into[i] = ring.poll();
      }
      ring.free();
      return n;
    }

    @Override
    void awaitRoom() {
      if (ring.producerLeaves()) {
        while (ring.producerWaits()) {
          LockSupport.park();
        }
      }
    }

    @Override
    void awaitElement() {
      if (ring.consumerLeaves()) {
        while (ring.consumerWaits()) {
          LockSupport.park();
        }
      }
    }

    @Override
    void checkGuard() {}
  }

  /** The unguarded ring within phasers. */
  private static final class Classic extends Unguarded {
    private final ClassicRing<Integer> classic;

    Classic(int capacity) {
      super(capacity);
      classic = (ClassicRing<Integer>) ring;
    }

    @Override
    UnguardedRing<Integer> ring(int capacity) {
      return new ClassicRing<>(capacity, ready, room);
    }

    @Override
    @Nullable Integer receive() {
      return classic.take();
    }

    @Override
    int receive(Integer[] into) {
      return classic.take(into);
    }

    @Override
    void checkGuard() {
      classic.offer(1);
      classic.cancel();
      check(classic.offer(2) == ClassicRing.REFUSED && classic.take() == null
          && classic.poll() != null);
    }
  }

  /** A queue without a guard that never waits, which shows how much is left. */
  private static final class Bare extends GuardedEnds {
    private final SpscArrayQueue<Integer> queue;
    private final Spin producing = new Spin();
    private final Spin consuming = new Spin();

    Bare(int capacity) {
      queue = new SpscArrayQueue<>(capacity);
    }

    @Override
    int send(Integer element) {
      return queue.offer(element) ? 1 : 0;
    }

    @Override
    int send(Integer[] elements, int from, int to) {
      int at = from;
      while (at < to && queue.offer(elements[at])) {
        at++;
      }
      return at - from;
    }

    @Override
    @Nullable Integer receive() {
      return queue.poll();
    }

    @Override
    int receive(Integer[] into) {
      int n = 0;
      while (n < into.length) {
        Integer element = queue.poll();
        if (element == null) {
          break;
        }
        into[n++] = element;
      }
      return n;
    }

    @Override
    void awaitRoom() {
      producing.once();
    }

    @Override
    void awaitElement() {
      consuming.once();
    }

    @Override
    void checkGuard() {}
  }

  static void check(boolean fact) {
    if (!fact) {
      throw new AssertionError("the guard is not there");
    }
  }
}
