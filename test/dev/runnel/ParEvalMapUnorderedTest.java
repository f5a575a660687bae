package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ParEvalMapUnorderedTest extends ConcurrentContract {
  @Override
  <T> Runnel<T> around(Runnel<T> source) {
    return source.parEvalMapUnordered(3, 4, element -> element);
  }

  @Override
  int ahead() {
    return 3 + 4;
  }

  @Override
  int aheadWhenQuiet() {
    return 3 + 1;
  }

  @Override
  boolean ordered() {
    return false;
  }

  @Test
  void runsTheExample() throws Exception {
    List<String> urls = List.of("/a", "/b", "/c");
    // @start region=example
    List<String> bodies =
        Runnel.from(urls)
            .parEvalMapUnordered(16, url -> "body of " + url) // up to 16 calls at once
            .toList(); // the first to answer comes first
    // @end
    assertEquals(Set.of("body of /a", "body of /b", "body of /c"), Set.copyOf(bodies));
    assertEquals(3, bodies.size());
  }
}
