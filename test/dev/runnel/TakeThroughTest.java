package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TakeThroughTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.takeThrough(
        element -> {
          effect("test " + element);
          return element < 5;
        });
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements.stream().limit(pullsToEnd(elements)).toList();
  }

  @Override
  int pullsToEnd(List<Integer> elements) {
    return (int) elements.stream().takeWhile(element -> element < 5).count() + 1;
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.takeThrough(_ -> true);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<String> states =
        Runnel.of("queued", "running", "done", "done").takeThrough(s -> !s.equals("done")).toList();
    // @end
    assertEquals(List.of("queued", "running", "done"), states);
  }

  @Test
  void asksForNothingAfterTheOneThatDoesNotMatch() throws Exception {
    assertEquals(List.of(1), Runnel.of(1).concat(Runnel.never()).takeThrough(_ -> false).toList());
  }

  @Test
  void tellsAnOuterLoopThatItEndedByItself() throws Exception {
    List<Integer> all =
        Runnel.range(0, 3).flatMap(_ -> Runnel.range(0, 9).takeThrough(e -> e < 1)).take(5)
            .toList();
    assertEquals(List.of(0, 1, 0, 1, 0), all);
  }
}
