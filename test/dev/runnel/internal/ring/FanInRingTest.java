package dev.runnel.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.park.Waiter;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class FanInRingTest {
  private final AtomicInteger wakes = new AtomicInteger();
  private final FanInRing<Object> rings = new FanInRing<>(wakes::incrementAndGet);

  private static FanInRing.Lane<Object> lane(FanInRing<Object> into) {
    return new FanInRing.Lane<>(into, 2, 1 << 20, () -> {});
  }

  private void fill(FanInRing.Lane<Object> lane, String name, int count) {
    for (int i = 0; i < count; i++) {
      assertEquals(1, lane.ring().offer(name + i));
    }
  }

  @Test
  void givesNothingWithoutLanesOrElements() {
    assertNull(rings.poll());
    lane(rings);
    assertNull(rings.poll());
    assertEquals(0, rings.available(1));
    assertNull(rings.polled());
  }

  @Test
  void keepsTheOrderOfALaneAndTellsTheLane() {
    FanInRing.Lane<Object> lane = lane(rings);
    fill(lane, "a", 100);
    for (int i = 0; i < 100; i++) {
      assertEquals("a" + i, rings.poll());
      assertSame(lane, rings.polled());
    }
    assertNull(rings.poll());
  }

  @Test
  void givesEveryReadyLaneItsTurnAfterABatch() {
    FanInRing.Lane<Object> busy = lane(rings);
    FanInRing.Lane<Object> other = lane(rings);
    fill(busy, "busy", 10 * FanInRing.BATCH);
    fill(other, "other", 1);
    int before = 0;
    while (!"other0".equals(rings.poll())) {
      before++;
    }
    assertEquals(FanInRing.BATCH, before);
    FanInRing.Lane<Object> late = lane(rings);
    fill(late, "late", 1);
    before = 0;
    while (!"late0".equals(rings.poll())) {
      before++;
    }
    assertTrue(before <= FanInRing.BATCH, () -> "a turn was longer than a batch");
  }

  @Test
  void tellsWhatIsAvailableInTheTurn() {
    fill(lane(rings), "a", 3);
    fill(lane(rings), "b", FanInRing.BATCH + 5);
    assertEquals(2, rings.available(2));
    assertEquals(3, rings.available(4));
    assertEquals("a0", rings.poll());
    assertEquals(2, rings.available(4));
    rings.poll();
    rings.poll();
    assertEquals(FanInRing.BATCH, rings.available(Integer.MAX_VALUE));
  }

  @Test
  void wakesTheConsumerOnceForAllLanes() {
    FanInRing.Lane<Object> a = lane(rings);
    FanInRing.Lane<Object> b = lane(rings);
    assertTrue(rings.consumerLeaves());
    assertTrue(rings.consumerWaits());
    fill(a, "a", 3);
    fill(b, "b", 3);
    assertEquals(1, wakes.get());
    assertFalse(rings.consumerWaits());
    assertFalse(rings.consumerStays());
    assertFalse(rings.consumerLeaves(), "two lanes are ready");
  }

  @Test
  void wakesForALaneThatIsClosedAndTellsThatItIsDrained() {
    AtomicInteger drained = new AtomicInteger();
    FanInRing.Lane<Object> lane = new FanInRing.Lane<>(rings, 2, 4, () -> {}) {
      @Override
      protected void drained() {
        drained.incrementAndGet();
      }
    };
    lane.ring().offer("last");
    assertEquals("last", rings.poll());
    assertNull(rings.poll());
    assertTrue(rings.consumerLeaves());
    lane.ring().close();
    assertEquals(1, wakes.get());
    assertEquals(0, drained.get());
    assertNull(rings.poll());
    assertEquals(1, drained.get());
    assertNull(rings.poll());
    assertEquals(1, drained.get());
  }

  @Test
  void retainsNothingThatWasTaken() {
    FanInRing.Lane<Object> lane = lane(rings);
    WeakReference<Object> taken = throughOne(lane);
    while (taken.get() != null) {
      System.gc();
      Thread.yield();
    }
  }

  private WeakReference<Object> throughOne(FanInRing.Lane<Object> lane) {
    Object element = new Object();
    lane.ring().offer(element);
    assertSame(element, rings.poll());
    return new WeakReference<>(element);
  }

  /** What a producer sends. */
  private record Item(int lane, int index) {}

  @Test
  void losesAndDoublesNothingUnderAnyLoad() {
    Seeds.each(300, random -> {
      Waiter waiter = new Waiter();
      FanInRing<Object> mine = new FanInRing<>(waiter::signal);
      int producers = random.nextInt(1, 6);
      int count = random.nextInt(1, 400);
      List<Running> running = new ArrayList<>();
      for (int i = 0; i < producers; i++) {
        running.add(producer(mine, i, count, new Random(random.nextLong()), random));
      }
      int[] next = new int[producers];
      for (int taken = 0; taken < producers * count;) {
        if (mine.poll() instanceof Item item) {
          assertEquals(next[item.lane]++, item.index);
          taken++;
        } else if (mine.consumerLeaves()) {
          waiter.await(() -> !mine.consumerWaits());
        }
      }
      assertNull(mine.poll());
      for (Running producer : running) {
        producer.join();
      }
    });
  }

  private static Running producer(
      FanInRing<Object> into, int number, int count, Random mine, Random kind) {
    FanInRing.Lane<Object> lane = lane(into);
    return Running.either(kind, () -> {
      for (int i = 0; i < count; i++) {
        Running.pause(mine);
        assertEquals(1, lane.ring().offer(new Item(number, i)));
      }
    });
  }
}
