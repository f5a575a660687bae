package dev.runnel.internal.park;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WaiterTest {
  private static final int HAND_OVERS = 10_000;
  private static final int ROUNDS = 2_000;

  private final Waiter waiter = new Waiter();
  private final AtomicBoolean open = new AtomicBoolean();

  private void open() {
    open.set(true);
    waiter.signal();
  }

  @Test
  void returnsAtOnceAndKeepsTheFlagWhenTheConditionHolds() throws Exception {
    Running.virtual(() -> {
      Thread.currentThread().interrupt();
      waiter.await(() -> true);
      waiter.awaitUninterruptibly(() -> true);
      assertTrue(Thread.interrupted());
    }).join();
  }

  @Test
  void throwsAtOnceWithTheFlagClearWhenInterruptedBefore() throws Exception {
    Running.virtual(() -> {
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, () -> waiter.await(() -> false));
      assertFalse(Thread.interrupted());
    }).join();
  }

  @Test
  void throwsWithTheFlagClearWhenInterruptedMeanwhileAndCanWaitAgain() throws Exception {
    CountDownLatch thrown = new CountDownLatch(1);
    Running waiting = Running.virtual(() -> {
      assertThrows(InterruptedException.class, () -> waiter.await(open::get));
      assertFalse(Thread.currentThread().isInterrupted());
      thrown.countDown();
      waiter.await(open::get);
    }).awaitWaiting();
    waiting.thread().interrupt();
    thrown.await();
    open();
    waiting.join();
  }

  @Test
  void waitsOnWhenSignalledOrUnparkedForNothing() throws Exception {
    Running waiting = Running.virtual(() -> waiter.await(open::get));
    for (int i = 0; i < 100; i++) {
      waiting.awaitWaiting();
      waiter.signal();
      LockSupport.unpark(waiting.thread());
    }
    waiting.awaitWaiting();
    open();
    waiting.join();
  }

  @Test
  void signalWithoutAWaiterDoesNothing() throws Exception {
    waiter.signal();
    Running waiting = Running.virtual(() -> waiter.await(open::get)).awaitWaiting();
    open();
    waiting.join();
    waiter.signal();
  }

  @Test
  void waitsUninterruptiblyWithoutSpinningAndRestoresTheFlag() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    Running waiting = Running.virtual(() -> {
      Thread.currentThread().interrupt();
      waiter.awaitUninterruptibly(() -> {
        looks.incrementAndGet();
        return open.get();
      });
      assertTrue(Thread.interrupted());
    });
    for (int i = 0; i < 10; i++) {
      waiting.awaitWaiting().thread().interrupt();
      while (waiting.thread().isInterrupted()) {
        Thread.yield(); // until it has taken notice
      }
    }
    waiting.awaitWaiting();
    assertTrue(looks.get() < 200, () -> looks + " looks at the condition");
    open();
    waiting.join();
  }

  @Test
  void losesNoWakeUpOverManyHandOvers() {
    Seeds.each(4, random -> {
      AtomicLong turn = new AtomicLong();
      Waiter even = new Waiter();
      Waiter odd = new Waiter();
      Random other = new Random(random.nextLong());
      Running answer = Running.either(random, () -> {
        for (long i = 1; i < HAND_OVERS; i += 2) {
          long mine = i;
          odd.await(() -> turn.get() == mine);
          Running.pause(other);
          turn.set(mine + 1);
          even.signal();
        }
      });
      for (long i = 0; i < HAND_OVERS; i += 2) {
        long mine = i;
        even.await(() -> turn.get() == mine);
        Running.pause(random);
        turn.set(mine + 1);
        odd.signal();
      }
      answer.join();
    });
  }

  @Test
  void isFoundWaitingByOneOfTwoSignallers() {
    Seeds.each(2, random -> {
      AtomicInteger arrived = new AtomicInteger();
      AtomicInteger round = new AtomicInteger();
      Waiter[] starts = new Waiter[2];
      Running[] signallers = new Running[2];
      for (int s = 0; s < signallers.length; s++) {
        Random mine = new Random(random.nextLong());
        Waiter start = new Waiter();
        starts[s] = start;
        signallers[s] = Running.either(random, () -> {
          for (int i = 1; i <= ROUNDS; i++) {
            int from = i;
            start.await(() -> round.get() >= from);
            Running.pause(mine);
            arrived.incrementAndGet();
            waiter.signal();
          }
        });
      }
      for (int i = 1; i <= ROUNDS; i++) {
        int all = 2 * i;
        round.set(i);
        for (Waiter start : starts) {
          start.signal();
        }
        waiter.await(() -> arrived.get() == all);
      }
      for (Running signaller : signallers) {
        signaller.join();
      }
    });
  }

  /** Signal and interrupt race: it returns, with the flag as the interrupt set it, or it throws. */
  @Test
  void losesNeitherSignalNorInterruptWhenTheyRace() {
    Seeds.each(2, random -> {
      AtomicInteger state = new AtomicInteger(); // the round that was let go
      AtomicInteger done = new AtomicInteger();
      AtomicInteger interrupts = new AtomicInteger();
      Waiter back = new Waiter();
      int rounds = ROUNDS;
      Random mine = new Random(random.nextLong());
      Running waiting = Running.either(random, () -> {
        for (int i = 1; i <= rounds; i++) {
          int round = i;
          Running.pause(mine);
          try {
            waiter.await(() -> state.get() >= round);
          } catch (InterruptedException e) {
            interrupts.incrementAndGet();
            assertFalse(Thread.currentThread().isInterrupted());
            waiter.awaitUninterruptibly(() -> state.get() >= round);
          }
          while (interrupts.get() < round) { // each round's interrupt arrives in its round
            if (Thread.interrupted()) {
              interrupts.incrementAndGet();
            }
            Thread.yield();
          }
          done.set(round);
          back.signal();
        }
      });
      for (int i = 1; i <= rounds; i++) {
        boolean interruptFirst = random.nextBoolean();
        if (interruptFirst) {
          waiting.thread().interrupt();
        }
        Running.pause(random);
        state.set(i);
        waiter.signal();
        if (!interruptFirst) {
          waiting.thread().interrupt();
        }
        int round = i;
        back.await(() -> done.get() >= round || !waiting.thread().isAlive());
      }
      waiting.join();
      assertEquals(rounds, interrupts.get());
    });
  }

  @Test
  void awaitsTheEndOfAThreadThroughInterruptsAndRestoresTheFlag() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Running ending = Running.virtual(go::await);
    Running waiting = Running.virtual(() -> {
      Thread.currentThread().interrupt();
      Waiter.awaitEnd(ending.thread());
      assertFalse(ending.thread().isAlive());
      assertTrue(Thread.interrupted());
    });
    waiting.awaitWaiting().thread().interrupt();
    go.countDown();
    waiting.join();
  }
}
