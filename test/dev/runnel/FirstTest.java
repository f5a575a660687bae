package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FirstTest extends TerminalContract<Optional<Integer>> {
  @Override
  Optional<Integer> run(Runnel<Integer> stream) throws InterruptedException {
    return stream.first();
  }

  @Override
  Optional<Integer> expected(List<Integer> elements) {
    return elements.stream().findFirst();
  }

  @Override
  int pulls(List<Integer> elements) {
    return 1;
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    Optional<String> first = Runnel.of("a", "b").first();
    // @end
    assertEquals(Optional.of("a"), first);
  }
}
