package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.scope.TaskScope;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An endless stream through each operator, and each pair of operators, keeps the heap flat. */
@Tag("soak")
@Timeout(600)
final class EndlessSoakTest {
  private static final long LONG_RUN = 10_000_000;
  private static final long PAIR_RUN = 100_000;

  /** What a run may hold more at its end than at its first tenth. */
  private static final long SLACK_BYTES = 4 << 20;

  private static final Map<String, UnaryOperator<Runnel<Integer>>> OPERATORS = operators();

  private static Map<String, UnaryOperator<Runnel<Integer>>> operators() {
    Map<String, UnaryOperator<Runnel<Integer>>> all = new TreeMap<>();
    all.put("map", s -> s.map(i -> i + 1));
    all.put("filter", s -> s.filter(i -> (i & 3) != 0));
    all.put("tap", s -> s.tap(_ -> {}));
    all.put("flatMap", s -> s.flatMap(i -> Runnel.of(i, i)));
    all.put("flatMapIterable", s -> s.flatMapIterable(i -> List.of(i, i)));
    all.put("drop", s -> s.drop(10));
    all.put("takeWhile", s -> s.takeWhile(_ -> true));
    all.put("takeThrough", s -> s.takeThrough(_ -> true));
    all.put("dropWhile", s -> s.dropWhile(i -> i < 1));
    all.put("scan", s -> s.scan(() -> 0, Integer::sum));
    all.put("concat", s -> Runnel.of(1, 2, 3).concat(s));
    all.put("zipWith", s -> s.zipWith(endless(), Integer::sum));
    all.put("startWith", s -> s.startWith(1));
    all.put("orElse", s -> s.orElse(Runnel.of(1)));
    all.put("repeat", s -> s.take(3).repeat());
    all.put("mapError", s -> s.mapError(IllegalStateException::new));
    all.put("recover", s -> s.recover(_ -> 1));
    all.put("retry", s -> s.retry(Retry.ofAttempts(3)));
    all.put(
        "retry for ever",
        s -> s.take(3).concat(Runnel.failed(new IOException("again")))
            .retry(Retry.forever().withBackoff(Duration.ofNanos(1), 1, Duration.ofNanos(1))));
    all.put("onFinalize", s -> s.onFinalize(_ -> {}));
    all.put("prefetch", s -> s.prefetch(64));
    all.put("parEvalMap", s -> s.parEvalMap(4, i -> i));
    all.put("parEvalMapUnordered", s -> s.parEvalMapUnordered(4, i -> i));
    all.put("merge", s -> s.merge(endless()));
    all.put("mergeHaltLeft", s -> s.mergeHaltLeft(endless()));
    all.put("concurrently", s -> s.concurrently(endless()));
    all.put("flatMapPar", s -> s.flatMapPar(4, i -> Runnel.of(i, i).map(e -> e)));
    all.put("parJoin", s -> Runnel.parJoin(2, Runnel.of(s)));
    all.put("timeout", s -> s.timeout(Duration.ofDays(1)));
    return all;
  }

  static Stream<String> names() {
    return OPERATORS.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void keepsTheHeapFlat(String operator) throws InterruptedException {
    long run = operator.equals("retry for ever") ? LONG_RUN / 100 : LONG_RUN; // each round waits
    soak(operator, OPERATORS.get(operator).apply(endless()), run);
  }

  @ParameterizedTest
  @MethodSource("names")
  void keepsTheHeapFlatUnderEachOther(String operator) throws InterruptedException {
    for (String below : OPERATORS.keySet()) {
      Runnel<Integer> pair = OPERATORS.get(below).apply(OPERATORS.get(operator).apply(endless()));
      long run = (operator + below).contains("ever") ? PAIR_RUN / 100 : PAIR_RUN;
      soak(operator + ", " + below, pair, run);
    }
  }

  private static Runnel<Integer> endless() {
    return Runnel.iterate(0, i -> i + 1 & 0xFFFF);
  }

  private static void soak(String name, Runnel<Integer> stream, long elements)
      throws InterruptedException {
    long[] live = new long[2];
    long[] count = new long[1];
    stream.take(elements)
        .forEach(
            _ -> {
              count[0]++;
              if (count[0] == elements / 10) {
                live[0] = liveBytes();
              } else if (count[0] == elements) {
                live[1] = liveBytes();
              }
            });
    assertEquals(elements, count[0], name);
    assertTrue(live[1] - live[0] < SLACK_BYTES, name + " grew by " + (live[1] - live[0]));
    assertEquals(0, TaskScope.liveThreads(), name);
  }

  private static long liveBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
