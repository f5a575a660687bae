package dev.runnel.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Await;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every ring for one producer and one consumer does, however it keeps its elements. */
@Timeout(60)
abstract class RingContract {
  private final AtomicInteger ready = new AtomicInteger();
  private final AtomicInteger room = new AtomicInteger();

  /** A ring without elements. */
  abstract SpscRing<Object> ring(int capacity, Wake wakeConsumer, Wake wakeProducer);

  private SpscRing<Object> ring(int capacity) {
    return ring(capacity, ready::incrementAndGet, room::incrementAndGet);
  }

  private static Object[] numbers(int from, int to) {
    return IntStream.range(from, to).boxed().toArray();
  }

  private static void fill(SpscRing<Object> ring, int count) {
    for (int i = 0; i < count; i++) {
      assertEquals(1, ring.offer(i));
    }
  }

  /** A ring that has to grow adds a bulk in parts. */
  private static int offerAll(SpscRing<Object> ring, Object[] elements, int from, int to) {
    int next = from;
    while (next < to) {
      int count = ring.offer(elements, next, to);
      if (count <= 0) {
        return next == from ? count : next - from;
      }
      next += count;
    }
    return next - from;
  }

  /** And it gives one in parts. */
  private static int pollAll(SpscRing<Object> ring, @Nullable Object[] into, int from, int to) {
    int next = from;
    while (next < to) {
      int count = ring.poll(into, next, to);
      if (count == 0) {
        return next - from;
      }
      next += count;
    }
    return next - from;
  }

  private static @Nullable Object take(SpscRing<Object> ring) {
    Object element = ring.poll();
    ring.free();
    return element;
  }

  // Elements.

  @Test
  void givesNothingWhenEmpty() {
    SpscRing<Object> ring = ring(3);
    assertNull(ring.poll());
    assertEquals(0, ring.poll(new Object[2], 0, 2));
    assertEquals(0, ring.available(2));
    assertEquals(0, ring.size());
    assertFalse(ring.drained());
    assertFalse(ring.closed());
  }

  @Test
  void keepsTheOrder() {
    SpscRing<Object> ring = ring(10);
    fill(ring, 10);
    for (int i = 0; i < 10; i++) {
      assertEquals(i, take(ring));
    }
    assertNull(ring.poll());
  }

  @Test
  void holdsItsCapacityExactly() {
    for (int capacity = 1; capacity <= 70; capacity++) {
      SpscRing<Object> ring = ring(capacity);
      assertEquals(capacity, ring.capacity());
      for (int round = 0; round < 3; round++) {
        fill(ring, capacity);
        assertEquals(SpscRing.FULL, ring.offer("more"));
        assertEquals(SpscRing.FULL, ring.offer(new Object[] {"more", "still"}, 0, 2));
        assertEquals(capacity, ring.size());
        for (int i = 0; i < capacity; i++) {
          assertEquals(i, take(ring));
        }
      }
    }
  }

  @Test
  void hasRoomAgainOnlyOnceItIsFreed() {
    SpscRing<Object> ring = ring(2);
    fill(ring, 2);
    assertEquals(0, ring.poll());
    assertEquals(SpscRing.FULL, ring.offer("early"));
    ring.free();
    assertEquals(1, ring.offer("next"));
    assertEquals(SpscRing.FULL, ring.offer("more"));
  }

  @Test
  void keepsTheOrderOverALongRun() {
    Seeds.each(100, random -> {
      int capacity = random.nextInt(1, 40);
      SpscRing<Object> ring = ring(capacity);
      int in = 0;
      int out = 0;
      while (in < 5_000) {
        Object[] some = numbers(in, in + random.nextInt(1, capacity + 3));
        in += random.nextBoolean() ? ring.offer(some[0]) : ring.offer(some, 0, some.length);
        for (int left = random.nextInt(capacity + 1); left > 0 && out < in; left--) {
          assertEquals(out++, ring.poll());
        }
        ring.free();
        assertEquals(in - out, ring.size());
      }
    });
  }

  @Test
  void addsOfABulkWhatThereIsRoomFor() {
    SpscRing<Object> ring = ring(5);
    Object[] elements = numbers(0, 10);
    assertEquals(3, offerAll(ring, elements, 1, 4));
    assertEquals(2, offerAll(ring, elements, 4, 10));
    assertEquals(SpscRing.FULL, ring.offer(elements, 6, 10));
    for (int i = 1; i < 6; i++) {
      assertEquals(i, take(ring));
    }
    assertNull(ring.poll());
  }

