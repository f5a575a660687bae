package dev.runnel.internal.ring;

import dev.runnel.internal.ring.RingFields.Slots;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Elements of one producer that many threads claim, each the next in order. It is never full: it
 * grows by need. Elements are never null, and none is retained after it was claimed. Never waits.
 *
 * @param <E> the type of the elements
 */
public final class ClaimRing<E> extends RingFields.Trailer {
  /*
   * Idea        The producer stores an element and moves the tail; whoever moves the head past an
   *             index has claimed its slot, and empties it. The slot under the tail may still be
   *             full, because the ring is small, or because a claimer that was cut off by its
   *             scheduler has not emptied it: the producer then links a wider array and goes on
   *             there.
   *             A claimer reads where the oldest array is before it reads the head, so that the
   *             array of its index is that one or one after it.
   * Invariants  I1  head <= tail. An index is claimed once, in order.
   *             I2  a slot is filled by the producer only while it is null, and emptied only by who
   *                 claimed the index it was filled for.
   *             I3  oldest.from <= head at all times; arrays change only from an index on that was
   *                 not yet offered.
   * Ordering    P1  offer: TAIL.setVolatile -> claim: TAIL.getVolatile    the slot, next
   *             P2  claim: ITEM.setRelease null -> offer: ITEM.getAcquire   its element was read
   *             P3  grow: OLDEST.setRelease -> claim: OLDEST.getAcquire, then HEAD: no head below
   *                 its first index is found after it
   *             P4  offer: tail, then the caller reads who is idle; an idle thread tells, then
   *                 reads the tail by waiting(): sequentially consistent, one sees the other.
   * Progress    offer: wait-free; claim: lock-free.
   * Source      Chase and Lev 2005 for the two indexes; here all claimers are thieves.
   * Checked by  ClaimRingStress (P1, P2), ClaimRingTest, ClaimModelTest (P4)
   */
  private static final VarHandle TAIL =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "tailWord", VarHandle.class, RingFields.Producer.class,
          long.class);
  private static final VarHandle HEAD =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "headWord", VarHandle.class, RingFields.Consumer.class,
          long.class);
  private static final VarHandle OLDEST =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "draining", VarHandle.class, RingFields.Consumer.class,
          Slots.class);
  private static final VarHandle ITEM =
      ConstantBootstraps.arrayVarHandle(
          MethodHandles.lookup(), "item", VarHandle.class, Object[].class);

  private static final int SLOTS = 16;

  /** An array as wide as this is not followed by a wider one. */
  private final int widest;

  /** What a claim tells of itself; belongs to one claimer. */
  public static class Claim {
    private long index;
    private boolean more;

    /** Creates one that has claimed nothing yet. */
    public Claim() {}

    /** Returns the place of the claimed element in the order of the offers, from 0 on. */
    public final long index() {
      return index;
    }

    /** Tells whether another element waited behind the claimed one. */
    public final boolean more() {
      return more;
    }
  }

  /**
   * Creates an empty ring.
   *
   * @param bound how many elements wait in it at most, when nobody is slow to empty a slot
   */
  public ClaimRing(long bound) {
    super(new Slots(SLOTS, 0));
    int atLeast = Math.clamp(bound, SLOTS, 1 << 30);
    widest = 1 << -Integer.numberOfLeadingZeros(atLeast - 1);
  }

  /**
   * Adds an element; producer only. Whoever looks for idle threads afterwards misses none that will
   * not find it.
   *
   * @param element what to add
   */
  public void offer(E element) {
    long t = tail;
    Slots slots = filling;
    int at = (int) t & slots.mask;
    if (ITEM.getAcquire(slots.items, at) != null) { // P2: null: its element has been read
      slots = grow(t);
      at = (int) t & slots.mask;
    }
    slots.items[at] = element; // plain: seen by P1 only
    tail = t + 1;
    TAIL.setVolatile(this, t + 1); // P1, P4
  }

  /**
   * Claims the next element; any thread.
   *
   * @param mine told the element's index
   * @return the element, or null if none waits
   */
  @SuppressWarnings("unchecked") // only the producer's elements are stored
  public @Nullable E claim(Claim mine) {
    Slots slots = (Slots) OLDEST.getAcquire(this); // P3: before the head is read
    long h = (long) HEAD.getVolatile(this);
    long t;
    for (;;) {
      t = (long) TAIL.getVolatile(this); // P1, P4: after the head, so that it is not below it
      if (h >= t) {
        return null;
      }
      long seen = (long) HEAD.compareAndExchange(this, h, h + 1); // I1
      if (seen == h) {
        break;
      }
      h = seen;
    }
    // Plain reads: the array of a claimed index is known by P1, and of a later one only the first
    // index is read, which is final.
    for (Slots next = slots.next; next != null && h >= next.from; next = slots.next) {
      slots = next;
    }
    int at = (int) h & slots.mask;
    E element = (E) slots.items[at];
    ITEM.setRelease(slots.items, at, null); // P2: the read above stays above
    mine.index = h;
    mine.more = t - h > 1;
    return element;
  }

  /** Counts the elements that nobody has claimed, at about this moment; exact to the producer. */
  public long unclaimed() {
    long h = (long) HEAD.getVolatile(this); // before the tail, so it is never negative
    return (long) TAIL.getVolatile(this) - h; // P4
  }

  private Slots grow(long t) {
    Slots last = filling;
    int length = Math.min(widest, 2 * last.items.length);
    Slots wider = new Slots(length, 0, t);
    last.next = wider; // plain: seen by P1, with the tail above t
    filling = wider;
    long h = (long) HEAD.getVolatile(this);
    Slots oldest = draining;
    for (Slots next = oldest.next; next != null && h >= next.from; next = oldest.next) {
      oldest = next;
    }
    OLDEST.setRelease(this, oldest); // P3: after the head was seen beyond the arrays before it
    return wider;
  }
}
