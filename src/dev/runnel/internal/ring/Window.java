package dev.runnel.internal.ring;

import dev.runnel.internal.ring.RingFields.Slots;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Elements that come in any order, each with an index, and go to one consumer by index, without a
 * gap. It grows by need. Elements are never null, and none is retained after it was taken. Never
 * waits.
 *
 * @param <E> the type of the elements
 */
public final class Window<E> extends RingFields.Trailer {
  /*
   * Idea        A slot for each index, which its producer fills and the consumer empties when its
   *             turn has come. One thread, the opener, makes room for an index before anybody can
   *             put its element: when the index would fall on one that is not taken, it links a
   *             wider array, which holds all from that index on.
   *             The consumer announces the index that it waits for, so that only the producer of
   *             that one wakes it.
   * Invariants  I1  an index is opened, then put, then taken, each once; opened and taken in order.
   *             I2  oldest.from <= every index that is not taken.
   * Ordering    P1  put: ITEM.setVolatile -> poll: ITEM.getAcquire    the element
   *             P2  poll: HEAD.setRelease -> open: HEAD.getAcquire    the slots below it are null
   *             P3  announce: WANTED.setVolatile, then ITEM.getVolatile; put: ITEM.setVolatile,
   *                 then WANTED.getVolatile. Sequentially consistent: one sees the other.
   *             P4  open: NEXT.setVolatile -> put, poll: NEXT.getAcquire, and announce as in P3:
   *                 what was put in the next array is not looked for in the one before
   *             P5  poll: OLDEST.setRelease -> put: OLDEST.getAcquire   an array that holds its
   *                 index, or one before, by I2
   *             What passes an index on from the opener to its producer orders open before put.
   * Progress    wait-free.
   * Checked by  WindowStress (P1, P3), WindowTest
   */
  private static final VarHandle WANTED =
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
  private static final VarHandle NEXT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "next", VarHandle.class, Slots.class, Slots.class);
  private static final VarHandle ITEM =
      ConstantBootstraps.arrayVarHandle(
          MethodHandles.lookup(), "item", VarHandle.class, Object[].class);

  private static final int SLOTS = 16;
  private static final int WIDEST = 1 << 30;

  /** What is announced while the consumer waits for nothing. */
  private static final long NOTHING = -1;

  private final Wake wake;

  /**
   * Creates an empty window.
   *
   * @param wake called when an announcement of the consumer is taken back by another thread
   */
  public Window(Wake wake) {
    super(new Slots(SLOTS, 0));
    this.wake = wake;
    tailWord = NOTHING;
  }

  /**
   * Makes room for an index; the opener only, in ascending order, before its element can be put.
   *
   * @param index the place in the consumer's order
   */
  public void open(long index) {
    Slots slots = filling;
    if (index - Math.max(headSeen, slots.from) >= slots.length) {
      headSeen = (long) HEAD.getAcquire(this); // P2
      if (index - Math.max(headSeen, slots.from) >= slots.length) {
        Slots wider = new Slots((int) Math.min(WIDEST, 2 * slots.length), 0, index);
        NEXT.setVolatile(slots, wider); // P4
        filling = wider;
      }
    }
  }

  /**
   * Puts the element of an index; any thread, once for each index that was opened.
   *
   * @param index the place in the consumer's order
   * @param element what to put
   */
  public void put(long index, E element) {
    Slots slots = holding((Slots) OLDEST.getAcquire(this), index); // P5
    ITEM.setVolatile(slots.items, (int) index & slots.mask, element); // P1, P3
    if ((long) WANTED.getVolatile(this) == index // P3: read after the element was put
        && WANTED.compareAndSet(this, index, NOTHING)) { // the consumer may take it back itself
      wake.wake();
    }
  }

  /**
   * Takes the element whose turn it is; consumer only.
   *
   * @return the element, or null if it is not there
   */
  @SuppressWarnings("unchecked") // only elements are stored
  public @Nullable E poll() {
    long h = head;
    Slots slots = turnTo(h);
    int at = (int) h & slots.mask;
    E element = (E) ITEM.getAcquire(slots.items, at); // P1
    if (element != null) {
      slots.items[at] = null; // plain: seen by P2 only
      head = h + 1;
      HEAD.setRelease(this, h + 1); // P2
    }
    return element;
  }

  /**
   * Announces that the consumer will wait for the element whose turn it is; consumer only, after a
   * poll found none. It must wait while {@link #consumerWaits}, or {@link #consumerStays}.
   *
   * @return whether it may wait; false if the element is there
   */
  public boolean consumerLeaves() {
    long h = head;
    WANTED.setVolatile(this, h); // P3
    Slots slots = turnTo(h);
    if (ITEM.getVolatile(slots.items, (int) h & slots.mask) == null) { // P3
      return true;
    }
    consumerStays();
    return false;
  }

  /** Takes the consumer's announcement back; consumer only. */
  public void consumerStays() {
    WANTED.setVolatile(this, NOTHING); // P3: whoever read it before may call wake all the same
  }

  /** Tells whether the consumer's announcement stands; any thread. */
  public boolean consumerWaits() {
    return (long) WANTED.getVolatile(this) != NOTHING; // P3: ends a wait only
  }

  /**
   * Takes all that was put, whether its turn has come or not; consumer only, when nobody puts.
   *
   * @param taker gets each element
   */
  @SuppressWarnings("unchecked") // only elements are stored
  public void clear(Consumer<? super E> taker) {
    for (Slots slots = draining; slots != null; slots = slots.next) {
      for (int i = 0; i < slots.items.length; i++) {
        E element = (E) slots.items[i];
        if (element != null) {
          slots.items[i] = null;
          taker.accept(element);
        }
      }
    }
  }

  /** The array whose turn it is. */
  private Slots turnTo(long h) {
    Slots slots = draining;
    Slots holding = holding(slots, h);
    if (holding != slots) {
      OLDEST.setRelease(this, holding); // P5
    }
    return holding;
  }

  private static Slots holding(Slots from, long index) {
    Slots slots = from;
    for (Slots next = next(slots); next != null && index >= next.from; next = next(slots)) {
      slots = next;
    }
    return slots;
  }

  private static @Nullable Slots next(Slots slots) {
    return (Slots) NEXT.getVolatile(slots); // P4; in announce after WANTED
  }
}
