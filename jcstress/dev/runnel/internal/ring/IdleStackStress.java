package dev.runnel.internal.ring;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Stresses {@link IdleStack}: whoever gives work finds the idle thread, or that thread finds the
 * work, and a thread is roused once.
 */
public final class IdleStackStress {
  private IdleStackStress() {}

  /** The stack that is shipped, with two threads that wait or have not come yet. */
  static class Shipped {
    final IdleStack<Sleeper> stack = new IdleStack<>();
    final Sleeper one = new Sleeper(1);
    final Sleeper two = new Sleeper(2);
    volatile boolean work;

    Shipped() {
      stack.add(one);
      stack.add(two);
    }

    final int rouse() {
      Sleeper sleeper = stack.rouse();
      return sleeper == null ? 0 : sleeper.name;
    }
  }

  static final class Sleeper extends IdleStack.Node {
    final int name;

    Sleeper(int name) {
      this.name = name;
    }
  }

  /** P1: work comes while a thread goes idle. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Idle, then work, which rouses")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "Work, found by the thread")
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Both saw each other")
  @Outcome(id = "false, false", expect = FORBIDDEN, desc = "Work waits, and the thread sleeps")
  @State
  public static class WorkRacesPush extends Shipped {
    @Actor
    public void feeder(ZZ_Result r) {
      work = true;
      r.r1 = rouse() != 0;
    }

    @Actor
    public void worker(ZZ_Result r) {
      stack.push(one);
      r.r2 = work;
    }
  }

  /** The weakened twin of {@link WorkRacesPush}: looks for work, then goes idle. */
  @JCStressTest
  @Outcome(id = {"true, false", "false, true", "true, true"}, expect = ACCEPTABLE, desc = "Seen")
  @Outcome(id = "false, false", expect = ACCEPTABLE_INTERESTING,
      desc = "No work found, work came, nobody was idle, then idle")
  @State
  public static class LostWhenIdleAfterTheLook extends Shipped {
    @Actor
    public void feeder(ZZ_Result r) {
      work = true;
      r.r1 = rouse() != 0;
    }

    @Actor
    public void worker(ZZ_Result r) {
      r.r2 = work;
      stack.push(one);
    }
  }

  /** P2: work comes while a scout arrives. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Arrived, then work, which rouses")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "Left to the scout, which finds it")
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Both saw each other")
  @Outcome(id = "false, false", expect = FORBIDDEN, desc = "Left to the scout, which has looked")
  @State
  public static class WorkRacesArrival extends Shipped {
    public WorkRacesArrival() {
      stack.push(one);
      stack.push(two);
      stack.rouse();
    }

    @Actor
    public void feeder(ZZ_Result r) {
      work = true;
      r.r1 = rouse() != 0;
    }

    @Actor
    public void scout(ZZ_Result r) {
      stack.arrived();
      r.r2 = work;
    }
  }

  /** The weakened twin of {@link WorkRacesArrival}: the scout looks, then says it has arrived. */
  @JCStressTest
  @Outcome(id = {"true, false", "false, true", "true, true"}, expect = ACCEPTABLE, desc = "Seen")
  @Outcome(id = "false, false", expect = ACCEPTABLE_INTERESTING,
      desc = "Nothing found, work came and was left to the scout")
  @State
  public static class LostWhenArrivedAfterTheLook extends Shipped {
    public LostWhenArrivedAfterTheLook() {
      stack.push(one);
      stack.push(two);
      stack.rouse();
    }

    @Actor
    public void feeder(ZZ_Result r) {
      work = true;
      r.r1 = rouse() != 0;
    }

    @Actor
    public void scout(ZZ_Result r) {
      r.r2 = work;
      stack.arrived();
    }
  }

  /** I1: two rouse at once, of two that are idle. */
  @JCStressTest
  @Outcome(id = {"2, 0", "0, 2"}, expect = ACCEPTABLE, desc = "One is sent, once")
  @Outcome(expect = FORBIDDEN, desc = "One is roused twice, or two, or nobody")
  @State
  public static class TwoRouse extends Shipped {
    public TwoRouse() {
      stack.push(one);
      stack.push(two);
    }

    @Actor
    public void first(II_Result r) {
      r.r1 = rouse();
    }

    @Actor
    public void second(II_Result r) {
      r.r2 = rouse();
    }
  }

  /** I2, P3: one is taken off while another, taken off before, goes on again below it. */
  @JCStressTest
  @Outcome(id = {"2, 1", "1, 2"}, expect = ACCEPTABLE, desc = "Both are taken off, each once")
  @Outcome(expect = FORBIDDEN, desc = "One is taken off twice, or lost")
  @State
  public static class PopRacesPush extends Shipped {
    public PopRacesPush() {
      stack.push(two);
    }

    @Actor
    public void worker() {
      stack.push(one);
    }

    @Actor
    public void feeder(II_Result r) {
      r.r1 = rouse();
    }

    @Arbiter
    public void outcome(II_Result r) {
      stack.arrived();
      r.r2 = rouse();
    }
  }
}
