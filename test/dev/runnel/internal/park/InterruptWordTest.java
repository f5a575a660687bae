package dev.runnel.internal.park;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class InterruptWordTest {
  private final InterruptWord word = new InterruptWord();

  private void onItsThread(Running.Body body) throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Running.virtual(() -> word.carry(() -> {
      try {
        body.run();
      } catch (Throwable t) {
        failure.set(t);
      }
    })).join();
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
  }

  @Test
  void keepsAnInterruptThatComesBeforeTheFirstInstruction() throws Exception {
    word.interrupt();
    assertTrue(word.interrupted());
    onItsThread(() -> {
      assertFalse(Thread.currentThread().isInterrupted());
      word.enter();
      assertTrue(Thread.interrupted());
      assertTrue(word.leave());
    });
  }

  @Test
  void interruptsAtOnceBetweenEnterAndLeave() throws Exception {
    onItsThread(() -> {
      word.enter();
      assertTrue(word.entered());
      word.interrupt();
      assertTrue(Thread.interrupted());
      assertTrue(word.leave());
      assertFalse(word.entered());
    });
  }

  @Test
  void touchesNoThreadThatIsShielded() throws Exception {
    onItsThread(() -> {
      word.enter();
      assertFalse(word.leave());
      word.interrupt();
      assertFalse(Thread.currentThread().isInterrupted());
      assertTrue(word.interrupted());
    });
  }

  @Test
  void tellsTheOwnerAgainEachTimeItEnters() throws Exception {
    onItsThread(() -> {
      word.interrupt();
      for (int i = 0; i < 3; i++) {
        word.enter();
        assertTrue(Thread.interrupted());
        assertTrue(word.leave());
      }
    });
  }

  @Test
  void leavesAForeignInterruptAsItIs() throws Exception {
    onItsThread(() -> {
      word.enter();
      Thread.currentThread().interrupt();
      assertFalse(word.leave());
      assertFalse(word.interrupted());
      assertTrue(Thread.interrupted());
    });
  }

  @Test
  void belongsToTheThreadThatCarriesIt() throws Exception {
    assertNull(InterruptWord.ofCurrentThread());
    onItsThread(() -> {
      assertSame(word, InterruptWord.ofCurrentThread());
      assertSame(Thread.currentThread(), word.owner());
      Running.virtual(() -> assertNull(InterruptWord.ofCurrentThread())).join();
    });
  }

  @Test
  void wakesAThreadThatWaits() throws Exception {
    Running waiting = Running.virtual(() -> word.carry(() -> {
      word.enter();
      assertThrows(InterruptedException.class, () -> new CountDownLatch(1).await());
      assertTrue(word.leave());
    })).awaitWaiting();
    word.interrupt();
    waiting.join();
  }

  /** An interruptible channel closes on the interrupter's thread, and may fail there. */
  @Test
  void letsTheOwnerGoWhenInterruptingItFails() throws Exception {
    Running waiting = Running.virtual(() -> word.carry(() -> {
      word.enter();
      new FailingChannel().waitInside();
      assertTrue(word.leave());
    })).awaitWaiting();
    AtomicReference<Throwable> reported = new AtomicReference<>();
    Running.platform(() -> {
      Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> reported.set(e));
      word.interrupt();
    }).join();
    waiting.join();
    assertEquals("can't be closed", reported.get().getMessage());
  }

  private static final class FailingChannel extends AbstractInterruptibleChannel {
    void waitInside() {
      begin();
      while (!Thread.currentThread().isInterrupted()) {
        LockSupport.park(this);
      }
    }

    @Override
    protected void implCloseChannel() {
      throw new IllegalStateException("can't be closed");
    }
  }

  /** What an interrupt is late for must not be hit by it: the work after leave. */
  @Test
  void hitsNothingOutsideWhenInterruptsRace() {
    Seeds.each(1_000, random -> {
      InterruptWord raced = new InterruptWord();
      AtomicInteger asked = new AtomicInteger();
      Random mine = new Random(random.nextLong());
      Running owner = Running.either(random, () -> raced.carry(() -> {
        boolean told = false;
        for (int i = 0; i < 5 || asked.get() == 0; i++) {
          raced.enter();
          Running.pause(mine);
          boolean interrupted = raced.leave();
          assertEquals(interrupted, Thread.interrupted());
          assertTrue(interrupted || !told, "asked once is asked for ever");
          told |= interrupted;
          Running.pause(mine);
          assertFalse(Thread.currentThread().isInterrupted(), "late");
        }
        raced.enter();
        assertTrue(Thread.interrupted());
        assertTrue(raced.leave());
      }));
      Running.pause(random);
      raced.interrupt();
      asked.set(1);
      if (random.nextBoolean()) {
        raced.interrupt();
      }
      owner.join();
    });
  }

  @Test
  void employsItsOwnThreadAndThoseThatWorkForIt() throws Exception {
    assertFalse(word.employsCurrentThread());
    onItsThread(() -> {
      assertTrue(word.employsCurrentThread());
      InterruptWord below = new InterruptWord();
      Running.virtual(() -> {
        assertFalse(word.employsCurrentThread());
        below.carry(() -> assertTrue(word.employsCurrentThread()));
      }).join();
      assertFalse(below.employsCurrentThread());
    });
    InterruptWord stranger = new InterruptWord(null);
    onItsThread(() -> assertFalse(stranger.employsCurrentThread()));
  }
}
