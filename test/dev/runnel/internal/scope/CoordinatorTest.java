package dev.runnel.internal.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CoordinatorTest {
  @Test
  void anyThreadForksAndClosesAndCloseAwaitsTheBodies() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    Coordinator coordinator = new Coordinator("runnel test");
    Running.platform(() -> coordinator.fork("body", () -> {
      TaskScopeContract.await(go);
      ended.set(true);
    })).join();
    Running closing = Running.virtual(() -> {
      coordinator.close();
      assertTrue(ended.get());
    }).awaitWaiting();
    go.countDown();
    closing.join();
    coordinator.close();
  }

  @Test
  void forksUnderAnyScopedValues() {
    AtomicBoolean ran = new AtomicBoolean();
    try (Coordinator coordinator = new Coordinator("runnel test")) {
      ScopedValue.where(TaskScopeContract.VALUE, "inside")
          .run(() -> coordinator.fork("body", () -> ran.set(true)));
    }
    assertTrue(ran.get());
  }

  @Test
  void forkAfterCloseIsRefused() {
    Coordinator coordinator = new Coordinator("runnel test");
    coordinator.close();
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> coordinator.fork("late", () -> {}));
    assertEquals("runnel test must be open to start late, was closed", refused.getMessage());
  }

  /** Each fork either runs its body before the close has returned, or is refused and never runs. */
  @Test
  void forksThatRaceTheCloseRunOrAreRefused() {
    Seeds.each(500, random -> {
      Coordinator coordinator = new Coordinator("runnel test");
      AtomicInteger accepted = new AtomicInteger();
      AtomicInteger ran = new AtomicInteger();
      List<Running> forking = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Random mine = new Random(random.nextLong());
        forking.add(Running.either(random, () -> {
          try {
            for (int j = 0; j < 5; j++) {
              Running.pause(mine);
              coordinator.fork("body", ran::incrementAndGet);
              accepted.incrementAndGet();
            }
          } catch (IllegalStateException refused) {
            // closed meanwhile
          }
        }));
      }
      Running.pause(random);
      coordinator.close();
      int ranAtClose = ran.get();
      for (Running thread : forking) {
        thread.join();
      }
      assertEquals(accepted.get(), ran.get());
      assertEquals(ranAtClose, ran.get(), "nothing runs after the close");
    });
  }
}
