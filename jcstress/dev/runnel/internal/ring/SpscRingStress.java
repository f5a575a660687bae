package dev.runnel.internal.ring;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.runnel.internal.ring.Rings.Ring;
import dev.runnel.internal.ring.Rings.Shipped;
import dev.runnel.internal.ring.Rings.Word;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Stresses {@link SpscRing}: what is accepted is taken, once, whole and in order; what is refused
 * leaves nothing behind. How it announces and wakes is in {@link SpscRingWaitStress}.
 */
public final class SpscRingStress {
  private SpscRingStress() {}

  /** An element with a field that only the publish makes visible. */
  private static final class Item {
    private int value;

    private Item(int value) {
      this.value = value;
    }
  }

  /** P1: an element is published, and taken by who sees that it is there. */
  static class OneElement {
    private final Ring ring;

    OneElement(Ring ring) {
      this.ring = ring;
    }

    final void offers() {
      ring.offer(new Item(1));
    }

    final String takes() {
      if (ring.available() == 0) {
        return "nothing yet";
      }
      return ring.poll() instanceof Item item && item.value == 1 ? "whole" : "torn";
    }
  }

  /** P1. */
  @JCStressTest
  @Outcome(id = "nothing yet", expect = ACCEPTABLE, desc = "Looked before the publish")
  @Outcome(id = "whole", expect = ACCEPTABLE, desc = "Published, then taken with its fields")
  @Outcome(id = "torn", expect = FORBIDDEN, desc = "Seen in the index, but not in the slot")
  @State
  public static class PublishAndTake extends OneElement {
    public PublishAndTake() {
      super(new Shipped(2, 2));
    }

    @Actor
    public void producer() {
      offers();
    }

    @Actor
    public void consumer(L_Result r) {
      r.r1 = takes();
    }
  }

  /** The weakened twin of {@link PublishAndTake}. */
  @JCStressTest
  @Outcome(id = "nothing yet", expect = ACCEPTABLE, desc = "Looked before the publish")
  @Outcome(id = "whole", expect = ACCEPTABLE, desc = "Published, then taken with its fields")
  @Outcome(id = "torn", expect = ACCEPTABLE_INTERESTING,
      desc = "Index published, slot taken while empty, then stored")
  @State
  public static class TornWhenIndexIsFirst extends OneElement {
    public TornWhenIndexIsFirst() {
      super(new Rings.IndexFirst());
    }

    @Actor
    public void producer() {
      offers();
    }

    @Actor
    public void consumer(L_Result r) {
      r.r1 = takes();
    }
  }

  /** P2: the only place of a ring is taken from, and filled again. */
  static class OnePlace {
    private final Ring ring;
    private int accepted;

    OnePlace(Ring ring) {
      this.ring = ring;
      ring.offer("a");
    }

    final void offers() {
      accepted = ring.offer("b");
    }

    final void takes() {
      ring.poll();
    }

    final String rest() {
      Object rest = ring.poll();
      if (accepted == SpscRing.FULL) {
        return rest == null && !ring.retains() ? "full" : "unasked";
      }
      return "b".equals(rest) ? "filled again" : "nulled";
    }
  }

  /** P2. */
  @JCStressTest
  @Outcome(id = "full", expect = ACCEPTABLE, desc = "Offered before the place was freed")
  @Outcome(id = "filled again", expect = ACCEPTABLE, desc = "Taken, freed, and filled again")
  @Outcome(id = "nulled", expect = FORBIDDEN, desc = "The consumer emptied the next element's slot")
  @Outcome(id = "unasked", expect = FORBIDDEN, desc = "Something is there that was not accepted")
  @State
  public static class FreeAndFill extends OnePlace {
    public FreeAndFill() {
      super(new Shipped(1, 1));
    }

    @Actor
    public void producer() {
      offers();
    }

    @Actor
    public void consumer() {
      takes();
    }

    @Arbiter
    public void rest(L_Result r) {
      r.r1 = rest();
    }
  }

  /** The weakened twin of {@link FreeAndFill}. */
  @JCStressTest
  @Outcome(id = "full", expect = ACCEPTABLE, desc = "Offered before the place was freed")
  @Outcome(id = "filled again", expect = ACCEPTABLE, desc = "Taken, freed, and filled again")
  @Outcome(id = "nulled", expect = ACCEPTABLE_INTERESTING,
      desc = "Freed, filled again, and only then emptied")
  @Outcome(id = "unasked", expect = FORBIDDEN, desc = "Something is there that was not accepted")
  @State
  public static class NulledWhenFreedFirst extends OnePlace {
    public NulledWhenFreedFirst() {
      super(new Rings.FreesFirst());
    }

