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
 * Stresses how {@link SpscRing} announces and wakes: who has announced that it waits is told of
 * what comes, and each announcement is taken back exactly once. Nobody parks here: an announcement
 * that still stands when something is there is a wait for ever.
 */
public final class SpscRingWaitStress {
  private SpscRingWaitStress() {}

  /** The consumer of an empty ring announces, or has announced and retracts. */
  static class Consumer {
    final Ring ring;
    private boolean away;
    private boolean stayed;

    Consumer(Ring ring) {
      this.ring = ring;
    }

    final void leaves() {
      away = ring.poll() == null && ring.consumerLeaves();
    }

    final void stays() {
      stayed = ring.consumerStays();
    }

    final String parked() {
      return parked(away, ring.consumerWaits(), ring.ready());
    }

    final String retracted() {
      return retracted(stayed, ring.consumerWaits(), ring.ready());
    }

    static String parked(boolean away, boolean waits, int woken) {
      if (!away) {
        return woken == 0 && !waits ? "stays" : "woken for nothing";
      }
      return waits ? "lost" : woken == 1 ? "woken" : "woken " + woken + " times";
    }

    static String retracted(boolean stayed, boolean waits, int woken) {
      if (waits) {
        return "lost";
      }
      return stayed ? woken == 0 ? "stays" : "both" : woken == 1 ? "woken" : "neither";
    }
  }

  /** The producer of a full ring announces, or has announced and retracts. */
  static class Producer {
    final Ring ring;
    private boolean away;
    private boolean stayed;

    Producer(Ring ring) {
      this.ring = ring;
      ring.offer("a");
    }

    final void leaves() {
      away = ring.offer("b") == SpscRing.FULL && ring.producerLeaves();
    }

    final void stays() {
      stayed = ring.producerStays();
    }

    final String parked() {
      return Consumer.parked(away, ring.producerWaits(), ring.room());
    }

    final String retracted() {
      return Consumer.retracted(stayed, ring.producerWaits(), ring.room());
    }
  }

  /** P3, consumer and publish. */
  @JCStressTest
  @Outcome(id = "stays", expect = ACCEPTABLE, desc = "Published, then the announcement failed")
  @Outcome(id = "woken", expect = ACCEPTABLE, desc = "Announced, then published, which wakes")
  @Outcome(expect = FORBIDDEN, desc = "Asleep for ever, or not woken exactly once")
  @State
  public static class ParkRacesPublish extends Consumer {
    public ParkRacesPublish() {
      super(new Shipped(2, 2));
    }

    @Actor
    public void consumer() {
      leaves();
    }

    @Actor
    public void producer() {
      ring.offer("a");
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = parked();
    }
  }

  /** A weakened twin of {@link ParkRacesPublish}: no second look at the index. */
  @JCStressTest
  @Outcome(id = {"stays", "woken"}, expect = ACCEPTABLE, desc = "Published before, or woken")
  @Outcome(id = "lost", expect = ACCEPTABLE_INTERESTING,
      desc = "Found empty, published to nobody, then announced by a blind OR")
  @State
  public static class LostWithoutSecondLook extends Consumer {
    public LostWithoutSecondLook() {
      super(new Rings.Twin(2, new Rings.AnnouncesBlindly(), new Word()));
    }

    @Actor
    public void consumer() {
      leaves();
    }

    @Actor
    public void producer() {
      ring.offer("a");
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = parked();
    }
  }

  /** A weakened twin of {@link ParkRacesPublish}: the flag is read after a plain publish. */
  @JCStressTest
  @Outcome(id = {"stays", "woken", "woken for nothing"}, expect = ACCEPTABLE,
      desc = "Published before, or woken")
  @Outcome(id = "lost", expect = ACCEPTABLE_INTERESTING,
      desc = "Flag read before the publish is seen, announced, index read before it: both miss")
  @State
  public static class LostWithFlagBeside extends Consumer {
    public LostWithFlagBeside() {
      super(new Rings.Twin(2, new Rings.FlagBeside(), new Word()));
    }

    @Actor
    public void consumer() {
      leaves();
    }

    @Actor
    public void producer() {
      ring.offer("a");
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = parked();
    }
  }

  /** P3, consumer and close. */
  @JCStressTest
  @Outcome(id = "stays", expect = ACCEPTABLE, desc = "Closed, then the announcement failed")
  @Outcome(id = "woken", expect = ACCEPTABLE, desc = "Announced, then closed, which wakes")
  @Outcome(expect = FORBIDDEN, desc = "Asleep for ever, or not woken exactly once")
  @State
  public static class ParkRacesClose extends Consumer {
    public ParkRacesClose() {
      super(new Shipped(2, 2));
    }

    @Actor
    public void consumer() {
      leaves();
    }

