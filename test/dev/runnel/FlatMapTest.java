package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FlatMapTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.flatMap(
        element -> {
          effect("make " + element);
          return SourceProbe.of(inner(element))
              .tracing(event -> effect(element + " " + event))
              .stream();
        });
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements.stream().flatMap(element -> inner(element).stream()).toList();
  }

  /** None for a multiple of three, else the element and its negative. */
  private static List<Integer> inner(int element) {
    return element % 3 == 0 ? List.of() : List.of(element, -element);
  }

  @Override
  Runnel<?> givingNull(Runnel<Integer> source) {
    return source.flatMap(_ -> null);
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.flatMap(Runnel::of);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<Integer> counts = Runnel.of(1, 2, 3).flatMap(n -> Runnel.rangeClosed(1, n)).toList();
    // @end
    assertEquals(List.of(1, 1, 2, 1, 2, 3), counts);
  }

  @Test
  void closesEachInnerBeforeTheNextElementIsPulled() throws Exception {
    List<String> order = new ArrayList<>();
    Runnel.range(0, 2)
        .tap(e -> order.add("pull " + e))
        .flatMap(
            e -> Runnel.using(() -> e, Runnel::of, (_, outcome) -> order.add(e + " " + outcome)))
        .drain();
    assertEquals(
        List.of("pull 0", "0 Completed[]", "pull 1", "1 Completed[]"), order);
  }

  @Test
  void stopsWithinAnInnerThatIsLimitedItself() throws Exception {
    SourceProbe<Integer> outer = SourceProbe.of(List.of(1, 2, 3));
    SourceProbe<Integer> inner = SourceProbe.of(List.of(1, 2, 3, 4));
    assertEquals(
        List.of(1, 2), outer.stream().flatMap(_ -> inner.stream().take(3)).take(2).toList());
    assertEquals(1, outer.run().pulls());
    assertEquals(2, inner.run().pulls());
    outer.assertClosedOnce();
    inner.assertClosedOnce();
  }

  @Test
  void closesInnerThenOuterWhenTheInnerFails() {
    List<String> order = new ArrayList<>();
    IllegalStateException failure = new IllegalStateException("inner");
    Runnel<Integer> outer =
        Runnel.using(() -> 1, Runnel::of, (_, outcome) -> order.add("outer " + outcome));
    assertSame(
        failure,
        assertThrows(
            IllegalStateException.class,
            () -> outer
                .flatMap(
                    _ -> Runnel.using(
                        () -> 2,
                        _ -> Runnel.failed(failure),
                        (_, outcome) -> order.add("inner " + outcome)))
                .drain()));
    assertEquals(
        List.of("inner " + new Outcome.Failed(failure), "outer " + new Outcome.Cancelled()), order);
  }

  @Test
  void failsWithTheCloseOfAnInner() {
    IllegalStateException failure = new IllegalStateException("close");
    SourceProbe<Integer> inner = SourceProbe.of(List.of(1)).failingOnClose(failure);
    assertSame(
        failure,
        assertThrows(
            IllegalStateException.class,
            () -> Runnel.of(1, 2).flatMap(_ -> inner.stream()).drain()));
    inner.assertClosedOnce();
    assertEquals(1, inner.runs().size());
  }

  @Test
  void needsNoStackForManyInners() throws Exception {
    long count =
        Runnel.unfold(0, n -> n == 100_000 ? Optional.empty() : Optional.of(new Pair<>(n, n + 1)))
            .flatMap(n -> n % 2 == 0 ? Runnel.of(n) : Runnel.empty())
            .count();
    assertEquals(50_000, count);
  }
}
