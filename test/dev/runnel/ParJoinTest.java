package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/** The sample looks at an inner stream. */
final class ParJoinTest extends JoinContract {
  @Override
  <R> Runnel<R> joined(
      int parallelism, int buffer, Runnel<Integer> outer,
      ThrowingFunction<Integer, Runnel<R>> function) {
    return Runnel.parJoin(parallelism, buffer, outer.map(function));
  }

  @Override
  <T> Runnel<T> around(Runnel<T> source) {
    return Runnel.parJoin(2, 4, Runnel.of(source));
  }

  @Override
  int ahead() {
    return 4 + 1;
  }

  @Override
  int aheadWhenQuiet() {
    return 2;
  }

  @Override
  boolean closesAnEndedSource() {
    return true;
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    Runnel<Runnel<String>> files =
        Runnel.of("a.log", "b.log", "c.log").map(file -> Runnel.of(file + ":1", file + ":2"));
    List<String> lines = Runnel.parJoin(2, files).toList(); // two files open at once
    // @end
    assertEquals(
        List.of("a.log:1", "a.log:2", "b.log:1", "b.log:2", "c.log:1", "c.log:2"),
        lines.stream().sorted().toList());
  }

  @Test
  void runsStreamsWithUserCodeAtOnceWhereverTheyAreListed() throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    List<Runnel<Integer>> streams = new ArrayList<>(List.of(Runnel.of(0)));
    for (int i = 1; i < 3; i++) {
      streams.add(Runnel.of(i).tap(_ -> together.await()));
    }
    assertEquals(
        List.of(0, 1, 2),
        Runnel.parJoin(3, Runnel.from(streams)).toList().stream().sorted().toList());
  }

  @Test
  void refusesANullArgument() {
    assertEquals(
        "streams",
        assertThrows(NullPointerException.class, () -> Runnel.parJoin(1, null)).getMessage());
  }
}
