package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class FilterTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.filter(
        element -> {
          effect("test " + element);
          return element % 3 == 1;
        });
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements.stream().filter(element -> element % 3 == 1).toList();
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.filter(_ -> true);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<String> words = Runnel.of("a", "", "b").filter(word -> !word.isEmpty()).toList();
    // @end
    assertEquals(List.of("a", "b"), words);
  }

  @Test
  void canBeInterruptedThoughNothingMatches() throws Exception {
    Interrupting.whileRunning(
        hook -> Runnel.iterate(1, element -> element).tap(_ -> hook.run()).filter(_ -> false));
  }
}