    @Actor
    public void closer() {
      ring.close();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = parked();
    }
  }

  /** The weakened twin of {@link ParkRacesClose}. */
  @JCStressTest
  @Outcome(id = {"stays", "woken"}, expect = ACCEPTABLE, desc = "Closed before, or woken")
  @Outcome(id = "lost", expect = ACCEPTABLE_INTERESTING,
      desc = "Nobody asleep seen, announced, then closed")
  @State
  public static class LostWhenClosedAfterLook extends Consumer {
    public LostWhenClosedAfterLook() {
      super(new Rings.Twin(2, new Rings.ClosesAfterLook(), new Word()));
    }

    @Actor
    public void consumer() {
      leaves();
    }

    @Actor
    public void closer() {
      ring.close();
    }

    @Arbiter
    public void outcome(L_Result r) {
      // A closed twin's flag stands also when it has been woken for it.
      r.r1 = ring.ready() == 1 ? "woken" : parked();
    }
  }

  /** P3, a publish and a close find one announcement. */
  static class Announced extends Consumer {
    Announced(Ring ring) {
      super(ring);
      ring.consumerLeaves();
    }
  }

  /** P3: whoever clears PARKED, publisher or closer, is the only one to wake. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "Cleared and woken by one of the two")
  @Outcome(expect = FORBIDDEN, desc = "Woken by neither, or by both")
  @State
  public static class PublishAndCloseFindOneAsleep extends Announced {
    public PublishAndCloseFindOneAsleep() {
      super(new Shipped(2, 2));
    }

    @Actor
    public void producer() {
      ring.offer("a");
    }

    @Actor
    public void closer() {
      ring.close();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = "" + ring.ready();
    }
  }

  /** The weakened twin of {@link PublishAndCloseFindOneAsleep}. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "Woken by one of the two")
  @Outcome(id = "2", expect = ACCEPTABLE_INTERESTING,
      desc = "PARKED met and left by the one, met again by the other: entered twice")
  @State
  public static class WokenTwiceWhenSticky extends Announced {
    public WokenTwiceWhenSticky() {
      super(new Rings.Twin(2, new Rings.Sticky(), new Word()));
    }

    @Actor
    public void producer() {
      ring.offer("a");
    }

    @Actor
    public void closer() {
      ring.close();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = "" + ring.ready();
    }
  }

  /** P3: the consumer takes its announcement back, or a publish does. */
  @JCStressTest
  @Outcome(id = "stays", expect = ACCEPTABLE, desc = "Retracted, then published to nobody")
  @Outcome(id = "woken", expect = ACCEPTABLE, desc = "Published, which wakes: not retracted")
  @Outcome(expect = FORBIDDEN, desc = "Both, or neither")
  @State
  public static class RetractRacesPublish extends Announced {
    public RetractRacesPublish() {
      super(new Shipped(2, 2));
    }

    @Actor
    public void consumer() {
      stays();
    }

    @Actor
    public void producer() {
      ring.offer("a");
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = retracted();
    }
  }

  /** The weakened twin of {@link RetractRacesPublish}. */
  @JCStressTest
  @Outcome(id = {"stays", "woken"}, expect = ACCEPTABLE, desc = "One of the two")
  @Outcome(id = "both", expect = ACCEPTABLE_INTERESTING,
      desc = "The flag seen, published, which wakes, then retracted")
  @State
  public static class BothWhenRetractedAfterLook extends Announced {
    public BothWhenRetractedAfterLook() {
      super(new Rings.Twin(2, new Rings.RetractsAfterLook(), new Word()));
    }

    @Actor
    public void consumer() {
      stays();
    }

    @Actor
    public void producer() {
      ring.offer("a");
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = retracted();
    }
  }

  /** P3: the consumer takes its announcement back, or a close does. */
  @JCStressTest
  @Outcome(id = "stays", expect = ACCEPTABLE, desc = "Retracted, then closed")
  @Outcome(id = "woken", expect = ACCEPTABLE, desc = "Closed, which wakes: not retracted")
  @Outcome(expect = FORBIDDEN, desc = "Both, or neither")
  @State
  public static class RetractRacesClose extends Announced {
    public RetractRacesClose() {
      super(new Shipped(2, 2));
    }

    @Actor
    public void consumer() {
      stays();
    }

    @Actor
    public void closer() {
      ring.close();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = retracted();
    }
  }

  /** The weakened twin of {@link RetractRacesClose}. */
  @JCStressTest
  @Outcome(id = {"stays", "woken"}, expect = ACCEPTABLE, desc = "One of the two")
  @Outcome(id = "both", expect = ACCEPTABLE_INTERESTING,
      desc = "The flag seen, closed, which wakes, then retracted")
  @State
  public static class BothWhenClosedInRetract extends Announced {
    public BothWhenClosedInRetract() {
      super(new Rings.Twin(2, new Rings.RetractsAfterLook(), new Word()));
    }

