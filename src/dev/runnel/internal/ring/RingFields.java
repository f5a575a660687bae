package dev.runnel.internal.ring;

/** The fields of a ring in an order that keeps its two sides on cache lines of their own. */
final class RingFields {
  private RingFields() {}

  /** Keeps what lies before a ring off its producer's cache line. */
  @SuppressWarnings("unused")
  abstract static class Header {
    private long p0;
    private long p1;
    private long p2;
    private long p3;
    private long p4;
    private long p5;
    private long p6;
  }

  /** What the producer of a ring writes. */
  abstract static class Producer extends Header {
    /** Shared: the producer's index, PARKED (the consumer waits), CLOSED. */
    volatile long tailWord;

    /** Producer only: its own copy of the index. */
    long tail;

    /** Producer only: the consumer's index as it was seen last. */
    long headSeen;
  }

  /** Keeps the two sides of a ring on cache lines of their own. */
  @SuppressWarnings("unused")
  abstract static class Gap extends Producer {
    private long p0;
    private long p1;
    private long p2;
    private long p3;
    private long p4;
    private long p5;
    private long p6;
  }

  /** What the consumer of a ring writes. */
  abstract static class Consumer extends Gap {
    /** Shared: the consumer's index, PARKED (the producer waits), CLOSED. */
    volatile long headWord;

    /** Consumer only: its own copy of the index, ahead of the word until that is published. */
    long head;

    /** Consumer only: the index in the word. */
    long freed;

    /** Consumer only: the producer's index as it was seen last. */
    long tailSeen;
  }
}
