package dev.runnel.internal.ring;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The shipped ring, and weakened twins of it, as the stress tests see both. */
final class Rings {
  private static final long PARKED = 1;
  private static final long CLOSED = 2;
  private static final long ONE = 4;

  private Rings() {}

  /** What the stress tests do to the shipped ring and to its twins alike. */
  interface Ring {
    int offer(Object... elements);

    /** Takes an element and frees its place. */
    Object poll();

    int available();

    boolean consumerLeaves();

    boolean consumerStays();

    boolean consumerWaits();

    boolean producerLeaves();

    boolean producerStays();

    boolean producerWaits();

    boolean close();

    /** How often the consumer was woken. */
    int ready();

    /** How often the producer was woken. */
    int room();

    /** Whether a slot holds an element still. */
    boolean retains();
  }

  /** The shipped ring. */
  static final class Shipped implements Ring {
    private final AtomicInteger ready = new AtomicInteger();
    private final AtomicInteger room = new AtomicInteger();
    private final SpscRing<Object> ring;

    Shipped(int slots, int capacity) {
      ring = new SpscRing<>(slots, capacity, ready::incrementAndGet, room::incrementAndGet);
    }

    @Override
    public int offer(Object... elements) {
      return elements.length == 1
          ? ring.offer(elements[0])
          : ring.offer(elements, 0, elements.length);
    }

    @Override
    public Object poll() {
      Object element = ring.poll();
      ring.free();
      return element;
    }

    @Override
    public int available() {
      return ring.available(Integer.MAX_VALUE);
    }

    @Override
    public boolean consumerLeaves() {
      return ring.consumerLeaves();
    }

    @Override
    public boolean consumerStays() {
      return ring.consumerStays();
    }

    @Override
    public boolean consumerWaits() {
      return ring.consumerWaits();
    }

    @Override
    public boolean producerLeaves() {
      return ring.producerLeaves();
    }

    @Override
    public boolean producerStays() {
      return ring.producerStays();
    }

    @Override
    public boolean producerWaits() {
      return ring.producerWaits();
    }

    @Override
    public boolean close() {
      return ring.close();
    }

    @Override
    public int ready() {
      return ready.get();
    }

    @Override
    public int room() {
      return room.get();
    }

    @Override
    public boolean retains() {
      for (Object slot : ring.filling.items) {
        if (slot != null) {
          return true;
        }
      }
      return false;
    }
  }

  /** The word of one direction, nothing left out. */
  static class Word {
    final AtomicLong value = new AtomicLong();
    final AtomicInteger wakes = new AtomicInteger();

    long index() {
      return value.get() & -ONE;
    }

    /** Moves the index; returns false, and moves nothing, if the word is closed. */
    boolean move(long from, long to) {
      return exchange(from, to);
    }

    final boolean exchange(long from, long to) {
      for (long seen = from;;) {
        long now = value.compareAndExchange(seen, to);
        if (now == seen) {
          wakeIf(seen);
          return true;
        }
        if ((now & CLOSED) != 0) {
          return false;
        }
        seen = now;
      }
    }

    final void wakeIf(long seen) {
      if ((seen & PARKED) != 0) {
        wakes.incrementAndGet();
      }
    }

    boolean announce(long at) {
      return value.compareAndSet(at, at | PARKED);
    }

    boolean retract(long at) {
      return value.compareAndSet(at | PARKED, at);
    }

    boolean waits() {
      return (value.get() & PARKED) != 0;
    }

    void close() {
      wakeIf(value.getAndUpdate(seen -> seen & -ONE | CLOSED));
    }
  }

  /** Moves by an addition: it moves even when it finds itself closed. */
  static final class MovesBlindly extends Word {
    @Override
    boolean move(long from, long to) {
      long seen = value.getAndAdd(to - from);
      return (seen & CLOSED) == 0;
    }
  }

  /** Announces by OR, and does not look at what it has found there. */
  static final class AnnouncesBlindly extends Word {
    @Override
    boolean announce(long at) {
      value.getAndUpdate(seen -> seen | PARKED);
      return true;
    }
  }

  /** The flag is a variable of its own, read after a plain store of the index. */
  static final class FlagBeside extends Word {
    private final AtomicInteger flag = new AtomicInteger();

    @Override
    boolean move(long from, long to) {
      value.setRelease(to);
      if (flag.getAcquire() != 0) {
        flag.setRelease(0);
        wakes.incrementAndGet();
      }
      return true;
    }

    @Override
    boolean announce(long at) {
      flag.setRelease(1);
      if (value.getAcquire() == at) {
        return true;
      }
      flag.setRelease(0);
      return false;
    }

    @Override
    boolean waits() {
      return flag.get() != 0;
    }
  }

  /** Whoever meets PARKED wakes, and leaves it set for others to meet. */
  static final class Sticky extends Word {
    @Override
    boolean move(long from, long to) {
      wakeIf(value.getAndAdd(to - from));
      return true;
    }

    @Override
    void close() {
      wakeIf(value.getAndUpdate(seen -> seen | CLOSED));
    }
  }

