package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CountTest extends TerminalContract<Long> {
  @Override
  Long run(Runnel<Integer> stream) throws InterruptedException {
    return stream.count();
  }

  @Override
  Long expected(List<Integer> elements) {
    return (long) elements.size();
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    long n = Runnel.of("a", "b").count();
    // @end
    assertEquals(2, n);
  }
}
