package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/** The sample looks at the outer stream: each element becomes a stream of itself. */
final class FlatMapParTest extends JoinContract {
  @Override
  <R> Runnel<R> joined(
      int parallelism, int buffer, Runnel<Integer> outer,
      ThrowingFunction<Integer, Runnel<R>> function) {
    return outer.flatMapPar(parallelism, buffer, function);
  }

  @Override
  <T> Runnel<T> around(Runnel<T> source) {
    return source.flatMapPar(4, 2, Runnel::of);
  }

  /** Elements whose streams are open, and one that waits for a place. */
  @Override
  int ahead() {
    return 4 + 1;
  }

  /** All open streams may have given their element and wait for their end to be taken. */
  @Override
  int aheadWhenQuiet() {
    return 2;
  }

  @Override
  boolean ordered() {
    return false;
  }

  @Override
  Runnel<?> givingNull(Runnel<Integer> source) {
    return source.flatMapPar(2, _ -> null);
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    List<String> rows =
        Runnel.of("north", "south", "west")
            .flatMapPar(2, region -> Runnel.of(region + " 1", region + " 2")) // two at once
            .toList();
    // @end
    assertEquals(
        List.of("north 1", "north 2", "south 1", "south 2", "west 1", "west 2"),
        rows.stream().sorted().toList());
  }

  /** A stage that one of the parallel maps feeds is not held to that one's parallelism. */
  @Test
  void doesNotThrottleAParallelMapBelow() throws Exception {
    CyclicBarrier together = new CyclicBarrier(8);
    Runnel<Integer> below =
        Runnel.of(0, 1)
            .flatMapPar(2, _ -> Runnel.range(0, 40).parEvalMap(2, i -> i))
            .parEvalMapUnordered(8, _ -> together.await());
    assertEquals(80, below.count());
  }

  @Test
  void refusesANullFunction() {
    assertEquals(
        "function",
        assertThrows(
            NullPointerException.class, () -> Runnel.of(1).flatMapPar(1, null)).getMessage());
  }
}
