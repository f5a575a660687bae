package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DropWhileTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.dropWhile(
        element -> {
          effect("test " + element);
          return element < 3;
        });
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements.stream().dropWhile(element -> element < 3).toList();
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.dropWhile(_ -> false);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<String> code =
        Runnel.of("# a", "# b", "x = 1", "# c").dropWhile(s -> s.startsWith("#")).toList();
    // @end
    assertEquals(List.of("x = 1", "# c"), code);
  }

  @Test
  void testsNoneAfterTheFirstThatDoesNotMatch() throws Exception {
    List<Integer> tested = new ArrayList<>();
    Runnel.of(1, 5, 1, 5)
        .dropWhile(
            element -> {
              tested.add(element);
              return element < 3;
            })
        .drain();
    assertEquals(List.of(1, 5), tested);
  }
}