    @Actor
    public void producer() {
      offers();
    }

    @Actor
    public void consumer() {
      takes();
    }

    @Arbiter
    public void rest(L_Result r) {
      r.r1 = rest();
    }
  }

  /** A close meets an offer of some elements. */
  static class Closing {
    private final Ring ring;
    private final Object[] elements;
    private int accepted;

    Closing(Ring ring, Object... elements) {
      this.ring = ring;
      this.elements = elements;
    }

    final void offers() {
      accepted = ring.offer(elements);
    }

    final void closes() {
      ring.close();
    }

    final String outcome() {
      int taken = 0;
      while (ring.available() > 0) {
        Object element = ring.poll();
        if (element == null) {
          return "counted, not there";
        }
        if (!element.equals(elements[taken])) {
          return "out of order";
        }
        taken++;
      }
      if (ring.retains()) {
        return "left behind";
      }
      if (accepted == SpscRing.REFUSED) {
        return taken == 0 ? "refused" : "refused, taken";
      }
      return taken == accepted ? "accepted" : "accepted, lost";
    }
  }

  /** I4: the index under CLOSED is final. */
  @JCStressTest
  @Outcome(id = "accepted", expect = ACCEPTABLE, desc = "Published, then closed: taken")
  @Outcome(id = "refused", expect = ACCEPTABLE, desc = "Closed before the publish: no trace of it")
  @Outcome(expect = FORBIDDEN, desc = "The producer was told what is not so")
  @State
  public static class CloseRacesOffer extends Closing {
    public CloseRacesOffer() {
      super(new Shipped(4, 4), "a");
    }

    @Actor
    public void producer() {
      offers();
    }

    @Actor
    public void closer() {
      closes();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = outcome();
    }
  }

  /** A weakened twin of {@link CloseRacesOffer}: published by getAndAdd. */
  @JCStressTest
  @Outcome(id = "accepted", expect = ACCEPTABLE, desc = "Published, then closed: taken")
  @Outcome(id = "counted, not there", expect = ACCEPTABLE_INTERESTING,
      desc = "Closed, then the index was moved by what was refused and taken back")
  @State
  public static class MovedByTheRefused extends Closing {
    public MovedByTheRefused() {
      super(new Rings.Twin(4, new Rings.MovesBlindly(), new Word()), "a");
    }

    @Actor
    public void producer() {
      offers();
    }

    @Actor
    public void closer() {
      closes();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = outcome();
    }
  }

  /** A weakened twin of {@link CloseRacesOffer}: refused slots are not taken back. */
  @JCStressTest
  @Outcome(id = "accepted", expect = ACCEPTABLE, desc = "Published, then closed: taken")
  @Outcome(id = "left behind", expect = ACCEPTABLE_INTERESTING,
      desc = "Stored, closed, refused: retained by the ring")
  @State
  public static class KeptWhenRefused extends Closing {
    public KeptWhenRefused() {
      super(new Rings.KeepsRefused(), "a");
    }

    @Actor
    public void producer() {
      offers();
    }

    @Actor
    public void closer() {
      closes();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = outcome();
    }
  }

  /** I4, for a bulk: all of it, or nothing. */
  @JCStressTest
  @Outcome(id = "accepted", expect = ACCEPTABLE, desc = "Published, then closed: all taken")
  @Outcome(id = "refused", expect = ACCEPTABLE, desc = "Closed before the publish: no trace of any")
  @Outcome(expect = FORBIDDEN, desc = "The producer was told what is not so")
  @State
  public static class CloseRacesBulk extends Closing {
    public CloseRacesBulk() {
      super(new Shipped(4, 4), "a", "b", "c");
    }

    @Actor
    public void producer() {
      offers();
    }

    @Actor
    public void closer() {
      closes();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = outcome();
    }
  }

  /** The weakened twin of {@link CloseRacesBulk}. */
  @JCStressTest
  @Outcome(id = "accepted", expect = ACCEPTABLE, desc = "Published, then closed: all taken")
  @Outcome(id = "refused", expect = ACCEPTABLE, desc = "Closed before the publish: no trace of any")
  @Outcome(id = "refused, taken", expect = ACCEPTABLE_INTERESTING,
      desc = "Some published, closed, the next refused, and with it all")
  @State
  public static class PartlyTakenOneByOne extends Closing {
    public PartlyTakenOneByOne() {
      super(new Rings.OneByOne(), "a", "b", "c");
    }

    @Actor
    public void producer() {
      offers();
    }

    @Actor
    public void closer() {
      closes();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = outcome();
    }
  }

