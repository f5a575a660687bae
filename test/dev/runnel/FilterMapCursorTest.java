package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The laws, where {@code filter} and {@code map} have become one stage. */
final class FilterMapCursorTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source
        .filter(
            element -> {
              effect("test " + element);
              return element % 3 == 1;
            })
        .map(
            element -> {
              effect("map " + element);
              return -element;
            });
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements.stream().filter(element -> element % 3 == 1).map(element -> -element).toList();
  }

  @Override
  Runnel<?> givingNull(Runnel<Integer> source) {
    return source.filter(_ -> true).map(_ -> null);
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.filter(_ -> true).map(element -> element);
  }

  @Test
  void takesThePlaceOfBoth() throws Exception {
    try (OpenRun<Integer> run = OpenRun.of(Runnel.of(1, 2).filter(n -> n > 1).map(n -> n * 10))) {
      assertInstanceOf(FilterMapCursor.class, run.cursor());
      assertEquals(20, run.next());
    }
  }
}