  @Test
  void takesABulkIntoItsRange() {
    SpscRing<Object> ring = ring(8);
    fill(ring, 6);
    Object[] into = new Object[9];
    assertEquals(4, pollAll(ring, into, 2, 6));
    assertEquals(2, pollAll(ring, into, 6, 9));
    assertEquals(0, ring.poll(into, 8, 9));
    for (int i = 0; i < 9; i++) {
      assertEquals(i < 2 || i == 8 ? null : (Object) (i - 2), into[i]);
    }
  }

  @Test
  void movesBulksOfAnySizeOverTheLimitsOfGrowth() {
    for (int bulk = 1; bulk <= 65; bulk++) {
      SpscRing<Object> ring = ring(1_000);
      Object[] into = new Object[bulk];
      int in = 0;
      int out = 0;
      for (int round = 0; round < 200 || out < in; round++) {
        if (round < 200) {
          in += Math.max(0, ring.offer(numbers(in, in + bulk), 0, bulk));
        }
        int some = round % 2 == 0 || round >= 200 ? ring.poll(into, 0, bulk) : 0;
        ring.free();
        for (int i = 0; i < some; i++) {
          assertEquals(out++, into[i]);
        }
      }
      assertEquals(0, ring.size());
    }
  }

  @Test
  void passesOddValuesOn() {
    Object hostile = new Object() {
      @Override
      public boolean equals(@Nullable Object other) {
        throw new UnsupportedOperationException("compared");
      }

      @Override
      public int hashCode() {
        throw new UnsupportedOperationException("hashed");
      }
    };
    SpscRing<Object> ring = ring(10);
    Object[] odd = {0, -1, "", Optional.empty(), false, hostile, new Object[0], Void.class, ring};
    for (Object value : odd) {
      ring.offer(value);
      assertSame(value, take(ring));
    }
    assertEquals(odd.length, offerAll(ring, odd, 0, odd.length));
    for (Object value : odd) {
      assertSame(value, take(ring));
    }
  }

  // Closing.

  @Test
  void refusesWhatComesAfterTheClose() {
    SpscRing<Object> ring = ring(3);
    assertEquals(1, ring.offer("in"));
    assertTrue(ring.close());
    assertTrue(ring.closed());
    assertEquals(SpscRing.REFUSED, ring.offer("late"));
    assertEquals(SpscRing.REFUSED, ring.offer(new Object[] {"late", "later"}, 0, 2));
    assertEquals(1, ring.size());
    assertFalse(ring.drained());
    assertEquals("in", ring.poll());
    assertTrue(ring.drained());
    assertNull(take(ring));
    assertEquals(SpscRing.REFUSED, ring.offer("late"));
    assertTrue(ring.drained());
  }

  @Test
  void refusesAlsoWhenItIsFull() {
    SpscRing<Object> ring = ring(2);
    fill(ring, 2);
    ring.close();
    assertEquals(SpscRing.REFUSED, ring.offer("late"));
    assertEquals(SpscRing.REFUSED, ring.offer(new Object[] {"late"}, 0, 1));
    assertEquals(0, take(ring));
    assertEquals(1, take(ring));
    assertTrue(ring.drained());
  }