  /** A close while both sides are at work. */
  static class BothAtWork {
    private final Ring ring;
    private final StringBuilder taken = new StringBuilder();
    private int accepted;

    BothAtWork(Ring ring) {
      this.ring = ring;
    }

    final void offers() {
      for (int i = 0; i < 2; i++) {
        accepted += Math.max(0, ring.offer(i));
      }
    }

    final void takes() {
      for (int i = 0; i < 2; i++) {
        Object element = ring.poll();
        if (element != null) {
          taken.append(element);
        }
      }
    }

    final void closes() {
      ring.close();
    }

    final String outcome() {
      takes();
      if (!"01".startsWith(taken.toString())) {
        return "out of order";
      }
      if (taken.length() != accepted) {
        return "not what was accepted";
      }
      return ring.retains() ? "left behind" : accepted + " accepted";
    }
  }

  /** I4: the consumer closes, as for a cancel. */
  @JCStressTest
  @Outcome(id = {"0 accepted", "1 accepted", "2 accepted"}, expect = ACCEPTABLE,
      desc = "Closed before, between or after the publishes: what was accepted is taken")
  @Outcome(expect = FORBIDDEN, desc = "The producer was told what is not so")
  @State
  public static class CancelRacesOffers extends BothAtWork {
    public CancelRacesOffers() {
      super(new Shipped(1, 2));
    }

    @Actor
    public void producer() {
      offers();
    }

    @Actor
    public void consumer() {
      takes();
      closes();
      takes();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = outcome();
    }
  }

  /** The weakened twin of {@link CancelRacesOffers}: published by getAndAdd. */
  @JCStressTest
  @Outcome(id = {"0 accepted", "1 accepted", "2 accepted"}, expect = ACCEPTABLE,
      desc = "Closed before, between or after the publishes")
  @Outcome(id = {"not what was accepted", "out of order"}, expect = ACCEPTABLE_INTERESTING,
      desc = "Closed, the index moved by what was refused, and that taken")
  @State
  public static class TakenThoughRefused extends BothAtWork {
    public TakenThoughRefused() {
      super(new Rings.Twin(2, new Rings.MovesBlindly(), new Word()));
    }

    @Actor
    public void producer() {
      offers();
    }

    @Actor
    public void consumer() {
      takes();
      closes();
      takes();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = outcome();
    }
  }

  /** I4, for the consumer's word: the producer closes while places are freed. */
  @JCStressTest
  @Outcome(id = "2 accepted", expect = ACCEPTABLE, desc = "All that was accepted is taken")
  @Outcome(expect = FORBIDDEN, desc = "The producer was told what is not so")
  @State
  public static class CloseRacesTakes extends BothAtWork {
    public CloseRacesTakes() {
      super(new Shipped(1, 2));
    }

    @Actor
    public void producer() {
      offers();
      closes();
    }

    @Actor
    public void consumer() {
      takes();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = outcome();
    }
  }

  /** P4: the ring grows while it is read. */
  static class Growing {
    private final Ring ring;
    private final StringBuilder taken = new StringBuilder();

    Growing(Ring ring) {
      this.ring = ring;
      ring.offer("a");
    }

    final void offers() {
      ring.offer("b");
      ring.offer("c");
    }

    final void takes() {
      for (int i = 0; i < 3; i++) {
        Object element = ring.poll();
        if (element != null) {
          taken.append(element);
        }
      }
    }

    final String outcome() {
      takes();
      return taken.toString().equals("abc") ? "all" : "missed";
    }
  }

  /** P4. */
  @JCStressTest
  @Outcome(id = "all", expect = ACCEPTABLE, desc = "In order, over the limit between the arrays")
  @Outcome(id = "missed", expect = FORBIDDEN, desc = "Looked for in the wrong array")
  @State
  public static class GrowthRacesPoll extends Growing {
    public GrowthRacesPoll() {
      super(new Shipped(1, 8));
    }

    @Actor
    public void producer() {
      offers();
    }

    @Actor
    public void consumer() {
      takes();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = outcome();
    }
  }

  /** The weakened twin of {@link GrowthRacesPoll}. */
  @JCStressTest
  @Outcome(id = "all", expect = ACCEPTABLE, desc = "In order, over the limit between the arrays")
  @Outcome(id = "missed", expect = ACCEPTABLE_INTERESTING,
      desc = "Index published, looked for in the first array, then the limit told")
  @State
  public static class MissedWhenLinkedLate extends Growing {
    public MissedWhenLinkedLate() {
      super(new Rings.LinksLate());
    }

    @Actor
    public void producer() {
      offers();
    }

    @Actor
    public void consumer() {
      takes();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = outcome();
    }
  }
}
