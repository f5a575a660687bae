package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.internal.scope.TaskScope;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class NeverTest {
  @Test
  void example() throws Exception {
    // @start region=example
    List<Integer> two = Runnel.of(1, 2).concat(Runnel.never()).take(2).toList();
    // @end
    assertEquals(List.of(1, 2), two);
  }

  @Test
  void waitsUntilItIsInterrupted() throws Exception {
    Interrupting.whileRunning(
        hook -> Runnel.fromCallable(
            () -> {
              hook.run();
              return 1;
            })
            .concat(Runnel.never()));
  }

  @Test
  void doesNotWaitIfTheThreadIsInterruptedAlready() throws Exception {
    try (OpenRun<Object> run = OpenRun.of(Runnel.never())) {
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, run::next);
      assertFalse(Thread.currentThread().isInterrupted());
    }
  }

  /** Nobody would wake it a second time. */
  @Test
  void doesNotWaitAfterAnInterruptThatWasSwallowed() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    Runnel<Integer> stream = Runnel.of(1, 2).flatMap(
        i -> {
          if (i == 1) {
            return Runnel.of(i);
          }
          waiting.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException swallowed) {
            return Runnel.never();
          }
          return Runnel.empty();
        });
    try (OpenRun<Integer> run = OpenRun.of(stream.prefetch(1))) {
      assertEquals(1, run.next());
      waiting.await();
    }
    assertEquals(0, TaskScope.liveThreads());
  }
}
