package dev.runnel.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Stresses {@link Wait}: a call that waits in several channels is decided once, and is told. */
public final class WaitStress {
  private WaitStress() {}

  /** I1: two channels would complete the call. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The first channel came first")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The second channel came first")
  @Outcome(id = "true, true", expect = FORBIDDEN, desc = "Two elements for one call")
  @Outcome(id = "false, false", expect = FORBIDDEN, desc = "Nobody completes it")
  @State
  public static class OneClaim {
    private final Wait wait = new Wait();

    @Actor
    public void first(ZZ_Result r) {
      r.r1 = wait.claim(0);
    }

    @Actor
    public void second(ZZ_Result r) {
      r.r2 = wait.claim(1);
    }
  }

  /** A call that is claimed by who has looked whether it is open. */
  private static final class ClaimedAfterLook {
    private static final int OPEN = -1;

    private final AtomicInteger claim = new AtomicInteger(OPEN);

    boolean claim(int clause) {
      if (claim.get() != OPEN) {
        return false;
      }
      claim.set(clause);
      return true;
    }
  }

  /** The weakened twin of {@link OneClaim}. */
  @JCStressTest
  @Outcome(id = {"true, false", "false, true"}, expect = ACCEPTABLE, desc = "One came first")
  @Outcome(id = "true, true", expect = ACCEPTABLE_INTERESTING,
      desc = "Both found it open, and both claimed it: two elements for one call")
  @State
  public static class TwoClaimsAfterLook {
    private final ClaimedAfterLook wait = new ClaimedAfterLook();

    @Actor
    public void first(ZZ_Result r) {
      r.r1 = wait.claim(0);
    }

    @Actor
    public void second(ZZ_Result r) {
      r.r2 = wait.claim(1);
    }
  }

  /** I1: a channel completes the call while its thread goes away. */
  @JCStressTest
  @Outcome(id = "withdrawn", expect = ACCEPTABLE, desc = "Withdrawn, and the claim failed")
  @Outcome(id = "completed", expect = ACCEPTABLE, desc = "Claimed: the thread gets the outcome")
  @Outcome(expect = FORBIDDEN, desc = "Both, neither, or not the outcome")
  @State
  public static class WithdrawRacesComplete {
    private final Wait wait = new Wait();
    private boolean claimed;
    private String seen = "";

    @Actor
    public void completes() {
      claimed = wait.claim(1);
      if (claimed) {
        wait.complete("element");
      }
    }

    @Actor
    public void withdraws() {
      seen = wait.withdraw() ? "nothing" : wait.outcome() + " of " + wait.clause();
    }

    @Arbiter
    public void outcome(L_Result r) {
      boolean got = seen.equals("element of 1");
      r.r1 = claimed && got ? "completed"
          : !claimed && seen.equals("nothing") ? "withdrawn" : claimed + ", " + seen;
    }
  }

  /** The weakened twin of {@link WithdrawRacesComplete}. */
  @JCStressTest
  @Outcome(id = {"withdrawn", "completed"}, expect = ACCEPTABLE, desc = "One of the two")
  @Outcome(id = "both", expect = ACCEPTABLE_INTERESTING,
      desc = "Found open by both: claimed, and withdrawn, and the element is lost")
  @State
  public static class LostWhenWithdrawnAfterLook {
    private final ClaimedAfterLook wait = new ClaimedAfterLook();
    private boolean claimed;
    private boolean withdrawn;

    @Actor
    public void completes() {
      claimed = wait.claim(1);
    }

    @Actor
    public void withdraws() {
      withdrawn = wait.claim(0);
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = claimed ? withdrawn ? "both" : "completed" : withdrawn ? "withdrawn" : "neither";
    }
  }
}
