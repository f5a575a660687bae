package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A sample of one operator, with an oracle over plain lists and all else that the checks of {@link
 * OperatorContract} need to know of it.
 *
 * @param <R> the type of what the sample emits
 */
abstract class OperatorSample<R> {
  static final List<Integer> INPUT = IntStream.range(0, 8).boxed().toList();

  private final List<String> effects = Collections.synchronizedList(new ArrayList<>());

  /** Puts the sample on a source. Assembles only; called for several runs and sources. */
  abstract Runnel<R> apply(Runnel<Integer> source);

  /** Gives what the sample emits for these elements. */
  abstract List<R> expected(List<Integer> elements);

  /**
   * How many pulls of the source a whole run makes, the pull that finds the end included. Override
   * if the sample stops early, or does not pull for each of its steps.
   */
  int pullsToEnd(List<Integer> elements) {
    return elements.size() + 1;
  }

  /**
   * How many pulls of the source are needed for the first {@code k} results. The default is the
   * shortest prefix of the elements whose results start with these. Override if a result can only
   * be known by looking further.
   */
  int pullsFor(int k, List<Integer> elements) {
    List<R> wanted = expected(elements).subList(0, k);
    for (int p = 0; p < elements.size(); p++) {
      List<R> results = expected(elements.subList(0, p));
      if (results.size() >= k && results.subList(0, k).equals(wanted)) {
        return p;
      }
    }
    return pullsToEnd(elements);
  }

  /** The bound on elements pulled but not handed down: 0 unless the sample has a boundary. */
  int ahead() {
    return 0;
  }

  /** Whether the source is driven by another thread than the sample's results are pulled by. */
  boolean asynchronous() {
    return false;
  }

  /** Whether results come in the order of {@link #expected}. */
  boolean ordered() {
    return true;
  }

  /** Whether the sample may turn a failure of the source into something else; an error never is. */
  boolean handlesFailures() {
    return false;
  }

  /**
   * Whether the sample closes a source that has ended before it goes on, as {@code concat} does.
   */
  boolean closesAnEndedSource() {
    return false;
  }

  /**
   * The sample with a function that gives null at the first element, or null if it has none such.
   */
  @Nullable Runnel<?> givingNull(Runnel<Integer> source) {
    return null;
  }

  /** The operator, set to pass each element on as it is; null if there is no such setting. */
  @Nullable Runnel<Object> passing(Runnel<Object> source) {
    return null;
  }

  /**
   * Notes an effect of the sample's own functions, so that bulk and pull are compared by it too.
   */
  final void effect(String what) {
    effects.add(what);
  }

  /** What the sample's functions have noted so far. */
  final List<String> effects() {
    return List.copyOf(effects);
  }

  @FunctionalInterface
  interface Driver<R> {
    void drive(Cursor<R> cursor) throws Exception;
  }

  final List<Throwable> failures() {
    return handlesFailures()
        ? List.of(new AssertionError("source"))
        : List.of(
            new IllegalStateException("source"),
            new IOException("source"),
            new StackOverflowError("source"));
  }

  /**
   * What stands behind the exception that a run throws: itself, or the cause of the one wrapper.
   */
  static Throwable failureOf(Runnel<?> stream) {
    Throwable thrown = assertThrows(Throwable.class, stream::drain);
    if (thrown instanceof RunnelException) {
      return assertInstanceOf(Exception.class, thrown.getCause());
    }
    assertFalse(
        thrown instanceof Exception && !(thrown instanceof RuntimeException),
        "a checked exception came unwrapped: " + thrown);
    return thrown;
  }

  static int pulls(SourceProbe<?> source) {
    return source.runs().stream().mapToInt(SourceProbe.Run::pulls).sum();
  }

  final void take(Runnel<R> stream, int k) throws Exception {
    try (OpenRun<R> run = OpenRun.of(stream)) {
      take(run.cursor(), k, false);
    }
  }

  /** Takes up to {@code k} results, by pulls or by one bulk call, and notes each as an effect. */
  final void take(Cursor<R> cursor, int k, boolean bulk) throws Exception {
    if (k == 0) {
      return;
    }
    if (bulk) {
      int[] taken = {0};
      cursor.forEachWhile(
          result -> {
            effect("took " + result);
            return ++taken[0] < k;
          });
      return;
    }
    for (int taken = 0; taken < k; taken++) {
      R result = cursor.next();
      if (result == null) {
        return;
      }
      effect("took " + result);
    }
  }

  final List<String> trace(Driver<R> driver) throws Exception {
    effects.clear();
    SourceProbe<Integer> source = SourceProbe.of(INPUT).tracing(this::effect);
    try (OpenRun<R> run = OpenRun.of(apply(source.stream()))) {
      driver.drive(run.cursor());
    }
    return List.copyOf(effects);
  }

  final void assertResults(List<R> expected, List<R> actual) {
    if (ordered()) {
      assertArrayEquals(expected.toArray(), actual.toArray());
    } else {
      assertEquals(counted(expected), counted(actual));
    }
  }

  private static <E> Map<E, Integer> counted(Collection<E> elements) {
    Map<E, Integer> counts = new HashMap<>();
    elements.forEach(element -> counts.merge(element, 1, Integer::sum));
    return counts;
  }
}
