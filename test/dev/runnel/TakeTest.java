package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TakeTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.take(3);
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements.stream().limit(3).toList();
  }

  @Override
  int pullsToEnd(List<Integer> elements) {
    return Math.min(3, elements.size() + 1);
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.take(Long.MAX_VALUE);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<Integer> powers = Runnel.iterate(1, n -> 2 * n).take(4).toList();
    // @end
    assertEquals(List.of(1, 2, 4, 8), powers);
  }

  @Test
  void asksForNothingIfNothingIsTaken() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(List.of(1));
    assertEquals(List.of(), source.stream().take(0).toList());
    assertEquals(0, source.run().pulls());
    source.assertClosedOnce();
  }

  @Test
  void returnsThoughTheSourceWaitsAfterTheLast() throws Exception {
    assertEquals(
        List.of(1, 2), Runnel.of(1, 2).concat(Runnel.never()).take(2).toList());
  }

  @Test
  void takesAllIfThereAreFewer() throws Exception {
    assertEquals(List.of(1), Runnel.of(1).take(2).toList());
    assertEquals(List.of(1, 2), Runnel.of(1, 2).take(2).toList());
  }

  @Test
  void stopsAtTheLesserOfTwoLimits() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2, 3));
    assertEquals(List.of(1, 2), source.stream().take(2).take(2).toList());
    assertEquals(2, source.run().pulls());
  }

  @Test
  void stopsBeforeAnEndlessStreamBehind() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2, 3));
    assertEquals(
        List.of(1, 2),
        source.stream().take(5).concat(Runnel.generate(() -> 0)).take(2).toList());
    source.assertClosedOnce();
  }

  @Test
  void refusesANegativeNumber() {
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Runnel.of(1).take(-3));
    assertEquals("n must be >= 0, was -3", thrown.getMessage());
  }
}
