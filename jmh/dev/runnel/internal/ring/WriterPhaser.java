package dev.runnel.internal.ring;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The classic guard of one end that one thread at a time uses: it enters by an atomic increment and
 * leaves by a release store; who closes the end flips the phase and waits until the thread that is
 * inside has left.
 */
@SuppressWarnings("unused")
final class WriterPhaser extends RingFields.Header {
  /*
   * Idea        Entries are counted in one word, exits in another. The flip makes the count of
   *             entries negative, so that later ones see it, and tells how many exits there will
   *             be. An end is closed once, so there is one phase and one count of exits.
   * Ordering    P1  flip: getAndSet -> enter: getAndAdd    the exit is awaited, or the entry fails
   *             P2  leave: setRelease -> flip: getAcquire    all that was done inside
   * Source      the WriterReaderPhaser of HdrHistogram, for a single writer.
   * Checked by  RingGuardBenchmark
   */
  private static final VarHandle ENTERED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "entered", VarHandle.class, WriterPhaser.class, long.class);
  private static final VarHandle LEFT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "left", VarHandle.class, WriterPhaser.class, long.class);

  private volatile long entered;
  private volatile long left;

  /** The user's own copy of {@link #left}. */
  private long exits;

  // Keep what lies behind off this cache line.
  private long p0;
  private long p1;
  private long p2;
  private long p3;
  private long p4;
  private long p5;
  private long p6;

  /** Enters the end; its user only. Returns false if it is closed: then there is none to leave. */
  boolean enter() {
    return (long) ENTERED.getAndAdd(this, 1L) >= 0; // P1
  }

  /** Leaves the end; its user only, after it has entered. */
  void leave() {
    LEFT.setRelease(this, ++exits); // P2
  }

  /** Closes the end and waits until its user is outside; any thread. False if it was closed. */
  boolean flip() {
    long entries = (long) ENTERED.getAndSet(this, Long.MIN_VALUE); // P1
    if (entries < 0) {
      return false;
    }
    while ((long) LEFT.getAcquire(this) != entries) { // P2
      Thread.yield();
    }
    return true;
  }

  /** Tells whether the end is closed. */
  boolean flipped() {
    return (long) ENTERED.getVolatile(this) < 0; // P5 of ClassicRing: after an announcement
  }
}
