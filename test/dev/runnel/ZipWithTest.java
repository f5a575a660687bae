package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ZipWithTest extends OperatorContract<String> {
  @Override
  Runnel<String> apply(Runnel<Integer> source) {
    return source.zipWith(
        Runnel.range(0, 5).tap(right -> effect("right " + right)),
        (left, right) -> {
          effect("combine " + left + " " + right);
          return left + "-" + right;
        });
  }

  @Override
  List<String> expected(List<Integer> elements) {
    return IntStream.range(0, Math.min(5, elements.size()))
        .mapToObj(i -> elements.get(i) + "-" + i)
        .toList();
  }

  @Override
  int pullsToEnd(List<Integer> elements) {
    return Math.min(6, elements.size() + 1);
  }

  @Override
  Runnel<?> givingNull(Runnel<Integer> source) {
    return source.zipWith(source, (_, _) -> null);
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.zipWith(Runnel.generate(() -> 0), (left, _) -> left);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<String> numbered =
        Runnel.iterate(1, n -> n + 1).zipWith(Runnel.of("a", "b"), (n, s) -> n + ". " + s).toList();
    // @end
    assertEquals(List.of("1. a", "2. b"), numbered);
  }

  @Test
  void asksTheRightForNothingOnceTheLeftHasEnded() throws Exception {
    SourceProbe<Integer> right = SourceProbe.of(List.of(1, 2, 3));
    Runnel.of(1, 2).zipWith(right.stream(), Integer::sum).drain();
    assertEquals(2, right.run().pulls());
    right.assertClosedOnce();
  }

  @Test
  void closesTheRightThenTheLeft() throws Exception {
    List<String> order = new ArrayList<>();
    Runnel<Integer> left =
        SourceProbe.of(List.of(1)).tracing(event -> order.add("left " + event)).stream();
    Runnel<Integer> right =
        SourceProbe.of(List.of(1, 2)).tracing(event -> order.add("right " + event)).stream();
    left.zipWith(right, Integer::sum).drain();
    assertEquals(
        List.of("left pull 0", "right pull 0", "left pull 1", "right close", "left close"), order);
  }

  @Test
  void closesBothThoughBothFailToClose() {
    Exception one = new IllegalStateException("left");
    Exception two = new IllegalStateException("right");
    SourceProbe<Integer> left = SourceProbe.of(List.of(1)).failingOnClose(one);
    SourceProbe<Integer> right = SourceProbe.of(List.of(1)).failingOnClose(two);
    Exception thrown =
        assertThrows(
            IllegalStateException.class,
            () -> left.stream().zipWith(right.stream(), Integer::sum).drain());
    assertSame(two, thrown);
    assertSame(one, thrown.getSuppressed()[0]);
    left.assertClosedOnce();
    right.assertClosedOnce();
  }

  @Test
  void passesAFailureOfTheRight() {
    IllegalStateException failure = new IllegalStateException("right");
    SourceProbe<Integer> left = SourceProbe.of(List.of(1));
    assertSame(
        failure,
        assertThrows(
            IllegalStateException.class,
            () -> left.stream().zipWith(Runnel.<Integer>failed(failure), Integer::sum).drain()));
    left.assertClosedOnce();
  }

  @Test
  void closesTheLeftIfTheRightCanNotBeOpened() {
    SourceProbe<Integer> left = SourceProbe.of(List.of(1));
    Error failure = new OutOfMemoryError("no thread");
    Runnel<Integer> right =
        new Runnel<>(
            _ -> {
              throw failure;
            },
            false);
    assertSame(
        failure,
        assertThrows(
            OutOfMemoryError.class,
            () -> left.stream().zipWith(right, Integer::sum).drain()));
    left.assertClosedOnce();
  }
}