  @Test
  void isClosedByOneOfManyThreads() throws Exception {
    for (int round = 0; round < 200; round++) {
      SpscRing<Object> ring = ring(1);
      AtomicInteger closed = new AtomicInteger();
      List<Running> closers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        closers.add(Running.virtual(() -> closed.addAndGet(ring.close() ? 1 : 0)));
      }
      for (Running closer : closers) {
        closer.join();
      }
      assertEquals(1, closed.get());
      assertFalse(ring.close());
    }
  }

  // Retaining.

  private static void awaitGone(List<WeakReference<Object>> elements) throws Exception {
    Await.until(() -> {
      System.gc();
      return elements.stream().allMatch(element -> element.get() == null);
    });
  }

  private static Object[] fresh(int count, List<WeakReference<Object>> seen) {
    Object[] elements = new Object[count];
    for (int i = 0; i < count; i++) {
      elements[i] = new Object();
      seen.add(new WeakReference<>(elements[i]));
    }
    return elements;
  }

  @Test
  void retainsNothingThatWasTaken() throws Exception {
    SpscRing<Object> ring = ring(20);
    List<WeakReference<Object>> seen = new ArrayList<>();
    assertEquals(15, offerAll(ring, fresh(15, seen), 0, 15));
    assertEquals(1, ring.offer(fresh(1, seen)[0]));
    for (int i = 0; i < 6; i++) {
      take(ring);
    }
    assertEquals(10, pollAll(ring, new Object[10], 0, 10));
    awaitGone(seen);
    assertEquals(1, ring.offer("usable"));
  }

  @Test
  void retainsNothingThatWasRefused() throws Exception {
    SpscRing<Object> ring = ring(20);
    List<WeakReference<Object>> seen = new ArrayList<>();
    ring.offer("in");
    ring.close();
    assertEquals(SpscRing.REFUSED, ring.offer(fresh(15, seen), 0, 15));
    assertEquals(SpscRing.REFUSED, ring.offer(fresh(1, seen)[0]));
    awaitGone(seen);
    assertEquals("in", ring.poll());
  }

  // Announcing.

  @Test
  void wakesTheConsumerOnceForAnAnnouncement() {
    SpscRing<Object> ring = ring(4);
    fill(ring, 1);
    assertFalse(ring.consumerLeaves(), "there is an element");
    assertEquals(0, take(ring));
    assertEquals(0, ready.get(), "nobody had announced");
    assertTrue(ring.consumerLeaves());
    assertTrue(ring.consumerWaits());
    assertEquals(2, ring.offer(numbers(0, 2), 0, 2));
    assertEquals(1, ring.offer("more"));
    ring.close();
    assertEquals(1, ready.get());
    assertFalse(ring.consumerWaits());
    assertFalse(ring.consumerStays(), "it was taken already");
    assertFalse(ring.consumerLeaves(), "there are elements");
  }

  @Test
  void wakesTheProducerOnceForAnAnnouncement() {
    SpscRing<Object> ring = ring(2);
    fill(ring, 2);
    assertEquals(SpscRing.FULL, ring.offer("more"));
    assertTrue(ring.producerLeaves());
    assertTrue(ring.producerWaits());
    ring.poll();
    assertEquals(0, room.get(), "not free yet");
    ring.free();
    ring.free();
    take(ring);
    ring.close();
    assertEquals(1, room.get());
    assertFalse(ring.producerWaits());
    assertFalse(ring.producerStays(), "it was taken already");
  }

  @Test
  void letsNobodyWaitInAClosedRing() {
    SpscRing<Object> ring = ring(1);
    fill(ring, 1);
    assertEquals(SpscRing.FULL, ring.offer("more"));
    ring.close();
    assertFalse(ring.producerLeaves());
    assertEquals(0, take(ring));
    assertFalse(ring.consumerLeaves());
    assertEquals(0, ready.get() + room.get());
  }

  @Test
  void wakesWhoWaitsByTheClose() {
    SpscRing<Object> full = ring(1);
    fill(full, 1);
    assertEquals(SpscRing.FULL, full.offer("more"));
    assertTrue(full.producerLeaves());
    full.close();
    assertEquals(1, room.get());
    assertFalse(full.producerWaits());
    SpscRing<Object> empty = ring(1);
    assertTrue(empty.consumerLeaves());
    empty.close();
    empty.close();
    assertEquals(1, ready.get());
    assertFalse(empty.consumerWaits());
    assertTrue(empty.drained());
  }

  @Test
  void wakesNobodyWhoHasTakenItBack() {
    SpscRing<Object> ring = ring(1);
    assertTrue(ring.consumerLeaves());
    assertTrue(ring.consumerStays());
    assertFalse(ring.consumerStays());
    fill(ring, 1);
    assertEquals(SpscRing.FULL, ring.offer("more"));
    assertTrue(ring.producerLeaves());
    assertTrue(ring.producerStays());
    assertFalse(ring.producerStays());
    assertEquals(0, take(ring));
    ring.close();
    assertEquals(0, ready.get() + room.get());
  }

  @Test
  void announcesAnewAfterAWake() {
    SpscRing<Object> ring = ring(1);
    for (int round = 1; round <= 10; round++) {
      assertTrue(ring.consumerLeaves());
      fill(ring, 1);
      assertEquals(round, ready.get());
      assertEquals(SpscRing.FULL, ring.offer("more"));
      assertTrue(ring.producerLeaves());
      assertEquals(0, take(ring));
      assertEquals(round, room.get());
    }
  }

  @Test
  void keepsAllUnderStorms() {
    Seeds.each(2_000, random -> new RingStorm(random, this::ring).run());
  }
}
