package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class UsingTest extends OperatorContract<Integer> {
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return Runnel.using(
        () -> {
          effect("acquire");
          return "resource";
        },
        _ -> {
          effect("use");
          return source;
        },
        (_, outcome) -> effect("release " + outcome));
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements;
  }

  @Override
  Runnel<?> givingNull(Runnel<Integer> source) {
    return Runnel.using(() -> source, _ -> null, (_, _) -> {});
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return Runnel.using(() -> source, it -> it, (_, _) -> {});
  }

  @Test
  void example() throws Exception {
    List<String> log = this.log;
    // @start region=example
    Runnel<String> lines =
        Runnel.using(
            () -> new BufferedReader(new StringReader("a\nb")),
            reader -> Runnel.fromIterator(() -> reader.lines().iterator()),
            (reader, outcome) -> {
              log.add("closing after " + outcome);
              reader.close();
            });
    List<String> all = lines.toList();
    // @end
    assertEquals(List.of("a", "b"), all);
    assertEquals(List.of("closing after Completed[]"), log);
  }

  @Test
  void tellsTheReleaseOfTheEnd() throws Exception {
    held(Runnel.of(1)).drain();
    assertEquals(List.of("acquire", "release Completed[]"), log);
  }

  @Test
  void tellsTheReleaseOfAFailure() {
    IllegalStateException failure = new IllegalStateException("used");
    assertThrows(IllegalStateException.class, () -> held(Runnel.failed(failure)).drain());
    assertEquals(List.of("acquire", "release " + new Outcome.Failed(failure)), log);
  }

  @Test
  void tellsTheReleaseOfAFailureToUse() {
    IllegalStateException failure = new IllegalStateException("use");
    Runnel<Integer> stream =
        Runnel.using(
            () -> 1,
            _ -> {
              throw failure;
            },
            (_, outcome) -> log.add("release " + outcome));
    assertSame(failure, assertThrows(IllegalStateException.class, stream::drain));
    assertEquals(List.of("release " + new Outcome.Failed(failure)), log);
  }

  @Test
  void tellsTheReleaseThatItWasCancelledIfDownstreamWantsNoMore() throws Exception {
    held(Runnel.of(1, 2)).take(1).drain();
    assertEquals(List.of("acquire", "release Cancelled[]"), log);
  }

  @Test
  void tellsTheReleaseThatItWasCancelledIfDownstreamFails() {
    assertThrows(
        IllegalStateException.class,
        () -> held(Runnel.of(1))
            .forEach(
                _ -> {
                  throw new IllegalStateException("sink");
                }));
    assertEquals(List.of("acquire", "release Cancelled[]"), log);
  }

  @Test
  void tellsTheReleaseThatItWasCancelledIfTheRunIsInterrupted() {
    Runnel<Integer> stream = held(Runnel.of(1).concat(Runnel.never()));
    assertThrows(
        InterruptedException.class, () -> stream.forEach(_ -> Thread.currentThread().interrupt()));
    assertEquals(List.of("acquire", "release Cancelled[]"), log);
  }

  @Test
  void releasesInReverseOrder() throws Exception {
    Runnel<Integer> nested =
        Runnel.using(
            () -> 1,
            _ -> Runnel.using(() -> 2, Runnel::of, (_, _) -> log.add("inner")),
            (_, _) -> log.add("outer"));
    nested.drain();
    assertEquals(List.of("inner", "outer"), log);
  }

  @Test
  void acquiresNothingIfItIsNotPulled() throws Exception {
    held(Runnel.of(1)).take(0).drain();
    OpenRun.of(held(Runnel.of(1))).close();
    assertEquals(List.of(), log);
  }

  @Test
  void releasesNothingIfTheAcquireFails() {
    IOException failure = new IOException("acquire");
    Runnel<Integer> stream =
        Runnel.using(
            () -> {
              throw failure;
            },
            _ -> Runnel.of(1),
            (_, _) -> log.add("release"));
    assertSame(failure, assertThrows(RunnelException.class, stream::drain).getCause());
    assertEquals(List.of(), log);
  }

  @Test
  void refusesAResourceThatIsNull() {
    Runnel<Integer> stream =
        Runnel.using(() -> null, _ -> Runnel.of(1), (_, _) -> log.add("release"));
    assertThrows(NullPointerException.class, stream::drain);
    assertEquals(List.of(), log);
  }

  @Test
  void suppressesAFailureToReleaseOnTheFailure() {
    IllegalStateException failure = new IllegalStateException("used");
    IllegalStateException closing = new IllegalStateException("release");
    Runnel<Integer> stream =
        Runnel.using(
            () -> 1,
            _ -> Runnel.failed(failure),
            (_, _) -> {
              throw closing;
            });
    Throwable thrown = assertThrows(IllegalStateException.class, stream::drain);
    assertSame(failure, thrown);
    assertSame(closing, thrown.getSuppressed()[0]);
  }

  @Test
  void releasesThoughTheUsedStreamFailsToClose() {
    IllegalStateException closing = new IllegalStateException("close");
    SourceProbe<Integer> used = SourceProbe.of(List.of(1)).failingOnClose(closing);
    Throwable thrown =
        assertThrows(IllegalStateException.class, () -> held(used.stream()).drain());
    assertSame(closing, thrown);
    assertEquals(List.of("acquire", "release Completed[]"), log);
  }

  @Test
  void closesAnAutoCloseableByItself() throws Exception {
    Runnel<Integer> stream =
        Runnel.using(() -> (AutoCloseable) () -> log.add("closed"), _ -> Runnel.of(1));
    assertEquals(List.of(1), stream.toList());
    assertEquals(List.of("closed"), log);
  }

  @Test
  void completesAnAcquireThatIsInterruptedAndReleases() throws Exception {
    Thread caller = Thread.currentThread();
    Runnel<Integer> stream =
        Runnel.using(
            () -> {
              caller.interrupt(); // as if it came from outside, half-way
              log.add("acquired");
              return 1;
            },
            Runnel::of,
            (_, outcome) -> log.add("released " + outcome));
    assertThrows(InterruptedException.class, stream::drain);
    assertEquals(List.of("acquired", "released Cancelled[]"), log);
  }

  @Test
  void releasesWithTheInterruptKeptBack() throws Exception {
    Runnel<Integer> stream =
        Runnel.using(
            () -> 1,
            Runnel::of,
            (_, _) -> log.add("interrupted: " + Thread.currentThread().isInterrupted()));
    OpenRun<Integer> run = OpenRun.of(stream);
    assertEquals(1, run.next());
    Thread.currentThread().interrupt();
    run.close();
    assertTrue(Thread.interrupted(), "the flag is lost");
    assertEquals(List.of("interrupted: false"), log);
  }

  private Runnel<Integer> held(Runnel<Integer> used) {
    return Runnel.using(
        () -> {
          log.add("acquire");
          return "resource";
        },
        _ -> used,
        (_, outcome) -> log.add("release " + outcome));
  }
}
