package dev.runnel.internal.ring;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Stresses {@link ReadyList}: what is pushed is taken once and in order, and the consumer is woken
 * for it exactly once. Nobody sleeps here: an announcement that stands over a node is the fault.
 */
public final class ReadyListStress {
  private ReadyListStress() {}

  /** A node with a field that only the push makes visible. */
  static final class Named extends ReadyList.Node<Named> {
    private String name = "";
  }

  /** The list that is shipped, with the count of its wakes. */
  static class Shipped {
    final AtomicInteger wakes = new AtomicInteger();
    final ReadyList<Named> list = new ReadyList<>(wakes::incrementAndGet);
    boolean announced;

    final void push(String name) {
      Named node = new Named();
      node.name = name;
      list.push(node);
    }

    final String poll() {
      Named node = list.poll();
      return node == null ? "" : node.name;
    }

    final String all() {
      StringBuilder all = new StringBuilder();
      for (Named node = list.poll(); node != null; node = list.poll()) {
        all.append(node.name);
      }
      return all.toString();
    }
  }

  /** P2: one pushes while the consumer, which has found nothing, announces. */
  @JCStressTest
  @Outcome(id = "stays", expect = ACCEPTABLE, desc = "Pushed, then the announcement failed")
  @Outcome(id = "woken", expect = ACCEPTABLE, desc = "Announced, then pushed, which wakes")
  @Outcome(expect = FORBIDDEN, desc = "Asleep over a node, or not woken exactly once")
  @State
  public static class PushRacesSleep extends Shipped {
    @Actor
    public void producer() {
      push("a");
    }

    @Actor
    public void consumer() {
      announced = poll().isEmpty() && list.consumerLeaves();
    }

    @Arbiter
    public void outcome(L_Result r) {
      int woken = wakes.get();
      if (list.consumerWaits()) {
        r.r1 = "lost";
      } else {
        r.r1 = woken == (announced ? 1 : 0) ? announced ? "woken" : "stays" : "woken " + woken;
      }
    }
  }

  /** P2: two push while the consumer sleeps. */
  @JCStressTest
  @Outcome(id = {"ab, 1", "ba, 1"}, expect = ACCEPTABLE, desc = "Woken by the first for both")
  @Outcome(expect = FORBIDDEN, desc = "Woken twice, or a node is lost")
  @State
  public static class TwoPushesFindOneAsleep extends Shipped {
    public TwoPushesFindOneAsleep() {
      list.consumerLeaves();
    }

    @Actor
    public void first() {
      push("a");
    }

    @Actor
    public void second() {
      push("b");
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = all() + ", " + wakes.get();
    }
  }

  /** P1: one pushes, and the consumer takes meanwhile. */
  @JCStressTest
  @Outcome(id = "xab", expect = ACCEPTABLE, desc = "Each once, in order")
  @Outcome(expect = FORBIDDEN, desc = "Lost, doubled, out of order, or its name not seen")
  @State
  public static class PushesRaceTake extends Shipped {
    private String taken = "";

    public PushesRaceTake() {
      push("x");
    }

    @Actor
    public void producer() {
      push("a");
      push("b");
    }

    @Actor
    public void consumer() {
      taken = poll() + poll();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = taken + all();
    }
  }

