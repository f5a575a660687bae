package dev.runnel.internal.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every transport promises its stage. */
@Timeout(30)
abstract class TransportContract {
  private static final int LANES = 3;

  final Transport transport = make();

  private final Map<Transport, Map<Integer, Transport.Lane>> ways = new ConcurrentHashMap<>();

  private final Map<Transport, Long> expected = new ConcurrentHashMap<>();

  abstract Transport make();

  /** Puts an item into a lane, which is opened when it is first used. */
  final void put(Transport into, int lane, long index, Object item) {
    expected.compute(into, (_, next) -> { // one thread at a time, in ascending order
      long now = next == null ? 0 : next;
      while (now <= index) {
        into.expect(now++);
      }
      return now;
    });
    way(into, lane).put(index, item);
  }

  final Transport.Lane way(Transport into, int lane) {
    return ways.computeIfAbsent(into, _ -> new ConcurrentHashMap<>())
        .computeIfAbsent(lane, _ -> into.open());
  }

  /** An item that tells where it comes from. */
  record Item(int lane, long index) {}

  @Test
  void givesNothingWhileNothingIsThere() {
    assertNull(transport.poll());
    assertNull(transport.poll());
  }

  @Test
  void givesWhatWasPutAsTheSameObject() throws Exception {
    Object element = new Object();
    put(transport, 0, 0, element);
    assertSame(element, transport.poll());
    assertNull(transport.poll());
    put(transport, 0, 1, element);
    assertSame(element, transport.take());
    assertNull(transport.poll());
  }

  @Test
  void passesValuesThatAreOddMarkersAndSignals() throws Exception {
    Object throwsWhenCompared = new Object() {
      @Override
      public boolean equals(Object other) {
        throw new IllegalStateException();
      }

      @Override
      public int hashCode() {
        throw new IllegalStateException();
      }
    };
    List<Object> odd = List.of(0, "", Optional.empty(), false, new Object[0],
        throwsWhenCompared, Thread.currentThread(), new Signal.End(1, null));
    for (int i = 0; i < odd.size(); i++) {
      put(transport, 0, i, odd.get(i));
    }
    for (int i = 0; i < odd.size(); i++) {
      assertSame(odd.get(i), i % 2 == 0 ? transport.poll() : transport.take());
    }
    assertNull(transport.poll());
  }

  @Test
  void waitsForAnItem() throws Exception {
    Running consumer = Running.virtual(() -> assertEquals("a", transport.take())).awaitWaiting();
    put(transport, 0, 0, "a");
    consumer.join();
  }

  @Test
  void interruptWhileWaitingTakesNothingAndClearsTheFlag() throws Exception {
    Running consumer = Running.virtual(() -> {
      assertThrows(InterruptedException.class, transport::take);
      assertFalse(Thread.currentThread().isInterrupted());
    }).awaitWaiting();
    consumer.thread().interrupt();
    consumer.join();
    put(transport, 0, 0, "a");
    assertEquals("a", transport.poll());
  }

  @Test
  void clearRetainsNothing() throws Exception {
    WeakReference<Object> first = putOne(0);
    WeakReference<Object> second = putOne(1);
    List<Object> dropped = new ArrayList<>();
    transport.clear(dropped::add);
    assertEquals(2, dropped.size());
    dropped.clear();
    assertNull(transport.poll());
    awaitCleared(first);
    awaitCleared(second);
  }

  @Test
  void retainsNothingThatWasTaken() throws Exception {
    WeakReference<Object> first = putOne(0);
    WeakReference<Object> second = putOne(1);
    transport.poll();
    transport.take();
    awaitCleared(first);
    awaitCleared(second);
  }

  private WeakReference<Object> putOne(long index) {
    Object element = new Object();
    put(transport, 0, index, element);
    return new WeakReference<>(element);
  }

  private static void awaitCleared(WeakReference<Object> reference) {
    while (reference.get() != null) {
      System.gc();
      Thread.yield();
    }
  }

  /** Several producers, one consumer that polls, waits, and is interrupted now and then. */
  @Test
  void losesAndDoublesNothingAndKeepsTheOrderOfEachLane() {
    Seeds.each(20, random -> {
      Transport mine = make();
      int count = 3_000;
      AtomicLong next = new AtomicLong(); // an index belongs to one lane, as in a stage
      List<Running> producers = new ArrayList<>();
      for (int lane = 0; lane < LANES; lane++) {
        producers.add(producer(mine, lane, count, next, new Random(random.nextLong()), random));
      }
      List<Item> taken = new ArrayList<>();
      Running consumer = Running.either(random, () -> {
        while (taken.size() < count) {
          Object item = random.nextBoolean() ? mine.poll() : takeOrInterrupted(mine);
          if (item instanceof Item given) {
            taken.add(given);
            assertLane(mine, given);
          }
        }
      });
      for (int i = 0; i < 100; i++) {
        Thread.yield();
        consumer.thread().interrupt();
      }
      consumer.join();
      for (Running producer : producers) {
        producer.join();
      }
      assertNull(mine.poll());
      check(taken);
    });
  }

  private static Object takeOrInterrupted(Transport transport) {
    try {
      return transport.take();
    } catch (InterruptedException e) {
      return "";
    }
  }

  private Running producer(
      Transport transport, int lane, int count, AtomicLong next, Random mine, Random kind) {
    return Running.either(kind, () -> {
      for (long i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
        Running.pause(mine);
        put(transport, lane, i, new Item(lane, i));
      }
    });
  }

  /** Fails unless the transport tells the lane of the last item, if it tells lanes. */
  void assertLane(Transport taken, Item item) {}

  /** Fails unless the items, which are complete by number, are in this transport's order. */
  abstract void check(List<Item> taken);
}
