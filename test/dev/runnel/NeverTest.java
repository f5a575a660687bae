package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
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
}
