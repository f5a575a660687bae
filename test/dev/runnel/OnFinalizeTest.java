package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OnFinalizeTest extends OperatorContract<Integer> {
  private final List<Outcome> outcomes = new ArrayList<>();

  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.onFinalize(outcome -> effect("end " + outcome));
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements;
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.onFinalize(_ -> {});
  }

  private <T> Runnel<T> noting(Runnel<T> source) {
    return source.onFinalize(outcomes::add);
  }

  @Test
  void runsTheExample() throws Exception {
    List<String> log = new ArrayList<>();
    // @start region=example
    Runnel.of("a", "b")
        .tap(log::add)
        .onFinalize(
            outcome -> log.add(
                switch (outcome) {
                  case Outcome.Completed() -> "completed";
                  case Outcome.Failed(Throwable cause) -> "failed: " + cause;
                  case Outcome.Cancelled() -> "cancelled";
                }))
        .first();
    // @end
    assertEquals(List.of("a", "cancelled"), log);
  }

  @Test
  void tellsThatTheEndWasReached() throws Exception {
    noting(Runnel.of(1, 2)).toList();
    noting(Runnel.of(1, 2)).take(3).toList();
    noting(Runnel.empty()).drain();
    assertEquals(
        List.of(new Outcome.Completed(), new Outcome.Completed(), new Outcome.Completed()),
        outcomes);
  }

  @Test
  void tellsAFailureOfUpstream() throws Exception {
    IOException failure = new IOException("source");
    assertThrows(RunnelException.class, noting(Runnel.failed(failure))::drain);
    noting(Runnel.<Integer>failed(failure)).recover(_ -> 1).toList();
    AssertionError error = new AssertionError("source");
    SourceProbe<Integer> source = SourceProbe.of(List.of(1)).failingAt(1, error);
    assertThrows(AssertionError.class, noting(source.stream())::drain);
    assertEquals(
        List.of(
            new Outcome.Failed(failure), new Outcome.Failed(failure), new Outcome.Failed(error)),
        outcomes);
  }

  @Test
  void tellsAFailureToCloseUpstream() {
    IOException closing = new IOException("close");
    SourceProbe<Integer> source = SourceProbe.of(List.of(1)).failingOnClose(closing);
    assertThrows(RunnelException.class, noting(source.stream())::drain);
    assertEquals(List.of(new Outcome.Failed(closing)), outcomes);
  }

  @Test
  void tellsThatDownstreamStoppedOrFailed() throws Exception {
    noting(Runnel.of(1, 2)).first();
    noting(Runnel.of(1, 2)).take(0).drain();
    assertThrows(
        IllegalStateException.class,
        () -> noting(Runnel.of(1, 2))
            .forEach(
                _ -> {
                  throw new IllegalStateException("downstream");
                }));
    assertThrows(
        IllegalStateException.class,
        () -> noting(Runnel.of(1, 2))
            .recover(_ -> 0) // pulls one by one
            .forEach(
                _ -> {
                  throw new IllegalStateException("downstream");
                }));
    assertEquals(4, outcomes.size());
    assertTrue(outcomes.stream().allMatch(new Outcome.Cancelled()::equals), "" + outcomes);
  }

  @Test
  void tellsAnInterruptAsCancelled() {
    SourceProbe<Integer> source =
        SourceProbe.of(List.of(1, 2)).onPull(_ -> Thread.currentThread().interrupt());
    assertThrows(InterruptedException.class, noting(source.stream())::drain);
    assertEquals(List.of(new Outcome.Cancelled()), outcomes);
  }

  @Test
  void runsAfterWhatIsUpstreamAndBeforeWhatIsDownstream() throws Exception {
    for (long limit : new long[] {1, 5}) {
      List<String> trace = new ArrayList<>();
      SourceProbe.of(List.of(1, 2))
          .tracing(trace::add)
          .stream()
          .onFinalize(_ -> trace.add("inner"))
          .map(e -> e)
          .onFinalize(_ -> trace.add("outer"))
          .take(limit)
          .drain();
      assertEquals(
          List.of("close", "inner", "outer"), trace.subList(trace.size() - 3, trace.size()));
    }
  }

  /** Body and finaliser fail, both are reported; of two finalisers the outermost comes last. */
  @Test
  void suppressesItsFailureOnTheFailureOfTheRun() {
    IOException body = new IOException("body");
    IOException inner = new IOException("inner");
    IOException outer = new IOException("outer");
    Runnel<Integer> stream =
        Runnel.<Integer>failed(body).onFinalize(_ -> sneak(inner)).onFinalize(_ -> sneak(outer));
    assertSame(body, assertThrows(RunnelException.class, stream::drain).getCause());
    List<Throwable> all = new ArrayList<>();
    collect(body, all);
    assertEquals(List.of(body, inner, outer), all);
  }

  @Test
  void throwsItsFailureIfItIsAlone() {
    IOException inner = new IOException("inner");
    IOException outer = new IOException("outer");
    Runnel<Integer> stream =
        Runnel.of(1).onFinalize(_ -> sneak(inner)).onFinalize(_ -> sneak(outer));
    assertSame(inner, assertThrows(RunnelException.class, stream::drain).getCause());
    assertArrayEquals(new Throwable[] {outer}, inner.getSuppressed());
  }

  @Test
  void isNotCutShortByAnInterrupt() {
    List<Boolean> flags = new ArrayList<>();
    SourceProbe<Integer> source =
        SourceProbe.of(List.of(1, 2)).onPull(_ -> Thread.currentThread().interrupt());
    Runnel<Integer> stream =
        source.stream().onFinalize(_ -> flags.add(Thread.currentThread().isInterrupted()));
    assertThrows(InterruptedException.class, stream::drain);
    assertEquals(List.of(false), flags);
  }

  @Test
  void runsWithTheFlagClearAndGivesItBack() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(List.of(1));
    source.onPull(
        pull -> {
          if (pull == 1) {
            Thread.currentThread().interrupt(); // after the last element: the run ends normally
          }
        });
    List<Boolean> flags = new ArrayList<>();
    source.stream().onFinalize(_ -> flags.add(Thread.currentThread().isInterrupted())).drain();
    assertEquals(List.of(false), flags);
    assertTrue(Thread.interrupted());
    assertFalse(Thread.interrupted());
  }

  @Test
  void refusesNull() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1).onFinalize(null));
  }

  private static void sneak(Exception failure) throws Exception {
    throw failure;
  }

  private static void collect(Throwable failure, List<Throwable> all) {
    all.add(failure);
    for (Throwable suppressed : failure.getSuppressed()) {
      collect(suppressed, all);
    }
  }
}
