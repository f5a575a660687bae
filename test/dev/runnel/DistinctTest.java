package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DistinctTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.distinct();
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements.stream().distinct().toList();
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<String> tags = Runnel.of("io", "net", "io").distinct().toList();
    // @end
    assertEquals(List.of("io", "net"), tags);
  }

  @Test
  void forgetsBetweenRuns() throws Exception {
    Runnel<Integer> stream = Runnel.of(1, 1, 2).distinct();
    assertEquals(List.of(1, 2), stream.toList());
    assertEquals(List.of(1, 2), stream.toList());
  }

  @Test
  void failsWithTheEqualsOfAnElement() {
    record Hostile() {
      @Override
      public int hashCode() {
        throw new IllegalStateException("hashCode");
      }
    }

    assertThrows(
        IllegalStateException.class, () -> Runnel.of(new Hostile()).distinct().drain());
  }
}
