package dev.runnel.internal.park;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class InterruptsTest {
  private static void onAThread(Running.Body body) throws Exception {
    Running.virtual(body).join();
  }

  @Test
  void checkPassesOrThrowsAndClears() throws Exception {
    onAThread(() -> {
      Interrupts.check();
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, Interrupts::check);
      assertFalse(Thread.interrupted());
    });
  }

  @Test
  void readsClearsAndRestores() throws Exception {
    onAThread(() -> {
      assertFalse(Interrupts.flagged());
      Interrupts.restore();
      assertTrue(Interrupts.flagged());
      assertTrue(Interrupts.clear());
      assertFalse(Interrupts.clear());
    });
  }

  @Test
  void shieldsFromAFlagThatWasSetAndRestoresIt() throws Exception {
    onAThread(() -> {
      Thread.currentThread().interrupt();
      assertEquals("a", Interrupts.shielded(() -> {
        assertFalse(Thread.currentThread().isInterrupted());
        return "a";
      }));
      assertTrue(Thread.interrupted());
    });
  }

  @Test
  void restoresTheFlagWhenTheActionThrows() throws Exception {
    onAThread(() -> {
      Thread.currentThread().interrupt();
      IOException failure = new IOException();
      assertSame(failure, assertThrows(IOException.class, () -> Interrupts.shielded(() -> {
        throw failure;
      })));
      assertTrue(Thread.interrupted());
    });
  }

  @Test
  void keepsTheLibrarysInterruptBackUntilTheOutermostShieldEnds() throws Exception {
    InterruptWord word = new InterruptWord();
    onAThread(() -> word.carry(() -> {
      word.enter();
      try {
        Interrupts.shielded(() -> {
          word.interrupt();
          Interrupts.shielded(() -> {
            assertFalse(Thread.currentThread().isInterrupted());
            return 1;
          });
          assertFalse(Thread.currentThread().isInterrupted());
          return 2;
        });
      } catch (Exception e) {
        throw new AssertionError(e);
      }
      assertTrue(Thread.interrupted());
      assertTrue(word.leave());
    }));
  }

  @Test
  void leavesALibraryThreadOutsideOfItsInterruptibleCodeShielded() throws Exception {
    InterruptWord word = new InterruptWord();
    onAThread(() -> word.carry(() -> {
      try {
        Interrupts.shielded(() -> "released");
      } catch (Exception e) {
        throw new AssertionError(e);
      }
      assertFalse(word.entered());
    }));
  }
}
