package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OnStartTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.onStart(() -> effect("start"));
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements;
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.onStart(() -> {});
  }

  @Test
  void runsTheExample() throws Exception {
    List<String> log = new ArrayList<>();
    // @start region=example
    Runnel.of("a", "b").tap(log::add).onStart(() -> log.add("started")).drain();
    // log holds "started", "a", "b"
    // @end
    assertEquals(List.of("started", "a", "b"), log);
  }

  @Test
  void runsOncePerRunBeforeTheSourceIsAsked() throws Exception {
    List<String> trace = new ArrayList<>();
    Runnel<Integer> stream =
        SourceProbe.of(List.of(7)).tracing(trace::add).stream().onStart(() -> trace.add("start"));
    stream.drain();
    stream.first();
    assertEquals(
        List.of("start", "pull 0", "pull 1", "close", "start", "pull 0", "close"), trace);
  }

  @Test
  void doesNotRunIfNothingIsPulled() throws Exception {
    List<String> trace = new ArrayList<>();
    Runnel.of(1).onStart(() -> trace.add("start")).take(0).drain();
    assertEquals(List.of(), trace);
  }

  @Test
  void failsTheRunIfItFails() {
    IOException failure = new IOException("start");
    SourceProbe<Integer> source = SourceProbe.of(List.of(1));
    Runnel<Integer> stream =
        source
            .stream()
            .onStart(
                () -> {
                  throw failure;
                });
    assertSame(failure, assertThrows(RunnelException.class, stream::drain).getCause());
    assertEquals(0, source.run().pulls());
    source.assertClosedOnce();
  }

  @Test
  void refusesNull() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1).onStart(null));
  }
}
