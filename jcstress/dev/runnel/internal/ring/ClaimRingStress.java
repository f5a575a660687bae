package dev.runnel.internal.ring;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Stresses {@link ClaimRing}: an element is claimed once, as it was offered. */
public final class ClaimRingStress {
  private ClaimRingStress() {}

  /** An element with a field that only the offer makes visible. */
  static final class Box {
    int value;
  }

  /** The ring that is shipped. */
  static class Shipped {
    final ClaimRing<Box> ring = new ClaimRing<>(1);

    final void offer(int value) {
      Box box = new Box();
      box.value = value;
      ring.offer(box);
    }

    final int claim() {
      Box box = ring.claim(new ClaimRing.Claim());
      return box == null ? -1 : box.value;
    }
  }

  /** P1: an element is offered while another thread claims. */
  @JCStressTest
  @Outcome(id = "-1", expect = ACCEPTABLE, desc = "Looked, then offered")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "Offered, then claimed")
  @Outcome(id = "0", expect = FORBIDDEN, desc = "Claimed before its field was written")
  @State
  public static class OfferRacesClaim extends Shipped {
    @Actor
    public void feeder() {
      offer(1);
    }

    @Actor
    public void worker(I_Result r) {
      r.r1 = claim();
    }
  }

  /** I1: two claim at once. */
  @JCStressTest
  @Outcome(id = {"1, 2", "2, 1"}, expect = ACCEPTABLE, desc = "Each has one")
  @Outcome(expect = FORBIDDEN, desc = "One is claimed twice, or lost")
  @State
  public static class TwoClaim extends Shipped {
    public TwoClaim() {
      offer(1);
      offer(2);
    }

    @Actor
    public void first(II_Result r) {
      r.r1 = claim();
    }

    @Actor
    public void second(II_Result r) {
      r.r2 = claim();
    }
  }

  /** The weakened twin of {@link TwoClaim}: the head is read, then written. */
  @JCStressTest
  @Outcome(id = {"1, 2", "2, 1"}, expect = ACCEPTABLE, desc = "Each has one")
  @Outcome(id = "1, 1", expect = ACCEPTABLE_INTERESTING, desc = "Both read the head, then moved it")
  @State
  public static class TwoClaimWithoutAnExchange {
    private final AtomicLong head = new AtomicLong();

    private int claim() {
      long h = head.get();
      head.set(h + 1);
      return (int) h + 1;
    }

    @Actor
    public void first(II_Result r) {
      r.r1 = claim();
    }

    @Actor
    public void second(II_Result r) {
      r.r2 = claim();
    }
  }

  /** P2, P3: the slot is used again, or the ring grows, while its element is being claimed. */
  @JCStressTest
  @Outcome(id = "1 all", expect = ACCEPTABLE, desc = "Claimed as offered, the rest in order")
  @Outcome(expect = FORBIDDEN, desc = "Lost, doubled, or another's element")
  @State
  public static class SlotIsUsedAgainWhileClaimed extends Shipped {
    private static final int SLOTS = 16;
    private int claimed;

    public SlotIsUsedAgainWhileClaimed() {
      for (int i = 1; i <= SLOTS; i++) {
        offer(i);
      }
    }

    @Actor
    public void feeder() {
      offer(SLOTS + 1);
    }

    @Actor
    public void worker() {
      claimed = claim();
    }

    @Arbiter
    public void outcome(L_Result r) {
      boolean all = true;
      for (int i = 2; i <= SLOTS + 1; i++) {
        all &= claim() == i;
      }
      r.r1 = claimed + (all && claim() == -1 ? " all" : " and not the rest in order");
    }
  }

  /** The weakened twin of {@link SlotIsUsedAgainWhileClaimed}: a moved head frees its slot. */
  @JCStressTest
  @Outcome(id = {"1", "-1"}, expect = ACCEPTABLE, desc = "Claimed as offered")
  @Outcome(id = "2", expect = ACCEPTABLE_INTERESTING,
      desc = "The head moved, the slot filled again, then read: another's element")
  @State
  public static class SlotIsUsedAgainWhenTheHeadHasMoved {
    private final AtomicLong head = new AtomicLong();
    private volatile int slot = 1;

    @Actor
    public void feeder() {
      if (head.get() == 1) {
        slot = 2;
      }
    }

    @Actor
    public void worker(I_Result r) {
      head.compareAndSet(0, 1);
      r.r1 = slot;
    }
  }
}
