package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PrefetchTest extends ConcurrentContract {
  @Override
  <T> Runnel<T> around(Runnel<T> source) {
    return source.prefetch(4);
  }

  @Override
  int ahead() {
    return 4 + 1;
  }

  @Override
  int aheadWhenQuiet() {
    return 2;
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    List<String> pages =
        Runnel.range(1, 4)
            .map(page -> "page " + page) // runs on a thread of its own, up to 9 pages ahead
            .prefetch(8)
            .map(String::toUpperCase) // runs here
            .toList();
    // @end
    assertEquals(List.of("PAGE 1", "PAGE 2", "PAGE 3"), pages);
  }
}