    @Actor
    public void consumer() {
      stays();
    }

    @Actor
    public void closer() {
      ring.close();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = retracted();
    }
  }

  /** P3, the other direction: the producer waits for room. */
  @JCStressTest
  @Outcome(id = "stays", expect = ACCEPTABLE, desc = "Freed, then accepted, or not announced")
  @Outcome(id = "woken", expect = ACCEPTABLE, desc = "Announced, then freed, which wakes")
  @Outcome(expect = FORBIDDEN, desc = "Asleep for ever, or not woken exactly once")
  @State
  public static class ParkRacesFree extends Producer {
    public ParkRacesFree() {
      super(new Shipped(1, 1));
    }

    @Actor
    public void producer() {
      leaves();
    }

    @Actor
    public void consumer() {
      ring.poll();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = parked();
    }
  }

  /** The weakened twin of {@link ParkRacesFree}. */
  @JCStressTest
  @Outcome(id = {"stays", "woken"}, expect = ACCEPTABLE, desc = "Freed before, or woken")
  @Outcome(id = "lost", expect = ACCEPTABLE_INTERESTING,
      desc = "Found full, freed for nobody, then announced by a blind OR")
  @State
  public static class ProducerLostWithoutSecondLook extends Producer {
    public ProducerLostWithoutSecondLook() {
      super(new Rings.Twin(1, new Word(), new Rings.AnnouncesBlindly()));
    }

    @Actor
    public void producer() {
      leaves();
    }

    @Actor
    public void consumer() {
      ring.poll();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = parked();
    }
  }

  /** P3, the other direction: the producer waits for room, and the ring is closed. */
  @JCStressTest
  @Outcome(id = "stays", expect = ACCEPTABLE, desc = "Closed, then refused, or not announced")
  @Outcome(id = "woken", expect = ACCEPTABLE, desc = "Announced, then closed, which wakes")
  @Outcome(expect = FORBIDDEN, desc = "Asleep for ever, or not woken exactly once")
  @State
  public static class ProducersParkRacesClose extends Producer {
    public ProducersParkRacesClose() {
      super(new Shipped(1, 1));
    }

    @Actor
    public void producer() {
      leaves();
    }

    @Actor
    public void closer() {
      ring.close();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = parked();
    }
  }

  /** The weakened twin of {@link ProducersParkRacesClose}. */
  @JCStressTest
  @Outcome(id = {"stays", "woken"}, expect = ACCEPTABLE, desc = "Closed before, or woken")
  @Outcome(id = "lost", expect = ACCEPTABLE_INTERESTING,
      desc = "Nobody asleep seen, announced, then closed")
  @State
  public static class ProducerLostWhenClosedAfterLook extends Producer {
    public ProducerLostWhenClosedAfterLook() {
      super(new Rings.Twin(1, new Word(), new Rings.ClosesAfterLook()));
    }

    @Actor
    public void producer() {
      leaves();
    }

    @Actor
    public void closer() {
      ring.close();
    }

    @Arbiter
    public void outcome(L_Result r) {
      // A closed twin's flag stands also when it has been woken for it.
      r.r1 = ring.room() == 1 ? "woken" : parked();
    }
  }

  /** P3, the other direction: the producer takes its announcement back while both would wake it. */
  @JCStressTest
  @Outcome(id = "stays", expect = ACCEPTABLE, desc = "Retracted, then freed and closed")
  @Outcome(id = "woken", expect = ACCEPTABLE, desc = "Freed or closed, one of which wakes")
  @Outcome(expect = FORBIDDEN, desc = "Both, or neither")
  @State
  public static class ProducersRetractRacesAll extends Producer {
    public ProducersRetractRacesAll() {
      super(new Shipped(1, 1));
      ring.producerLeaves();
    }

    @Actor
    public void producer() {
      stays();
    }

    @Actor
    public void consumer() {
      ring.poll();
      ring.close();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = retracted();
    }
  }

  /** The weakened twin of {@link ProducersRetractRacesAll}. */
  @JCStressTest
  @Outcome(id = {"stays", "woken"}, expect = ACCEPTABLE, desc = "One of the two")
  @Outcome(id = "both", expect = ACCEPTABLE_INTERESTING,
      desc = "The flag seen, freed or closed, which wakes, then retracted")
  @State
  public static class ProducerBothWhenRetractedAfterLook extends Producer {
    public ProducerBothWhenRetractedAfterLook() {
      super(new Rings.Twin(1, new Word(), new Rings.RetractsAfterLook()));
      ring.producerLeaves();
    }

    @Actor
    public void producer() {
      stays();
    }

    @Actor
    public void consumer() {
      ring.poll();
      ring.close();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = retracted();
    }
  }
}
