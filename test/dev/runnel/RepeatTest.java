package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RepeatTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.repeat(1);
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements;
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.repeat(1);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<String> ticks = Runnel.of("tick", "tock").repeat().take(5).toList();
    // @end
    assertEquals(List.of("tick", "tock", "tick", "tock", "tick"), ticks);
  }

  @Test
  void runsAsOftenAsItIsTold() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2));
    assertEquals(List.of(1, 2, 1, 2, 1, 2), source.stream().repeat(3).toList());
    assertEquals(3, source.runs().size());
    source.assertClosedOnce();
    assertEquals(List.of(), source.stream().repeat(0).toList());
    assertEquals(3, source.runs().size());
  }

  @Test
  void closesEachRoundBeforeTheNextAndLeavesTheLastOpen() throws Exception {
    List<String> order = new ArrayList<>();
    SourceProbe<Integer> source = SourceProbe.of(List.of(1)).tracing(order::add);
    try (OpenRun<Integer> run = OpenRun.of(source.stream().repeat(2))) {
      run.cursor().forEachWhile(_ -> true);
      assertEquals(List.of("pull 0", "pull 1", "close", "pull 0", "pull 1"), order);
    }
    source.assertClosedOnce();
  }

  @Test
  void stopsInALaterRoundAndGoesOn() throws Exception {
    try (OpenRun<Integer> run = OpenRun.of(Runnel.of(1, 2, 3).repeat(2))) {
      List<Integer> seen = new ArrayList<>();
      assertFalse(
          run.cursor()
              .forEachWhile(
                  element -> {
                    seen.add(element);
                    return seen.size() < 4;
                  }));
      assertEquals(List.of(1, 2, 3, 1), seen);
      assertEquals(2, run.next());
      assertTrue(run.cursor().forEachWhile(seen::add));
      assertEquals(List.of(1, 2, 3, 1, 3), seen);
    }
  }

  @Test
  void canBeInterruptedThoughTheStreamIsEmpty() throws Exception {
    Interrupting.whileRunning(
        hook -> Runnel.<Integer>defer(
            () -> {
              hook.run();
              return Runnel.empty();
            })
            .repeat());
  }

  @Test
  void needsNoMemoryForItsRounds() throws Exception {
    assertEquals(1_000_000, Runnel.of(1).repeat().take(1_000_000).count());
    assertEquals(1_000_000, Runnel.of(1).repeat(1_000).repeat(1_000).count());
  }

  @Test
  void refusesANegativeNumber() {
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Runnel.of(1).repeat(-1));
    assertEquals("n must be >= 0, was -1", thrown.getMessage());
  }
}
