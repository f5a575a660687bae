package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The laws, where neighbouring operators have become one stage, and where more than fit. */
final class FusedCursorTest extends OperatorContract<Integer> {
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
            })
        .tap(element -> effect("tap " + element))
        .filter(element -> element != -4)
        .map(element -> element + 1)
        .filter(
            element -> {
              effect("test again " + element);
              return element != -9;
            });
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements.stream()
        .filter(element -> element % 3 == 1 && element != 4 && element != 10)
        .map(element -> 1 - element)
        .toList();
  }

  @Override
  Runnel<?> givingNull(Runnel<Integer> source) {
    return source.filter(_ -> true).map(n -> n).map(_ -> null);
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.filter(_ -> true).map(n -> n).tap(_ -> {}).map(n -> n).map(n -> n);
  }

  @Test
  void takesUpToFourOperatorsAndThenBeginsAnother() throws Exception {
    Runnel<Integer> four =
        Runnel.of(1, 2).filter(n -> n > 1).map(n -> n * 10).tap(_ -> {}).map(n -> -n);
    try (OpenRun<Integer> run = OpenRun.of(four)) {
      FusedCursor stage = assertInstanceOf(FusedCursor.class, run.cursor());
      assertFalse(stage.upstream instanceof FusedCursor);
      assertEquals(-20, run.next());
    }
    try (OpenRun<Integer> run = OpenRun.of(four.filter(n -> n < 0))) {
      FusedCursor stage = assertInstanceOf(FusedCursor.class, run.cursor());
      FusedCursor above = assertInstanceOf(FusedCursor.class, stage.upstream);
      assertFalse(above.upstream instanceof FusedCursor);
      assertEquals(-20, run.next());
      assertNull(run.next());
    }
  }

  @Test
  void tellsFunctionsFromPredicatesByTheOperatorNotByTheirClass() throws Exception {
    final class Both implements ThrowingFunction<Integer, Integer>, ThrowingPredicate<Integer> {
      @Override
      public Integer apply(Integer element) {
        return -element;
      }

      @Override
      public boolean test(Integer element) {
        return element > 1;
      }
    }
    Both both = new Both();
    assertEquals(List.of(-2, -3), Runnel.of(1, 2, 3).filter(both).map(both).toList());
  }
}
