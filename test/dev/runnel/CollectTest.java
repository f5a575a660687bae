package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class CollectTest extends TerminalContract<String> {
  @Override
  String run(Runnel<Integer> stream) throws InterruptedException {
    return stream.map(String::valueOf).collect(Collectors.joining(","));
  }

  @Override
  String expected(List<Integer> elements) {
    return elements.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    String line = Runnel.of("a", "b").collect(Collectors.joining(", "));
    // @end
    assertEquals("a, b", line);
  }

  @Test
  void refusesANullArgument() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1).collect(null));
  }

  @Test
  void finishesAfterAllIsClosed() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2));
    Collector<Integer, List<Integer>, Integer> collector =
        Collector.of(
            ArrayList::new,
            List::add,
            (a, _) -> a,
            list -> {
              source.assertClosedOnce();
              return list.size();
            });
    assertEquals(2, source.stream().collect(collector));
  }

  @Test
  void throwsWhatTheCollectorThrows() {
    IllegalStateException failure = new IllegalStateException("accumulator");
    SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2));
    Collector<Integer, List<Integer>, List<Integer>> collector =
        Collector.of(
            ArrayList::new,
            (_, _) -> {
              throw failure;
            },
            (a, _) -> a);
    assertSame(
        failure,
        assertThrows(IllegalStateException.class, () -> source.stream().collect(collector)));
    source.assertClosedOnce();
  }
}
