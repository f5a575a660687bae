package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TimeoutTest extends ConcurrentContract {
  @Override
  <T> Runnel<T> around(Runnel<T> source) {
    return source.timeout(Duration.ofDays(1));
  }

  @Override
  int ahead() {
    return 2;
  }

  @Override
  int aheadWhenQuiet() {
    return 1;
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    List<String> lines =
        Runnel.of("a", "b")
            .map(name -> "line of " + name) // is interrupted if it has not ended in time
            .timeout(Duration.ofSeconds(30))
            .toList(); // then throws a RunnelTimeoutException
    // @end
    assertEquals(List.of("line of a", "line of b"), lines);
  }
}
