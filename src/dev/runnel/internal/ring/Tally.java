package dev.runnel.internal.ring;

/**
 * A count that one thread changes with every element, 128 bytes away from what other threads read:
 * a field among theirs would take their cache line from them each time.
 */
public final class Tally {
  private static final int GAP = 128 / Long.BYTES;

  private final long[] cells = new long[2 * GAP + 1];

  /** Creates a count of none. */
  public Tally() {}

  /** Counts one more; the owning thread only. */
  public void add() {
    cells[GAP]++;
  }

  /** Tells how many were counted; the owning thread only. */
  public long count() {
    return cells[GAP];
  }
}
