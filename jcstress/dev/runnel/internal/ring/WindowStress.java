package dev.runnel.internal.ring;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Stresses {@link Window}: an element is taken as it was put, and the consumer is woken for the one
 * it waits for. Nobody sleeps here: an announcement that stands over an element is the fault.
 */
public final class WindowStress {
  private WindowStress() {}

  /** An element with a field that only the put makes visible. */
  static final class Box {
    int value;
  }

  /** The window that is shipped, with the count of its wakes. */
  static class Shipped {
    static final int SLOTS = 16;
    final AtomicInteger wakes = new AtomicInteger();
    final Window<Box> window = new Window<>(wakes::incrementAndGet);

    final void put(int index) {
      Box box = new Box();
      box.value = index + 1;
      window.put(index, box);
    }

    final int poll() {
      Box box = window.poll();
      return box == null ? -1 : box.value;
    }
  }

  /** P1: the element is put while the consumer polls. */
  @JCStressTest
  @Outcome(id = "-1", expect = ACCEPTABLE, desc = "Polled, then put")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "Put, then polled")
  @Outcome(id = "0", expect = FORBIDDEN, desc = "Taken before its field was written")
  @State
  public static class PutRacesPoll extends Shipped {
    public PutRacesPoll() {
      window.open(0);
    }

    @Actor
    public void worker() {
      put(0);
    }

    @Actor
    public void consumer(I_Result r) {
      r.r1 = poll();
    }
  }

  /** P3: the element is put while the consumer, which has not found it, announces. */
  @JCStressTest
  @Outcome(id = "stays", expect = ACCEPTABLE, desc = "Put, then found when it looked again")
  @Outcome(id = "woken", expect = ACCEPTABLE, desc = "Announced, then put, which wakes")
  @Outcome(id = "lost", expect = FORBIDDEN, desc = "Asleep over its element")
  @State
  public static class PutRacesAnnouncement extends Shipped {
    private boolean left;

    public PutRacesAnnouncement() {
      window.open(0);
    }

    @Actor
    public void worker() {
      put(0);
    }

    @Actor
    public void consumer() {
      left = window.consumerLeaves();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = !left ? "stays" : wakes.get() == 1 && !window.consumerWaits() ? "woken" : "lost";
    }
  }

  /** The weakened twin of {@link PutRacesAnnouncement}: looks, and then announces. */
  @JCStressTest
  @Outcome(id = {"stays", "woken"}, expect = ACCEPTABLE, desc = "Found, or woken")
  @Outcome(id = "lost", expect = ACCEPTABLE_INTERESTING,
      desc = "Not found, put, nobody waits, then announced")
  @State
  public static class LostWhenAnnouncedAfterTheLook {
    private volatile int slot;
    private volatile boolean wanted;
    private boolean left;
    private boolean woken;

    @Actor
    public void worker() {
      slot = 1;
      woken = wanted;
    }

    @Actor
    public void consumer() {
      left = slot == 0;
      if (left) {
        wanted = true;
      }
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = !left ? "stays" : woken ? "woken" : "lost";
    }
  }

  /** P3, P4: the announcement races a put into an array that was linked meanwhile. */
  @JCStressTest
  @Outcome(id = "stays", expect = ACCEPTABLE, desc = "Put, then found in the next array")
  @Outcome(id = "woken", expect = ACCEPTABLE, desc = "Announced, then put, which wakes")
  @Outcome(id = "lost", expect = FORBIDDEN, desc = "Asleep over its element")
  @State
  public static class GrowthRacesAnnouncement extends Shipped {
    private boolean left;

    public GrowthRacesAnnouncement() {
      for (int i = 0; i < SLOTS; i++) {
        window.open(i);
        put(i);
      }
    }

    @Actor
    public void worker() {
      window.open(SLOTS); // its slot is taken unless the consumer has polled already
      put(SLOTS);
    }

    @Actor
    public void consumer() {
      for (int i = 0; i < SLOTS; i++) {
        poll();
      }
      left = window.consumerLeaves();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = !left ? poll() == SLOTS + 1 ? "stays" : "lost"
          : wakes.get() == 1 && !window.consumerWaits() ? "woken" : "lost";
    }
  }

  /** P2, P5: the first slot is used again while the consumer empties it. */
  @JCStressTest
  @Outcome(id = "1 all", expect = ACCEPTABLE, desc = "Each as it was put, in order")
  @Outcome(expect = FORBIDDEN, desc = "Lost, doubled, or another's element")
  @State
  public static class SlotIsUsedAgainWhilePolled extends Shipped {
    private int polled;

    public SlotIsUsedAgainWhilePolled() {
      for (int i = 0; i < SLOTS; i++) {
        window.open(i);
        put(i);
      }
    }

    @Actor
    public void worker() {
      window.open(SLOTS);
      put(SLOTS);
    }

    @Actor
    public void consumer() {
      polled = poll();
    }

    @Arbiter
    public void outcome(L_Result r) {
      boolean all = true;
      for (int i = 2; i <= SLOTS + 1; i++) {
        all &= poll() == i;
      }
      r.r1 = polled + (all && poll() == -1 ? " all" : " and not the rest in order");
    }
  }
}
