package dev.runnel.internal.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

  private final Claims<String> claims = new Claims<>();

  private static <T> List<Running> workers(Random random, Running.Body body) {
    List<Running> workers = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      workers.add(Running.either(random, body));
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
    Claims.Idle idle = new Claims.Idle();
    claims.offer(0, "a");
    claims.offer(1, "b");
    claims.end();
    assertEquals(new Claims.Claim<>(0, "a"), claims.take(idle));
    assertEquals(new Claims.Claim<>(1, "b"), claims.take(idle));
    assertNull(claims.take(idle));
    assertNull(claims.take(idle));
  }

  @Test
  void givesNothingMoreOnceStopped() {
    claims.offer(0, "a");
    claims.stop();
    assertNull(claims.take(new Claims.Idle()));
    claims.offer(1, "b");
    assertNull(claims.take(new Claims.Idle()));
  }

  @Test
  void tellsWhetherAWorkerIsIdle() throws Exception {
    assertTrue(claims.nobodyIdle());
    Running worker = Running.virtual(() -> claims.take(new Claims.Idle())).awaitWaiting();
    assertFalse(claims.nobodyIdle());
    claims.offer(0, "a");
    assertTrue(claims.nobodyIdle());
    worker.join();
  }

  @Test
  void waitsThroughAnInterruptAndKeepsTheFlag() throws Exception {
    Running worker = Running.virtual(() -> {
      assertEquals(new Claims.Claim<>(0, "a"), claims.take(new Claims.Idle()));
      assertTrue(Thread.interrupted());
    }).awaitWaiting();
    worker.thread().interrupt();
    claims.offer(0, "a");
    worker.join();
  }

  @Test
  void clearDropsWhatWasNotTaken() {
    WeakReference<Object> dropped = offerOne();
    claims.clear(element -> assertEquals("dropped", element));
    while (dropped.get() != null) {
      System.gc();
      Thread.yield();
    }
  }

  private WeakReference<Object> offerOne() {
    String element = new String("dropped");
    claims.offer(0, element);
    return new WeakReference<>(element);
  }

  @Test
  void endLetsAllWorkersGoAfterTheLastElement() {
    Seeds.each(1_000, random -> {
      Claims<Integer> mine = new Claims<>();
      AtomicInteger taken = new AtomicInteger();
      List<Running> workers = workers(random, () -> {
        Claims.Idle idle = new Claims.Idle();
        while (mine.take(idle) != null) {
          taken.incrementAndGet();
        }
      });
      int count = random.nextInt(6);
      for (int i = 0; i < count; i++) {
        mine.offer(i, i);
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
      Claims<Integer> mine = new Claims<>();
      List<Running> workers = workers(random, () -> {
        Claims.Idle idle = new Claims.Idle();
        while (mine.take(idle) != null) {
          Thread.onSpinWait();
        }
      });
      Random other = new Random(random.nextLong());
      Running stopper = Running.either(random, () -> {
        Running.pause(other);
        mine.stop();
      });
      for (int i = 0; i < 6; i++) {
        mine.offer(i, i);
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
      Claims<Integer> mine = new Claims<>();
      int count = 20_000;
      AtomicLong sum = new AtomicLong();
      AtomicInteger taken = new AtomicInteger();
      List<Running> workers = workers(random, () -> {
        Claims.Idle idle = new Claims.Idle();
        long last = -1;
        for (var claim = mine.take(idle); claim != null; claim = mine.take(idle)) {
          assertTrue(claim.index() > last);
          last = claim.index();
          sum.addAndGet(claim.element());
          taken.incrementAndGet();
        }
      });
      for (int i = 0; i < count; i++) {
        mine.offer(i, i);
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
      Claims<Semaphore> mine = new Claims<>();
      AtomicInteger busy = new AtomicInteger();
      ConcurrentLinkedQueue<Semaphore> held = new ConcurrentLinkedQueue<>();
      List<Running> workers = workers(random, () -> {
        Claims.Idle idle = new Claims.Idle();
        for (var claim = mine.take(idle); claim != null; claim = mine.take(idle)) {
          held.add(claim.element());
          busy.incrementAndGet();
          claim.element().acquire();
        }
      });
      int out = 0;
      for (int index = 0; index < 20_000;) {
        int more = random.nextInt(WORKERS - out + 1);
        for (int i = 0; i < more; i++) {
          mine.offer(index++, new Semaphore(random.nextInt(3) == 0 ? 1 : 0));
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