  /** P2: the consumer takes its announcement back, or a push does. */
  @JCStressTest
  @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "Stayed, then pushed to who is awake")
  @Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "Pushed, which wakes: not stayed")
  @Outcome(id = "true, 1", expect = FORBIDDEN, desc = "Both")
  @Outcome(id = "false, 0", expect = FORBIDDEN, desc = "Neither")
  @State
  public static class StaysRacesPush extends Shipped {
    private boolean stayed;

    public StaysRacesPush() {
      list.consumerLeaves();
    }

    @Actor
    public void consumer() {
      stayed = list.consumerStays();
    }

    @Actor
    public void producer() {
      push("a");
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = all().equals("a") ? stayed + ", " + wakes.get() : "lost";
    }
  }

  /** P1: a requeue gathers what is being pushed, and stands behind it. */
  @JCStressTest
  @Outcome(id = {"ax", "xa"}, expect = ACCEPTABLE, desc = "Both, the pushed one before or after")
  @Outcome(expect = FORBIDDEN, desc = "Lost or doubled")
  @State
  public static class RequeueRacesPush extends Shipped {
    public RequeueRacesPush() {
      push("x");
    }

    @Actor
    public void producer() {
      push("a");
    }

    @Actor
    public void consumer() {
      Named busy = list.poll();
      if (busy != null) {
        list.requeue(busy);
      }
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = all();
    }
  }

  /** The list and the sleeper as two variables. */
  static class Beside {
    final AtomicInteger wakes = new AtomicInteger();
    final AtomicReference<String> top = new AtomicReference<>("");
    final AtomicInteger asleep = new AtomicInteger();
    boolean announced;

    final void push(String name) {
      top.setRelease(name);
      if (asleep.getAcquire() != 0) {
        wake();
      }
    }

    final void wake() {
      asleep.set(0);
      wakes.incrementAndGet();
    }
  }

  /** A weakened twin of {@link PushRacesSleep}: the flag is read after a plain push. */
  @JCStressTest
  @Outcome(id = {"stays", "woken"}, expect = ACCEPTABLE, desc = "Pushed before, or woken")
  @Outcome(id = "lost", expect = ACCEPTABLE_INTERESTING,
      desc = "Nobody asleep seen before the push is out, announced over a list seen empty")
  @State
  public static class LostWithFlagBeside extends Beside {
    @Actor
    public void producer() {
      push("a");
    }

    @Actor
    public void consumer() {
      asleep.setRelease(1);
      announced = top.getAcquire().isEmpty();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = !announced ? "stays" : wakes.get() == 0 ? "lost" : "woken";
    }
  }

  /** A weakened twin of {@link PushRacesSleep}: the announcement is stored over what is there. */
  @JCStressTest
  @Outcome(id = {"stays", "woken"}, expect = ACCEPTABLE, desc = "Pushed before, or woken")
  @Outcome(id = "lost", expect = ACCEPTABLE_INTERESTING,
      desc = "Found empty, pushed over null, which wakes nobody, then announced over the node")
  @State
  public static class LostWhenAnnouncedBlindly {
    private static final String ASLEEP = "asleep";

    private final AtomicReference<String> top = new AtomicReference<>("");
    private boolean announced;
    private boolean woken;

    @Actor
    public void producer() {
      woken = top.getAndSet("a").equals(ASLEEP);
    }

    @Actor
    public void consumer() {
      announced = top.get().isEmpty();
      if (announced) {
        top.set(ASLEEP);
      }
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = !announced ? "stays" : woken ? "woken" : "lost";
    }
  }

  /** A weakened twin of {@link TwoPushesFindOneAsleep}: looks, and then takes the flag. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "Woken by the first for both")
  @Outcome(id = "2", expect = ACCEPTABLE_INTERESTING, desc = "Both saw it asleep, and both woke it")
  @State
  public static class WokenTwiceWhenTakenAfterLook extends Beside {
    public WokenTwiceWhenTakenAfterLook() {
      asleep.set(1);
    }

    @Actor
    public void first() {
      push("a");
    }

    @Actor
    public void second() {
      push("b");
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = "" + wakes.get();
    }
  }

  /** A weakened twin of {@link TwoPushesFindOneAsleep}: links, and then stores the top. */
  @JCStressTest
  @Outcome(id = {"ax", "xa"}, expect = ACCEPTABLE, desc = "Both")
  @Outcome(id = {"a", "x"}, expect = ACCEPTABLE_INTERESTING,
      desc = "Both linked to the same below, and the later store lost the other")
  @State
  public static class LostWhenStoredAfterLink {
    private final AtomicReference<String> top = new AtomicReference<>("");

    private void push(String name) {
      top.set(top.get() + name);
    }

    @Actor
    public void first() {
      push("a");
    }

    @Actor
    public void second() {
      push("x");
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = top.get();
    }
  }

  /**
   * The weakened twin of {@link PushesRaceTake} and {@link RequeueRacesPush}: looks at what is
   * there, and then takes it.
   */
  @JCStressTest
  @Outcome(id = "xa", expect = ACCEPTABLE, desc = "Both")
  @Outcome(id = "x", expect = ACCEPTABLE_INTERESTING,
      desc = "One seen, another pushed, then the list emptied of both")
  @State
  public static class LostWhenTakenAfterLook {
    private final AtomicReference<String> top = new AtomicReference<>("x");
    private String taken = "";

    @Actor
    public void producer() {
      top.updateAndGet(below -> below + "a");
    }

    @Actor
    public void consumer() {
      taken = top.get();
      top.set("");
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = taken + top.get();
    }
  }

  /** The weakened twin of {@link StaysRacesPush}: looks, and then takes the flag back. */
  @JCStressTest
  @Outcome(id = {"true, 0", "false, 1"}, expect = ACCEPTABLE, desc = "One of the two")
  @Outcome(id = "true, 1", expect = ACCEPTABLE_INTERESTING,
      desc = "Asleep seen, pushed, which wakes, then stayed as well")
  @State
  public static class BothWhenStayedAfterLook extends Beside {
    private boolean stayed;

    public BothWhenStayedAfterLook() {
      asleep.set(1);
    }

    @Actor
    public void consumer() {
      stayed = asleep.get() != 0;
      if (stayed) {
        asleep.set(0);
      }
    }

    @Actor
    public void producer() {
      push("a");
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = stayed + ", " + wakes.get();
    }
  }
}
