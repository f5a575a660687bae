package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Seeds;
import dev.runnel.kit.StallDetector;
import dev.runnel.kit.ThreadLedger;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The laws of {@link Runnel}, checked for one operator. An operator's test extends this class,
 * gives a sample of the operator and an oracle over plain lists, and adds tests for what is its
 * own.
 *
 * <p>For a synchronous operator {@link #apply}, {@link #expected} and, if it may stop early, {@link
 * #pullsToEnd} are enough. A concurrent one says so by {@link #asynchronous}, {@link #ahead} and
 * {@link #ordered}; one that handles failures by {@link #handlesFailures}.
 *
 * @param <R> the type of what the sample emits
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class OperatorContract<R> extends OperatorSample<R> {
  @RegisterExtension
  final StallDetector stalls = new StallDetector();

  private final ThreadLedger threads = new ThreadLedger();

  // ---- L1

  @Test
  void assemblyRunsNothing() {
    SourceProbe<Integer> source = SourceProbe.of(INPUT);
    apply(source.stream());
    source.assertNeverRun();
    assertEquals(List.of(), effects());
  }

  @Test
  void eachRunIsCompleteByItself() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(INPUT);
    Runnel<R> stream = apply(source.stream());
    take(stream, 1);
    assertResults(expected(INPUT), stream.toList());
    assertResults(expected(INPUT), stream.toList());
    source.assertClosedOnce();
  }

  @Test
  void runsOnTwoThreadsAtOnceAreApart() throws Exception {
    CyclicBarrier bothPulled = new CyclicBarrier(2);
    SourceProbe<Integer> source = SourceProbe.of(INPUT);
    source.onPull(
        pull -> {
          if (pull == 0) {
            bothPulled.await();
          }
        });
    Runnel<R> stream = apply(source.stream());
    List<FutureTask<List<R>>> runs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      FutureTask<List<R>> run = new FutureTask<>(stream::toList);
      runs.add(run);
      Thread.ofVirtual().start(run);
    }
    for (FutureTask<List<R>> run : runs) {
      assertResults(expected(INPUT), run.get());
    }
    source.assertClosedOnce();
  }

  // ---- values

  @Test
  void givesWhatTheOracleGives() {
    Seeds.each(
        30,
        random -> {
          List<Integer> elements = random.ints(random.nextInt(20), 0, 12).boxed().toList();
          SourceProbe<Integer> source = SourceProbe.of(elements);
          assertResults(expected(elements), apply(source.stream()).toList());
          source.assertClosedOnce();
        });
  }

  @Test
  void passesElementsThatLookLikeMarkers() throws Exception {
    List<Object> odd = List.of(0, "", Optional.empty(), new Hostile(), false, List.of(), 0L);
    Runnel<Object> stream = passing(SourceProbe.of(odd).stream());
    if (stream != null) {
      Object[] given = stream.toList().toArray();
      assertEquals(odd.size(), given.length);
      for (int i = 0; i < given.length; i++) {
        assertSame(odd.get(i), given[i]);
      }
    }
  }

  // ---- L2

  @Test
  void pullsNoElementAhead() throws Exception {
    for (int k = 0; k <= expected(INPUT).size(); k++) {
      int limit = pullsFor(k, INPUT) + ahead();
      for (boolean bulk : new boolean[] {false, true}) {
        SourceProbe<Integer> source = SourceProbe.of(INPUT);
        try (OpenRun<R> run = OpenRun.of(apply(source.stream()))) {
          take(run.cursor(), k, bulk);
          int pulls = pulls(source);
          assertTrue(pulls <= limit, pulls + " pulls for " + k + " results, bulk " + bulk);
        }
      }
    }
  }

  @Test
  void pullsAsOftenAsItSaysUntilTheEnd() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(INPUT);
    apply(source.stream()).drain();
    int pulls = pulls(source);
    assertTrue(pulls >= pullsToEnd(INPUT) && pulls <= pullsToEnd(INPUT) + ahead(),
        pulls + " pulls");
  }

  // ---- L3

  @Test
  void drivesTheSourceOnOneThread() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(INPUT);
    apply(source.stream()).drain();
    source.assertClosedOnce();
    if (!asynchronous()) {
      source.assertConfinedTo(Thread.currentThread());
    }
  }

  // ---- L4

  @Test
  void closesTheSourceOnceWhereverDownstreamStops() throws Exception {
    for (boolean bulk : new boolean[] {false, true}) {
      for (int k = 0; k <= expected(INPUT).size() + 1; k++) {
        SourceProbe<Integer> source = SourceProbe.of(INPUT);
        try (OpenRun<R> run = OpenRun.of(apply(source.stream()))) {
          take(run.cursor(), k, bulk);
        }
        source.assertClosedOnce();
      }
    }
  }

  @Test
  void closesTheSourceOnceWhereverItFails() throws Exception {
    for (int i = 0; i < pullsToEnd(INPUT); i++) {
      for (Throwable failure : failures()) {
        SourceProbe<Integer> source = SourceProbe.of(INPUT).failingAt(i, failure);
        try {
          apply(source.stream()).drain();
        } catch (Throwable t) {
          // told about by another test
        }
        source.assertClosedOnce();
      }
    }
  }

  @Test
  void closesTheSourceOnceIfOpenedAndNeverPulled() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(INPUT);
    OpenRun.of(apply(source.stream())).close();
    source.assertClosedOnce();
  }

  @Test
  void closesTheSourceOnceIfClosedTwice() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(INPUT);
    try (OpenRun<R> run = OpenRun.of(apply(source.stream()))) {
      run.next();
      run.cursor().close();
      run.cursor().close();
      assertNull(run.next(), "an element after the close");
      assertTrue(run.cursor().forEachWhile(_ -> true), "not ended after the close");
    }
    source.assertClosedOnce();
  }

  @Test
  void closesTheSourceOnceIfDownstreamFails() {
    List<R> all = expected(INPUT);
    for (int k = 0; k < all.size(); k++) {
      int at = k;
      SourceProbe<Integer> source = SourceProbe.of(INPUT);
      RuntimeException failure = new IllegalStateException("downstream " + k);
      List<R> handedDown = new ArrayList<>();
      Throwable thrown =
          assertThrows(
              Throwable.class,
              () -> apply(source.stream())
                  .forEach(
                      result -> {
                        handedDown.add(result);
                        if (handedDown.size() == at + 1) {
                          throw failure;
                        }
                      }));
      assertSame(failure, thrown);
      assertEquals(at + 1, handedDown.size(), "results after downstream failed");
      source.assertClosedOnce();
    }
  }

  // ---- L5

  @Test
  void passesFailuresOfTheSourceUnchanged() {
    for (Boundary boundary : Boundary.values()) {
      for (int i = 0; i < pullsToEnd(INPUT); i++) {
        for (Throwable failure : failures()) {
          SourceProbe<Integer> source = SourceProbe.of(INPUT).failingAt(i, failure);
          assertSame(failure, failureOf(boundary.around(apply(source.stream()))), boundary.name());
          source = SourceProbe.of(INPUT).failingAt(i, failure);
          assertSame(failure, failureOf(apply(boundary.around(source.stream()))), boundary.name());
        }
      }
    }
  }

  @Test
  void handsDownWhatCameBeforeAFailure() {
    if (!ordered()) {
      return;
    }
    for (int i = 0; i < pullsToEnd(INPUT); i++) {
      List<R> handedDown = new ArrayList<>();
      Error failure = new AssertionError("source " + i);
      SourceProbe<Integer> source = SourceProbe.of(INPUT).failingAt(i, failure);
      assertSame(
          failure,
          assertThrows(
              Throwable.class, () -> apply(source.stream()).forEach(handedDown::add)));
      List<R> all = expected(INPUT);
      assertTrue(handedDown.size() <= all.size(), "more results than without the failure");
      assertEquals(all.subList(0, handedDown.size()), handedDown);
      assertTrue(
          handedDown.size() == all.size() || pullsFor(handedDown.size() + 1, INPUT) > i,
          "a result is lost: " + handedDown + " before pull " + i);
    }
  }

  @Test
  void staysEndedAfterAFailure() throws Exception {
    AssertionError failure = new AssertionError("source");
    for (boolean bulk : new boolean[] {false, true}) {
      SourceProbe<Integer> source = SourceProbe.of(INPUT).failingAt(0, failure);
      try (OpenRun<R> run = OpenRun.of(apply(source.stream()))) {
        Throwable thrown = null;
        try {
          take(run.cursor(), Integer.MAX_VALUE, bulk);
        } catch (Throwable t) {
          thrown = t;
        }
        if (pullsToEnd(INPUT) > 0) {
          assertSame(failure, thrown);
        }
        assertNull(run.next());
        assertTrue(run.cursor().forEachWhile(_ -> true));
        assertTrue(pulls(source) <= 1, "pulled on after the failure");
      }
      source.assertClosedOnce();
    }
  }

  @Test
  void throwsAFailureToCloseIfItIsAlone() {
    for (Throwable failure : List.of(new IllegalStateException("close"),
        new IOException("close"))) {
      SourceProbe<Integer> source = SourceProbe.of(INPUT).failingOnClose(failure);
      assertSame(failure, failureOf(apply(source.stream())));
      source.assertClosedOnce();
    }
  }

  @Test
  void suppressesAFailureToCloseOnTheFailure() {
    if (pullsToEnd(INPUT) == 0) {
      return;
    }
    AssertionError failure = new AssertionError("source");
    IOException closing = new IOException("close");
    SourceProbe<Integer> source =
        SourceProbe.of(INPUT).failingAt(0, failure).failingOnClose(closing);
    assertSame(failure, failureOf(apply(source.stream())));
    assertTrue(List.of(failure.getSuppressed()).contains(closing), "the failure to close is lost");
    source.assertClosedOnce();
  }

  // ---- L7

  @Test
  void refusesNull() {
    SourceProbe<Integer> source = SourceProbe.of(INPUT);
    Runnel<?> stream = givingNull(source.stream());
    if (stream != null) {
      NullPointerException thrown = assertThrows(NullPointerException.class, stream::drain);
      assertTrue(thrown.getMessage().contains("null"), thrown.getMessage());
      source.assertClosedOnce();
    }
  }

  // ---- L8

  @Test
  void stopsWhenTheCallerIsInterrupted() throws Exception {
    for (int i = 0; i < pullsToEnd(INPUT); i++) {
      boolean ended = endsThoughInterruptedAt(i, () -> {});
      assertFalse(
          ended && !asynchronous() && i < pullsToEnd(INPUT) - 1, "went on after the interrupt");
    }
  }

  @Test
  void stopsASourceThatWaitsWhenTheCallerIsInterrupted() throws Exception {
    for (int i = 0; i < pullsToEnd(INPUT); i++) {
      boolean ended = endsThoughInterruptedAt(i, new CountDownLatch(1)::await);
      assertFalse(ended && !asynchronous(), "the interrupt is lost");
    }
  }

  /** Whether the run ends normally; it may, if it has no use for what is pulled then. */
  private boolean endsThoughInterruptedAt(int index, ThrowingRunnable then) throws Exception {
    Thread caller = Thread.currentThread();
    SourceProbe<Integer> source = SourceProbe.of(INPUT);
    source.onPull(
        pull -> {
          if (pull == index) {
            caller.interrupt();
            then.run();
          }
        });
    boolean ended = false;
    try {
      apply(source.stream()).drain();
      ended = true;
    } catch (InterruptedException e) {
      assertFalse(Thread.interrupted(), "flag set beside the exception");
    }
    assertEquals(ended, Thread.interrupted(), "flag after the run");
    source.assertClosedOnce();
    return ended;
  }

  @Test
  void opensNothingIfTheCallerIsInterruptedBefore() {
    SourceProbe<Integer> source = SourceProbe.of(INPUT);
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> apply(source.stream()).drain());
    assertFalse(Thread.currentThread().isInterrupted());
    source.assertNeverRun();
  }

  // ---- the two ways to pull

  @Test
  void staysEnded() throws Exception {
    for (boolean bulk : new boolean[] {false, true}) {
      SourceProbe<Integer> source = SourceProbe.of(INPUT);
      try (OpenRun<R> run = OpenRun.of(apply(source.stream()))) {
        take(run.cursor(), Integer.MAX_VALUE, bulk);
        int pulls = pulls(source);
        assertNull(run.next());
        assertTrue(run.cursor().forEachWhile(_ -> false), "bulk does not know of the end");
        assertNull(run.next());
        assertEquals(pulls, pulls(source), "pulled on after the end");
        assertTrue(
            closesAnEndedSource() || source.runs().stream().allMatch(it -> it.closes.get() == 0),
            "closed by the end");
      }
      source.assertClosedOnce();
    }
  }

  @Test
  void bulkHasTheEffectsOfPulls() throws Exception {
    if (asynchronous()) {
      return;
    }
    List<String> pulled = trace(cursor -> take(cursor, Integer.MAX_VALUE, false));
    assertEquals(pulled, trace(cursor -> take(cursor, Integer.MAX_VALUE, true)));
    for (int k = 1; k <= expected(INPUT).size(); k++) {
      int first = k;
      List<String> mixed =
          trace(
              cursor -> {
                take(cursor, first, true);
                take(cursor, 1, false);
                take(cursor, 1, true);
                take(cursor, Integer.MAX_VALUE, false);
              });
      assertEquals(pulled, mixed, "bulk stopped after " + k + ", then pulled on");
      mixed =
          trace(
              cursor -> {
                take(cursor, first, false);
                take(cursor, 1, true);
                take(cursor, 1, false);
                take(cursor, Integer.MAX_VALUE, true);
              });
      assertEquals(pulled, mixed, "pulled " + k + ", then bulk");
    }
  }

  // ---- threads

  @BeforeEach
  void countThreads() {
    threads.begin();
  }

  @AfterEach
  void noThreadOutlivesItsRun() {
    threads.assertNoneLeft();
  }

  /** An element that only identity can tell apart. */
  private static final class Hostile {
    @Override
    public boolean equals(Object other) {
      throw new AssertionError("equals was called");
    }

    @Override
    public int hashCode() {
      throw new AssertionError("hashCode was called");
    }
  }
}
