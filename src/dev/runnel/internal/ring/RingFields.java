package dev.runnel.internal.ring;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a ring in an order that keeps each side on cache lines that the other never
 * touches but for the word. In front of, between and behind the two sides lies a gap of 120 bytes,
 * since processors fetch lines of 64 bytes in pairs.
 */
final class RingFields {
  private RingFields() {}

  /** An array of slots, and what follows it when the ring has grown. */
  static final class Slots {
    final @Nullable Object[] items;
    final int mask;

    /** As a distance of indexes. */
    final long length;

    /** The first index that this array may hold. */
    final long from;

    /** The index from which on the next array holds the elements. Published with that index. */
    long limit = Long.MAX_VALUE;

    @Nullable Slots next;

    Slots(int length, int shift) {
      this(length, shift, 0);
    }

    Slots(int length, int shift, long from) {
      this.from = from;
      items = new @Nullable Object[length];
      mask = length - 1;
      this.length = (long) length << shift;
    }
  }

  /** Keeps what lies before a ring off its producer's cache line. */
  @SuppressWarnings("unused")
  abstract static class Header {
    /** Fills up the object's header, or a field of a side would be moved in here. */
    private int p;

    private long p0;
    private long p1;
    private long p2;
    private long p3;
    private long p4;
    private long p5;
    private long p6;
    private long p7;
    private long p8;
    private long p9;
    private long p10;
    private long p11;
    private long p12;
    private long p13;
    private long p14;
  }

  /** What the producer of a ring touches at every offer; the consumer reads the word only. */
  abstract static class Producer extends Header {
    /** Shared: the producer's index, PARKED (the consumer waits), CLOSED. */
    volatile long tailWord;

    /** Producer only: its own copy of the index. */
    long tail;

    /** Producer only: the consumer's index as it was seen last. */
    long headSeen;

    /** Producer only: how far the own index may be ahead before the ring is full or grows. */
    long space;

    /** Producer only: where it writes. */
    Slots filling;

    Producer(Slots slots) {
      filling = slots;
    }
  }

  /** Keeps the two sides of a ring on cache lines of their own. */
  @SuppressWarnings("unused")
  abstract static class Gap extends Producer {
    /** Fills up the producer's fields, or a field of the consumer would be moved in there. */
    private int p;

    private long p0;
    private long p1;
    private long p2;
    private long p3;
    private long p4;
    private long p5;
    private long p6;
    private long p7;
    private long p8;
    private long p9;
    private long p10;
    private long p11;
    private long p12;
    private long p13;
    private long p14;

    Gap(Slots slots) {
      super(slots);
    }
  }

  /** What the consumer of a ring touches at every poll; the producer reads the word only. */
  abstract static class Consumer extends Gap {
    /** Shared: the consumer's index, PARKED (the producer waits), CLOSED. */
    volatile long headWord;

    /** Consumer only: its own copy of the index, ahead of the word until that is published. */
    long head;

    /** Consumer only: the index in the word. */
    long freed;

    /** Consumer only: the producer's index as it was seen last. */
    long tailSeen;

    /** Consumer only: where it reads. */
    Slots draining;

    Consumer(Slots slots) {
      super(slots);
      draining = slots;
    }
  }

  /** Keeps what lies behind a ring, and its constants, off its consumer's cache line. */
  @SuppressWarnings("unused")
  abstract static class Trailer extends Consumer {
    /** Fills up the consumer's fields, or a constant would be moved in there. */
    private int p;

    private long p0;
    private long p1;
    private long p2;
    private long p3;
    private long p4;
    private long p5;
    private long p6;
    private long p7;
    private long p8;
    private long p9;
    private long p10;
    private long p11;
    private long p12;
    private long p13;
    private long p14;

    Trailer(Slots slots) {
      super(slots);
    }
  }
}
