package dev.runnel.internal.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.park.InterruptWord;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ConfinementTest {
  private final AtomicInteger closes = new AtomicInteger();

  private Confinement confinement() {
    return new Confinement("a thing", new InterruptWord(), closes::incrementAndGet);
  }

  @Test
  void refusesOtherThreadsAndPullsInsidePullsAndAfterTheClose() throws Exception {
    Confinement mine = confinement();
    Running.virtual(() -> assertThrows(IllegalStateException.class, mine::enter)).join();
    mine.enter();
    assertEquals("a thing must not be pulled from inside its own pull",
        assertThrows(IllegalStateException.class, mine::enter).getMessage());
    mine.leave();
    mine.close();
    assertEquals("a thing must be open to be pulled, was closed",
        assertThrows(IllegalStateException.class, mine::enter).getMessage());
    assertEquals(1, closes.get());
  }

  @Test
  void aCloseInsideAPullTakesEffectAtItsEnd() throws Exception {
    Confinement mine = confinement();
    mine.enter();
    mine.close();
    assertFalse(mine.closed());
    assertFalse(Thread.currentThread().isInterrupted());
    mine.leave();
    assertTrue(mine.closed());
    mine.close();
    assertEquals(1, closes.get());
  }

  @Test
  void aCloseByAnotherThreadInterruptsThePullAndWaitsForTheOwnerToClose() throws Exception {
    AtomicReference<Confinement> confined = new AtomicReference<>();
    AtomicReference<Thread> closedBy = new AtomicReference<>();
    CountDownLatch ready = new CountDownLatch(1);
    Running owner = Running.virtual(() -> {
      Confinement mine = new Confinement("a thing", new InterruptWord(),
          () -> closedBy.set(Thread.currentThread()));
      confined.set(mine);
      mine.enter();
      ready.countDown();
      assertThrows(InterruptedException.class, () -> new CountDownLatch(1).await());
      mine.leave();
      assertFalse(Thread.currentThread().isInterrupted());
    });
    ready.await();
    confined.get().close();
    assertSame(owner.thread(), closedBy.get());
    owner.join();
  }

  @Test
  void theOwnersCloseWaitsForACloseByAnotherThread() throws Exception {
    CountDownLatch closing = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    AtomicReference<Confinement> confined = new AtomicReference<>();
    CountDownLatch ready = new CountDownLatch(1);
    Running owner = Running.virtual(() -> {
      Confinement mine = new Confinement("a thing", new InterruptWord(), () -> {
        confined.get().close(); // by the thread that closes: no deadlock
        closing.countDown();
        go.await();
      });
      confined.set(mine);
      ready.countDown();
      closing.await();
      mine.close();
      assertTrue(mine.closed());
    });
    ready.await();
    Running other = Running.virtual(() -> confined.get().close());
    closing.await();
    owner.awaitWaiting();
    go.countDown();
    other.join();
    owner.join();
  }

  @Test
  void tellsOnceWhatTheClosingThrew() throws Exception {
    IOException failure = new IOException();
    Confinement mine = new Confinement("a thing", new InterruptWord(), () -> {
      throw failure;
    });
    assertSame(failure, assertThrows(IOException.class, mine::close));
    mine.close();
  }

  @Test
  void closesOnceAndLeavesNoInterruptBehindWhenClosesRacePulls() {
    Seeds.each(1_000, random -> {
      AtomicInteger count = new AtomicInteger();
      AtomicReference<Confinement> confined = new AtomicReference<>();
      CountDownLatch ready = new CountDownLatch(1);
      Random pulls = new Random(random.nextLong());
      Running owner = Running.either(random, () -> {
        Confinement mine =
            new Confinement("a thing", new InterruptWord(), count::incrementAndGet);
        confined.set(mine);
        ready.countDown();
        while (!mine.closed()) {
          try {
            mine.enter();
          } catch (IllegalStateException closing) {
            break;
          }
          Running.pause(pulls);
          mine.leave();
          assertFalse(Thread.currentThread().isInterrupted());
        }
        mine.close();
        assertFalse(Thread.currentThread().isInterrupted());
      });
      ready.await();
      Running other = Running.either(random, () -> confined.get().close());
      Running.pause(random);
      confined.get().close();
      assertEquals(1, count.get());
      other.join();
      owner.join();
    });
  }
}
