package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Accounts for elements, one by one: each that was to be sent is received, discarded, or stays with
 * its sender, and nothing becomes of one twice.
 */
final class Ledger {
  private final LongAdder attempted = new LongAdder();
  private final LongAdder accepted = new LongAdder();
  private final LongAdder received = new LongAdder();
  private final LongAdder discarded = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final Queue<String> wrongs = new ConcurrentLinkedQueue<>();

  /** What became of an element. */
  enum Fate {
    RECEIVED, DISCARDED, REFUSED
  }

  /** An element. */
  static final class Parcel {
    final int way;
    final int number;
    private final AtomicReference<Fate> fate = new AtomicReference<>();

    private Parcel(int way, int number) {
      this.way = way;
      this.number = number;
    }

    @Override
    public String toString() {
      return number + " of " + way + ", " + fate;
    }
  }

  /** A new element, about to be sent. */
  Parcel parcel(int way, int number) {
    attempted.increment();
    return new Parcel(way, number);
  }

  void accepted(int count) {
    accepted.add(count);
  }

  void received(Parcel parcel) {
    settle(parcel, Fate.RECEIVED, received);
  }

  void discarded(Parcel parcel) {
    settle(parcel, Fate.DISCARDED, discarded);
  }

  void refused(Parcel parcel) {
    settle(parcel, Fate.REFUSED, refused);
  }

  private void settle(Parcel parcel, Fate fate, LongAdder count) {
    count.increment();
    if (!parcel.fate.compareAndSet(null, fate)) {
      wrong(parcel + " is also " + fate);
    }
  }

  void wrong(String what) {
    wrongs.add(what);
  }

  /** Fails unless every element is accounted for. */
  void assertBalanced() {
    assertEquals("[]", wrongs.toString(), this::toString);
    assertEquals(accepted.sum(), received.sum() + discarded.sum(), this::toString);
    assertEquals(attempted.sum(), accepted.sum() + refused.sum(), this::toString);
  }

  /** Counts what another ledger has counted, which is balanced. */
  void add(Ledger other) {
    attempted.add(other.attempted.sum());
    accepted.add(other.accepted.sum());
    received.add(other.received.sum());
    discarded.add(other.discarded.sum());
    refused.add(other.refused.sum());
  }

  @Override
  public String toString() {
    return attempted + " to be sent, " + accepted + " accepted, " + received + " received, "
        + discarded + " discarded, " + refused + " refused";
  }
}