  /** Looks whether its announcement stands, and then takes it back, in two steps. */
  static final class RetractsAfterLook extends Word {
    @Override
    boolean retract(long at) {
      if (!waits()) {
        return false;
      }
      value.getAndUpdate(seen -> seen & ~PARKED);
      return true;
    }
  }

  /** Looks for a sleeper, and then closes, in two steps. */
  static final class ClosesAfterLook extends Word {
    @Override
    void close() {
      wakeIf(value.get());
      value.getAndUpdate(seen -> seen | CLOSED);
    }
  }

  /** The algorithm of {@link SpscRing} in few lines, so that one step can be left out. */
  static class Twin implements Ring {
    final Object[] slots;
    final Word tails;
    final Word heads;
    long tail;
    long head;

    Twin(int capacity, Word tails, Word heads) {
      slots = new Object[capacity];
      this.tails = tails;
      this.heads = heads;
    }

    final int at(long index) {
      return (int) (index / ONE % slots.length);
    }

    private long full() {
      return tail - slots.length * ONE;
    }

    @Override
    public int offer(Object... elements) {
      if (heads.index() <= full()) {
        return SpscRing.FULL;
      }
      long next = tail;
      for (Object element : elements) {
        slots[at(next)] = element;
        next += ONE;
      }
      if (!tails.move(tail, next)) {
        refuse(next);
        return SpscRing.REFUSED;
      }
      tail = next;
      return elements.length;
    }

    void refuse(long next) {
      for (long i = tail; i < next; i += ONE) {
        slots[at(i)] = null;
      }
    }

    @Override
    public Object poll() {
      if (tails.index() == head) {
        return null;
      }
      Object element = slots[at(head)];
      slots[at(head)] = null;
      head += ONE;
      heads.move(head - ONE, head);
      return element;
    }

    @Override
    public int available() {
      return (int) ((tails.index() - head) / ONE);
    }

    @Override
    public boolean consumerLeaves() {
      return tails.announce(head);
    }

    @Override
    public boolean consumerStays() {
      return tails.retract(head);
    }

    @Override
    public boolean consumerWaits() {
      return tails.waits();
    }

    @Override
    public boolean producerLeaves() {
      return heads.announce(full());
    }

    @Override
    public boolean producerStays() {
      return heads.retract(full());
    }

    @Override
    public boolean producerWaits() {
      return heads.waits();
    }

    @Override
    public boolean close() {
      tails.close();
      heads.close();
      return true;
    }

    @Override
    public int ready() {
      return tails.wakes.get();
    }

    @Override
    public int room() {
      return heads.wakes.get();
    }

    @Override
    public boolean retains() {
      for (Object slot : slots) {
        if (slot != null) {
          return true;
        }
      }
      return false;
    }
  }

  /** Publishes the index before it stores the element. */
  static final class IndexFirst extends Twin {
    IndexFirst() {
      super(2, new Word(), new Word());
    }

    @Override
    public int offer(Object... elements) {
      tails.move(tail, tail + ONE);
      slots[at(tail)] = elements[0];
      tail += ONE;
      return 1;
    }
  }

  /** Frees the place before it has emptied it. */
  static final class FreesFirst extends Twin {
    FreesFirst() {
      super(1, new Word(), new Word());
    }

    @Override
    public Object poll() {
      if (tails.index() == head) {
        return null;
      }
      Object element = slots[at(head)];
      heads.move(head, head + ONE);
      slots[at(head)] = null;
      head += ONE;
      return element;
    }
  }

  /** Leaves what is refused in its slots. */
  static final class KeepsRefused extends Twin {
    KeepsRefused() {
      super(4, new Word(), new Word());
    }

    @Override
    void refuse(long next) {}
  }

  /** Publishes a bulk one by one. */
  static final class OneByOne extends Twin {
    OneByOne() {
      super(4, new Word(), new Word());
    }

    @Override
    public int offer(Object... elements) {
      for (Object element : elements) {
        if (super.offer(element) != 1) {
          return SpscRing.REFUSED;
        }
      }
      return elements.length;
    }
  }

  /** Has two arrays, and tells from which index on the second holds, after that index. */
  static final class LinksLate extends Twin {
    private final Object[] wider = new Object[8];
    private volatile long limit = Long.MAX_VALUE;

    LinksLate() {
      super(1, new Word(), new Word());
    }

    private Object[] array(long index) {
      return index < limit ? slots : wider;
    }

    private int place(Object[] array, long index) {
      return (int) (index / ONE % array.length);
    }

    @Override
    public int offer(Object... elements) {
      boolean grow = tail == ONE;
      Object[] array = tail < ONE ? slots : wider;
      array[place(array, tail)] = elements[0];
      tails.move(tail, tail + ONE);
      if (grow) {
        limit = tail;
      }
      tail += ONE;
      return 1;
    }

    @Override
    public Object poll() {
      if (tails.index() == head) {
        return null;
      }
      Object[] array = array(head);
      int place = place(array, head);
      Object element = array[place];
      array[place] = null;
      head += ONE;
      return element == null ? "nothing" : element;
    }
  }
}
