package dev.runnel.internal.ring;

import dev.runnel.internal.ring.RingFields.Slots;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A buffer for one producer thread and one consumer thread, whose ends are guarded against being
 * closed by any thread in the middle of an operation. Never waits: a side that wants to announces
 * it, and whoever takes the announcement back calls that side's {@link Wake}.
 *
 * <p>What was accepted before the close is the consumer's; after it nothing is accepted. Elements
 * are never null, and none is retained after it was taken.
 *
 * @param <E> the type of the elements
 */
public final class SpscRing<E> extends RingFields.Trailer {
  /*
   * Idea        One word per direction: index, PARKED, CLOSED, changed by atomic read-modify-write
   *             only. The producer stores its slots, then one compareAndExchange of its word from
   *             its own copy of the index publishes them, guards the end and looks for a sleeper.
   *             It fails only if a flag came in: PARKED is cleared by the same exchange, and who
   *             cleared it wakes; CLOSED means that nothing was published: the slots are taken
   *             back.
   *             The index under CLOSED is final and splits the slots between the two sides.
   * Invariants  I1  0 <= tail - head <= capacity, the words' indexes never ahead of the own copies.
   *             I2  only the consumer nulls a slot below tail; only the producer one above it.
   *             I3  PARKED in a word is set only while its index is the other side's own copy
   *                 (nothing to take, or no room) and CLOSED is not; it is cleared exactly once.
   *             I4  CLOSED is never cleared, and the index of the tail word stands under it.
   * Ordering    P1  publish: TAIL.compareAndExchange -> fill: TAIL.getAcquire    the slots below
   *             P2  free: HEAD.compareAndExchange -> findRoom: HEAD.getAcquire    nulled slots
   *             P3  announce: compareAndSet -> publish, free, close: compareAndExchange   PARKED.
   *                 One variable, so there is no gap between "is anyone asleep" and "publish".
   *             P4  grow: next, limit before TAIL.compareAndExchange -> as P1
   * Progress    offer, poll: lock-free, and wait-free but for the other side's own announcing.
   * Source      Lamport 1983 for the two indexes; the flags in them are this library's.
   * Checked by  SpscRingStress (P1, P2, P4), SpscRingWaitStress (P3), SpscRingTest,
   *             SpscRingModelTest (I1 to I4)
   */
  private static final VarHandle TAIL =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "tailWord", VarHandle.class, RingFields.Producer.class,
          long.class);
  private static final VarHandle HEAD =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "headWord", VarHandle.class, RingFields.Consumer.class,
          long.class);

  private static final long PARKED = 1;
  private static final long CLOSED = 2;
  private static final int SHIFT = 2;
  private static final long ONE = 1L << SHIFT;

  /** What {@link #offer} returns when nothing was taken for want of room. */
  public static final int FULL = 0;

  /** What {@link #offer} returns when nothing was taken because the ring is closed. */
  public static final int REFUSED = -1;

  private static final int MAX_SLOTS = 1 << 30;

  private final Wake ready;
  private final Wake room;

  /** As a distance of indexes. */
  private final long capacity;

  /**
   * Creates a ring that has room for its whole capacity from the start.
   *
   * @param capacity how many elements it holds at most, at least 1
   * @param ready called when an announcement of the consumer is taken back by another thread
   * @param room called when an announcement of the producer is taken back by another thread
   */
  public SpscRing(int capacity, Wake ready, Wake room) {
    this(capacity, capacity, ready, room);
  }

  /**
   * Creates a ring that begins small and grows by need, by linking: what it holds stays in place.
   *
   * @param slots for how many elements there is room at the start
   * @param capacity how many elements it holds at most, at least {@code slots}
   * @param ready called when an announcement of the consumer is taken back by another thread
   * @param room called when an announcement of the producer is taken back by another thread
   */
  public SpscRing(int slots, int capacity, Wake ready, Wake room) {
    super(new Slots(powerOfTwo(slots), SHIFT));
    this.capacity = (long) capacity << SHIFT;
    this.ready = ready;
    this.room = room;
    space = Math.min(this.capacity, filling.length);
  }

  private static int powerOfTwo(int atLeast) {
    return atLeast <= 1 ? 1 : 1 << -Integer.numberOfLeadingZeros(Math.min(atLeast, MAX_SLOTS) - 1);
  }

  private static int at(Slots slots, long index) {
    return (int) (index >>> SHIFT) & slots.mask;
  }

  // The producer's side.

  /**
   * Adds an element; producer only.
   *
   * @param element what to add
   * @return 1, or {@link #FULL}, or {@link #REFUSED}
   */
  public int offer(E element) {
    long t = tail;
    if (t - headSeen >= space && !findRoom(t)) {
      return closed() ? REFUSED : FULL;
    }
    Slots slots = filling;
    int at = at(slots, t);
    slots.items[at] = element; // plain: seen by P1 only
    long next = t + ONE;
    long seen = (long) TAIL.compareAndExchange(this, t, next); // P1, P3
    if (seen != t && !publishFlagged(seen, next)) {
      slots.items[at] = null;
      return REFUSED;
    }
    tail = next;
    return 1;
  }

  /**
   * Adds as many of some elements as there is room for, in one publish; producer only. A ring that
   * has to grow may add fewer, but at least one, and the rest if it is offered again.
   *
   * @param elements where they are; none of those is null
   * @param from the first
   * @param to after the last; more than {@code from}
   * @return how many were added, or {@link #FULL}, or {@link #REFUSED}
   */
  public int offer(@Nullable Object[] elements, int from, int to) {
    long t = tail;
    if (t - headSeen + ((long) (to - from) << SHIFT) > space) {
      if (!findRoom(t)) {
        return closed() ? REFUSED : FULL;
      }
    }
    Slots slots = filling;
    int n = (int) Math.min(to - from, (space - (t - headSeen)) >>> SHIFT);
    long next = t;
    for (int i = from; i < from + n; i++, next += ONE) {
      slots.items[at(slots, next)] = elements[i];
    }
    long seen = (long) TAIL.compareAndExchange(this, t, next); // P1, P3
    if (seen != t && !publishFlagged(seen, next)) {
      for (long i = t; i < next; i += ONE) {
        slots.items[at(slots, i)] = null;
      }
      return REFUSED;
    }
    tail = next;
    return n;
  }

  /**
   * Announces that the producer will wait for room; producer only, after an offer found the ring
   * full. It must wait while {@link #producerWaits}, or {@link #producerStays}.
   *
   * @return whether it may wait; false if there is room, or the ring is closed
   */
  public boolean producerLeaves() {
    long full = tail - capacity;
    return HEAD.compareAndSet(this, full, full | PARKED); // P3: fails on a moved index, on CLOSED
  }

  /**
   * Takes the producer's announcement back; producer only.
   *
   * @return false if another thread took it, whose {@link Wake} has been or will be called
   */
  public boolean producerStays() {
    long full = tail - capacity;
    return HEAD.compareAndSet(this, full | PARKED, full); // P3
  }

  /** Tells whether the producer's announcement stands; any thread. */
  public boolean producerWaits() {
    return ((long) HEAD.getVolatile(this) & PARKED) != 0; // P3: sees who took it; ends a wait only
  }

  /** An exchange has met flags in the tail word: takes PARKED back and wakes; false on CLOSED. */
  private boolean publishFlagged(long witness, long next) {
    long seen = witness;
    while ((seen & CLOSED) == 0) {
      long now = (long) TAIL.compareAndExchange(this, seen, next); // P1, P3
      if (now == seen) {
        if ((seen & PARKED) != 0) {
          ready.wake();
        }
        return true;
      }
      seen = now; // the consumer stays after all, or a close came in: both at most once a wait
    }
    return false;
  }

  /** Looks for room for one more element, or makes it. */
  private boolean findRoom(long t) {
    headSeen = (long) HEAD.getAcquire(this) & -ONE; // P2: the slots below it are null
    if (t - headSeen < space) {
      return true;
    }
    if (space == capacity) {
      return false;
    }
    Slots wider =
        new Slots(powerOfTwo((int) Math.min(filling.items.length * 2L, MAX_SLOTS)), SHIFT);
    filling.next = wider;
    filling.limit = t; // P4: published with the next index, and not read before
    filling = wider;
    space = Math.min(capacity, wider.length);
    return true;
  }

  // The consumer's side.

  /**
   * Takes the next element; consumer only. Its place is free for the producer after the next
   * {@link #free}.
   *
   * @return the element, or null if none is there
   */
  @SuppressWarnings("unchecked") // only the producer's elements are stored
  public @Nullable E poll() {
    long h = head;
    if (h == tailSeen && !look(h)) {
      return null;
    }
    Slots slots = draining;
    if (h == slots.limit) {
      slots = follow(slots);
    }
    int at = at(slots, h);
    E element = (E) slots.items[at];
    slots.items[at] = null; // plain: seen by P2 only
    head = h + ONE;
    return element;
  }

  /**
   * Tells how many elements can be polled, up to as many as are wanted; looks at the producer's
   * word if fewer are known to be there. Consumer only.
   *
   * @param wanted at most how many to tell of
   * @return how many are there, or {@code wanted} if there are more
   */
  public int available(int wanted) {
    long h = head;
    if ((tailSeen - h) >>> SHIFT < wanted) {
      look(h);
    }
    return (int) Math.min((tailSeen - h) >>> SHIFT, wanted);
  }

  /**
   * Takes the next elements, as many as are known to be there; looks at the producer's word if
   * that is none. Consumer only. Their places are free for the producer after the next
   * {@link #free}.
   *
   * @param into where to put them
   * @param from where to put the first
   * @param to where to put none any more; more than {@code from}
   * @return how many were taken, 0 if none is there
   */
  public int poll(@Nullable Object[] into, int from, int to) {
    long h = head;
    if (h == tailSeen && !look(h)) {
      return 0;
    }
    Slots slots = draining;
    if (h == slots.limit) {
      slots = follow(slots);
    }
    int n = (int) Math.min(to - from, (Math.min(tailSeen, slots.limit) - h) >>> SHIFT);
    for (int i = from; i < from + n; i++, h += ONE) {
      int at = at(slots, h);
      into[i] = slots.items[at];
      slots.items[at] = null; // plain: seen by P2 only
    }
    head = h;
    return n;
  }

  /** Counts all that was polled so far; consumer only. */
  public long polled() {
    return head >>> SHIFT;
  }

  /** Frees the places of all that was polled; consumer only, and before it waits or runs others. */
  public void free() {
    long h = head;
    long freed = this.freed;
    if (h != freed) {
      this.freed = h;
      long seen = (long) HEAD.compareAndExchange(this, freed, h); // P2, P3
      if (seen != freed) {
        freeFlagged(seen, h);
      }
    }
  }

  /**
   * Announces that the consumer will wait for an element; consumer only, after a poll found none.
   * It must wait while {@link #consumerWaits}, or {@link #consumerStays}.
   *
   * @return whether it may wait; false if there is an element, or the ring is closed
   */
  public boolean consumerLeaves() {
    return TAIL.compareAndSet(this, head, head | PARKED); // P3: fails on a moved index, on CLOSED
  }

  /**
   * Takes the consumer's announcement back; consumer only.
   *
   * @return false if another thread took it, whose {@link Wake} has been or will be called
   */
  public boolean consumerStays() {
    return TAIL.compareAndSet(this, head | PARKED, head); // P3
  }

  /** Tells whether the consumer's announcement stands; any thread. */
  public boolean consumerWaits() {
    return ((long) TAIL.getVolatile(this) & PARKED) != 0; // P3: sees who took it; ends a wait only
  }

  /** Tells whether the ring is closed and all that it accepted was polled; consumer only. */
  public boolean drained() {
    return (long) TAIL.getAcquire(this) == (head | CLOSED); // P1: under CLOSED the index is final
  }

  private boolean look(long h) {
    tailSeen = (long) TAIL.getAcquire(this) & -ONE; // P1: sees the slots below it
    return tailSeen != h;
  }

  private Slots follow(Slots slots) {
    Slots next = slots.next;
    if (next == null) {
      throw new AssertionError("a ring has a limit and nothing after it");
    }
    draining = next;
    return next;
  }

  private void freeFlagged(long witness, long h) {
    long seen = witness;
    for (;;) {
      long now = (long) HEAD.compareAndExchange(this, seen, h | (seen & CLOSED)); // P2, P3
      if (now == seen) {
        if ((seen & PARKED) != 0) {
          room.wake();
        }
        return;
      }
      seen = now; // the producer stays after all, or a close came in: both at most once a wait
    }
  }

  // Any thread.

  /**
   * Closes the ring: what was accepted can be polled, and nothing more is accepted. Wakes both
   * sides.
   *
   * @return whether this call has closed it
   */
  public boolean close() {
    long tailWas = (long) TAIL.getVolatile(this);
    for (;;) {
      if ((tailWas & CLOSED) != 0) {
        return false;
      }
      long now = (long) TAIL.compareAndExchange(this, tailWas, (tailWas & -ONE) | CLOSED); // P3
      if (now == tailWas) {
        break;
      }
      tailWas = now;
    }
    if ((tailWas & PARKED) != 0) {
      ready.wake();
    }
    long headWas = (long) HEAD.getVolatile(this);
    for (;;) {
      long now = (long) HEAD.compareAndExchange(this, headWas, (headWas & -ONE) | CLOSED); // P3
      if (now == headWas) {
        break;
      }
      headWas = now;
    }
    if ((headWas & PARKED) != 0) {
      room.wake();
    }
    return true;
  }

  /** Tells whether the ring is closed. */
  public boolean closed() {
    return ((long) TAIL.getAcquire(this) & CLOSED) != 0; // a flag that is never cleared
  }

  /** Counts the elements that are not freed yet, at about this moment. */
  public int size() {
    long h = (long) HEAD.getAcquire(this) >>> SHIFT; // before the tail, so it is never negative
    long t = (long) TAIL.getAcquire(this) >>> SHIFT;
    return (int) Math.min(t - h, capacity >>> SHIFT);
  }

  /** Returns how many elements the ring holds at most. */
  public int capacity() {
    return (int) (capacity >>> SHIFT);
  }
}
