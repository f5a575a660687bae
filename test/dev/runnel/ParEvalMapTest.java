package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ParEvalMapTest extends ConcurrentContract {
  @Override
  <T> Runnel<T> around(Runnel<T> source) {
    return source.parEvalMap(3, 4, element -> element);
  }

  @Override
  int ahead() {
    return 3 + 4;
  }

  @Override
  int aheadWhenQuiet() {
    return 3 + 1;
  }

  @Test
  void runsTheExample() throws Exception {
    List<String> urls = List.of("/a", "/b", "/c");
    // @start region=example
    List<String> bodies =
        Runnel.from(urls)
            .parEvalMap(16, url -> "body of " + url) // up to 16 calls at once, each may block
            .toList(); // in the order of the urls
    // @end
    assertEquals(List.of("body of /a", "body of /b", "body of /c"), bodies);
  }
}
