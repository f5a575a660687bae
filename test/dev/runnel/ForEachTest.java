package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ForEachTest extends TerminalContract<List<Integer>> {
  @Override
  List<Integer> run(Runnel<Integer> stream) throws InterruptedException {
    List<Integer> seen = new ArrayList<>();
    stream.forEach(seen::add);
    return seen;
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements;
  }

  @Test
  void runsTheExample() throws Exception {
    List<String> lines = new ArrayList<>();
    // @start region=example
    Runnel.of("a", "b").forEach(name -> lines.add("hello " + name));
    // @end
    assertEquals(List.of("hello a", "hello b"), lines);
  }

  @Test
  void refusesANullArgument() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1).forEach(null));
  }

  @Test
  void throwsWhatTheFunctionThrows() {
    IOException failure = new IOException("function");
    SourceProbe<Integer> source = SourceProbe.of(List.of(0, 1, 2));
    RunnelException thrown =
        assertThrows(RunnelException.class, () -> source.stream().forEach(_ -> {
          throw failure;
        }));
    assertSame(failure, thrown.getCause());
    assertEquals(1, source.run().pulls());
    source.assertClosedOnce();
  }

  @Test
  void actsOnEachElementBeforeTheNextIsPulled() throws Exception {
    List<String> trace = new ArrayList<>();
    SourceProbe.of(List.of(7, 8)).tracing(trace::add).stream().forEach(e -> trace.add("saw " + e));
    assertEquals(List.of("pull 0", "saw 7", "pull 1", "saw 8", "pull 2", "close"), trace);
  }
}
