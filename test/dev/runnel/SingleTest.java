package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

final class SingleTest extends TerminalContract<Integer> {
  @Override
  Integer run(Runnel<Integer> stream) throws InterruptedException {
    return stream.single();
  }

  @Override
  Integer expected(List<Integer> elements) {
    if (elements.isEmpty()) {
      throw new NoSuchElementException();
    }
    if (elements.size() > 1) {
      throw new IllegalStateException();
    }
    return elements.getFirst();
  }

  @Override
  int pulls(List<Integer> elements) {
    return Math.min(2, elements.size() + 1);
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    String only = Runnel.of("a").single();
    // @end
    assertEquals("a", only);
  }

  @Test
  void saysWhatItNeeds() {
    assertEquals(
        "single() needs exactly one element, but there are more",
        assertThrows(IllegalStateException.class, () -> Runnel.of(1, 2).single()).getMessage());
    assertEquals(
        "single() needs exactly one element, but there is none",
        assertThrows(NoSuchElementException.class, () -> Runnel.empty().single()).getMessage());
  }
}
