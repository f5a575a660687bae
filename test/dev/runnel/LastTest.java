package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LastTest extends TerminalContract<Optional<Integer>> {
  @Override
  Optional<Integer> run(Runnel<Integer> stream) throws InterruptedException {
    return stream.last();
  }

  @Override
  Optional<Integer> expected(List<Integer> elements) {
    return elements.stream().reduce((_, b) -> b);
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    Optional<String> last = Runnel.of("a", "b").last();
    // @end
    assertEquals(Optional.of("b"), last);
  }
}
