package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TakeWhileTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.takeWhile(
        element -> {
          effect("test " + element);
          return element < 5;
        });
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements.stream().takeWhile(element -> element < 5).toList();
  }

  @Override
  int pullsToEnd(List<Integer> elements) {
    return expected(elements).size() + 1;
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.takeWhile(_ -> true);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<String> header =
        Runnel.of("a: 1", "b: 2", "", "body").takeWhile(s -> !s.isEmpty()).toList();
    // @end
    assertEquals(List.of("a: 1", "b: 2"), header);
  }

  @Test
  void tellsAnOuterLoopThatItEndedByItself() throws Exception {
    List<Integer> all =
        Runnel.range(0, 3).flatMap(_ -> Runnel.range(0, 9).takeWhile(e -> e < 2)).toList();
    assertEquals(List.of(0, 1, 0, 1, 0, 1), all);
  }
}
