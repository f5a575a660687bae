package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ConcatTest extends OperatorContract<Integer> {
  private static final int DEPTH = 10_000;

  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.concat(Runnel.of(100, 101).tap(element -> effect("behind " + element)));
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return Stream.concat(elements.stream(), Stream.of(100, 101)).toList();
  }

  @Override
  boolean closesAnEndedSource() {
    return true;
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return Runnel.<Object>empty().concat(source);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<String> lines = Runnel.of("head").concat(Runnel.of("a", "b")).toList();
    // @end
    assertEquals(List.of("head", "a", "b"), lines);
  }

  @Test
  void closesTheFirstBeforeTheSecondIsOpened() throws Exception {
    List<String> order = new ArrayList<>();
    Runnel<String> first = held("first", order);
    first.concat(held("second", order)).forEach(element -> order.add("got " + element));
    assertEquals(
        List.of(
            "acquire first", "got first", "release first Completed[]",
            "acquire second", "got second", "release second Completed[]"),
        order);
  }

  @Test
  void leavesTheLastOpenUntilTheRunIsClosed() throws Exception {
    SourceProbe<Integer> last = SourceProbe.of(List.of(1));
    try (OpenRun<Integer> run = OpenRun.of(Runnel.<Integer>empty().concat(last.stream()))) {
      assertEquals(1, run.next());
      assertNull(run.next());
      assertEquals(0, last.run().closes.get());
    }
    last.assertClosedOnce();
  }

  @Test
  void runsNothingAfterAFailure() {
    SourceProbe<Integer> behind = SourceProbe.of(List.of(1));
    Exception failure = new IllegalStateException("first");
    assertSame(
        failure,
        assertThrows(
            IllegalStateException.class,
            () -> Runnel.<Integer>failed(failure).concat(behind.stream()).drain()));
    behind.assertNeverRun();
  }

  @Test
  void failsWithTheCloseOfTheFirst() {
    SourceProbe<Integer> behind = SourceProbe.of(List.of(1));
    IllegalStateException failure = new IllegalStateException("close");
    SourceProbe<Integer> first = SourceProbe.of(List.of(1)).failingOnClose(failure);
    assertSame(
        failure,
        assertThrows(
            IllegalStateException.class, () -> first.stream().concat(behind.stream()).drain()));
    first.assertClosedOnce();
    behind.assertNeverRun();
  }

  @Test
  void needsNoStackHoweverDeepToTheLeft() throws Exception {
    Runnel<Integer> stream = Runnel.of(0);
    for (int i = 1; i < DEPTH; i++) {
      stream = stream.concat(Runnel.of(i));
    }
    assertEquals(Runnel.range(0, DEPTH).toList(), stream.toList());
    assertEquals(List.of(0, 1), stream.take(2).toList());
  }

  @Test
  void needsNoStackHoweverDeepToTheRight() throws Exception {
    Runnel<Integer> stream = Runnel.of(DEPTH - 1);
    for (int i = DEPTH - 2; i >= 0; i--) {
      stream = Runnel.of(i).concat(stream);
    }
    assertEquals(Runnel.range(0, DEPTH).toList(), stream.toList());
    assertEquals(List.of(0, 1), stream.take(2).toList());
  }

  private static Runnel<String> held(String name, List<String> order) {
    return Runnel.using(
        () -> {
          order.add("acquire " + name);
          return name;
        },
        Runnel::of,
        (_, outcome) -> order.add("release " + name + " " + outcome));
  }
}
