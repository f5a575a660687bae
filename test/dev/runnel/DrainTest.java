package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DrainTest extends TerminalContract<String> {
  @Override
  String run(Runnel<Integer> stream) throws InterruptedException {
    stream.drain();
    return "drained";
  }

  @Override
  String expected(List<Integer> elements) {
    return "drained";
  }

  @Test
  void runsTheExample() throws Exception {
    List<String> sent = new ArrayList<>();
    // @start region=example
    Runnel.of("a", "b").map(sent::add).drain();
    // @end
    assertEquals(List.of("a", "b"), sent);
  }
}
