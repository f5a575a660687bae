package dev.runnel.internal.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ClaimsTest {
  private static final int WORKERS = 3;

  private final Claims<String> claims = new Claims<>(2);

  /** What a worker does with its place. */
  private interface Work {
    void run(Claims.Place place) throws Exception;
  }

  private static List<Running> workers(Claims<?> claims, Random random, Work work) {
    List<Running> workers = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      Claims.Place place = claims.open();
      workers.add(Running.either(random, () -> work.run(place)));
    }
    return workers;
  }

  private static void join(List<Running> workers) throws Exception {
    for (Running worker : workers) {
      worker.join();
    }
  }

  @Test
  void givesElementsInSourceOrder() {
    Claims.Place place = claims.open();
    claims.offer("a");
    claims.offer("b");
    claims.end();
    assertEquals("a", claims.take(place));
    assertEquals(0, place.index());
    assertEquals("b", claims.take(place));
    assertEquals(1, place.index());
    assertNull(claims.take(place));
    assertNull(claims.poll(place));
  }

  @Test
  void givesNothingMoreOnceStopped() {
    Claims.Place place = claims.open();
    claims.offer("a");
    claims.stop();
    assertNull(claims.take(place));
    claims.offer("b");
    assertNull(claims.take(place));
    assertNull(claims.poll(place));
  }

  @Test
  void countsWhatNoIdleWorkerWillTake() throws Exception {
    Claims.Place place = claims.open();
    claims.offer("a");
    assertEquals(1, claims.waiting());
    assertEquals("a", claims.poll(place));
    assertEquals(0, claims.waiting());
    Running worker = Running.virtual(() -> claims.take(place)).awaitWaiting();
    claims.offer("b");
    assertEquals(0, claims.waiting(), "a worker was idle");
    worker.join();
    claims.offer("c");
    claims.offer("d");
    assertEquals(2, claims.waiting());
  }

  /** A burst wakes one worker, which wakes the next before it begins with an element. */
  @Test
  void rousesOneWorkerAtATime() throws Exception {
    Claims.Place first = claims.open();
    Claims.Place second = claims.open();
    Running last = Running.virtual(() -> assertEquals("b", claims.take(second))).awaitWaiting();
    Running top = Running.virtual(() -> assertEquals("a", claims.take(first))).awaitWaiting();
    claims.offer("a");
    claims.offer("b");
    top.join();
    last.join();
  }

  @Test
  void waitsThroughAnInterruptAndKeepsTheFlag() throws Exception {
    Claims.Place place = claims.open();
    Running worker = Running.virtual(() -> {
      assertEquals("a", claims.take(place));
      assertTrue(Thread.interrupted());
    }).awaitWaiting();
    worker.thread().interrupt();
    claims.offer("a");
    worker.join();
  }

  @Test
  void clearDropsWhatWasNotTaken() {
    WeakReference<Object> waiting = offerOne();
    claims.clear(element -> assertEquals("dropped", element));
    awaitCleared(waiting);
    WeakReference<Object> returned = offerOne();
    claims.giveBack(claims.poll(claims.open()));
    claims.clear(element -> assertEquals("dropped", element));
    awaitCleared(returned);
  }

  @Test
  void retainsNothingThatWasTaken() {
    WeakReference<Object> taken = offerOne();
    assertEquals("dropped", claims.poll(claims.open()));
    awaitCleared(taken);
  }

  private static void awaitCleared(WeakReference<Object> reference) {
    while (reference.get() != null) {
      System.gc();
      Thread.yield();
    }
  }

  private WeakReference<Object> offerOne() {
    String element = new String("dropped");
    claims.offer(element);
    return new WeakReference<>(element);
  }

  @Test
  void endLetsAllWorkersGoAfterTheLastElement() {
    Seeds.each(1_000, random -> {
      Claims<Integer> mine = new Claims<>(2);
      AtomicInteger taken = new AtomicInteger();
      List<Running> workers = workers(mine, random, place -> {
        while (mine.take(place) != null) {
          taken.incrementAndGet();
        }
      });
      int count = random.nextInt(6);
      for (int i = 0; i < count; i++) {
        mine.offer(i);
        Running.pause(random);
      }
      mine.end();
      join(workers);
      assertEquals(count, taken.get());
    });
  }

  @Test
  void stopLetsAllWorkersGoWhateverTheFeederDoes() {
    Seeds.each(1_000, random -> {
      Claims<Integer> mine = new Claims<>(2);
      List<Running> workers = workers(mine, random, place -> {
        while (mine.take(place) != null) {
          Thread.onSpinWait();
        }
      });
      Random other = new Random(random.nextLong());
      Running stopper = Running.either(random, () -> {
        Running.pause(other);
        mine.stop();
      });
      for (int i = 0; i < 6; i++) {
        mine.offer(i);
        Running.pause(random);
      }
      stopper.join();
      join(workers);
    });
  }

  /** Each element goes to one worker, and a worker's elements come in source order. */
  @Test
  void losesAndDoublesNothing() {
    Seeds.each(3, random -> {
      Claims<Integer> mine = new Claims<>(random.nextInt(1, 100));
      int count = 20_000;
      AtomicLong sum = new AtomicLong();
      AtomicInteger taken = new AtomicInteger();
      List<Running> workers = workers(mine, random, place -> {
        long last = -1;
        for (var element = mine.take(place); element != null; element = mine.take(place)) {
          assertTrue(place.index() > last);
          last = place.index();
          assertEquals(last, (long) element);
          sum.addAndGet(element);
          taken.incrementAndGet();
        }
      });
      for (int i = 0; i < count; i++) {
        mine.offer(i);
        Running.pause(random);
      }
      mine.end();
      join(workers);
      assertEquals(count, taken.get());
      assertEquals(count * (count - 1L) / 2, sum.get());
    });
  }

  /**
   * An element waits only while all workers are busy: at most so many are out as there are workers,
   * and none of these may need another's end, or another offer, to be taken.
   */
  @Test
  void neverLeavesAnElementWhileAWorkerIsIdle() {
    Seeds.each(2, random -> {
      Claims<Semaphore> mine = new Claims<>(WORKERS);
      AtomicInteger busy = new AtomicInteger();
      ConcurrentLinkedQueue<Semaphore> held = new ConcurrentLinkedQueue<>();
      List<Running> workers = workers(mine, random, place -> {
        for (var element = mine.take(place); element != null; element = mine.take(place)) {
          held.add(element);
          busy.incrementAndGet();
          element.acquire();
        }
      });
      int out = 0;
      for (int index = 0; index < 20_000;) {
        int more = random.nextInt(WORKERS - out + 1);
        for (int i = 0; i < more; i++) {
          mine.offer(new Semaphore(random.nextInt(3) == 0 ? 1 : 0));
          index++;
        }
        out += more;
        awaitTaken(busy, index);
        for (int i = random.nextInt(out + 1); i > 0; i--) {
          held.remove().release();
          out--;
        }
      }
      held.forEach(Semaphore::release);
      mine.end();
      join(workers);
    });
  }

  private static void awaitTaken(AtomicInteger busy, int offered) {
    long patience = System.nanoTime() + 10_000_000_000L;
    while (busy.get() < offered) {
      assertTrue(System.nanoTime() < patience, "an element waits while a worker is idle");
      Thread.yield();
    }
  }
}
