package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MapErrorTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.mapError(IllegalStateException::new);
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements;
  }

  @Override
  boolean handlesFailures() {
    return true;
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.mapError(e -> e);
  }

  @Test
  void runsTheExample() {
    Runnel<String> lines = Runnel.failed(new FileNotFoundException("names.txt"));
    // @start region=example
    Runnel<String> names =
        lines.mapError(
            e -> e instanceof IOException io ? new UncheckedIOException("no names", io) : e);
    // @end
    assertEquals("no names", assertThrows(UncheckedIOException.class, names::drain).getMessage());
  }

  @Test
  void throwsWhatTheFunctionGives() {
    IOException failure = new IOException("source");
    IllegalStateException mapped = new IllegalStateException("mapped");
    for (int i = 0; i <= 2; i++) {
      SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2)).failingAt(i, failure);
      Runnel<Integer> stream =
          source
              .stream()
              .mapError(
                  e -> {
                    assertSame(failure, e);
                    return mapped;
                  });
      assertSame(mapped, assertThrows(IllegalStateException.class, stream::drain));
      source.assertClosedOnce();
    }
  }

  @Test
  void suppressesTheExceptionIfTheFunctionFails() {
    IOException failure = new IOException("source");
    IllegalStateException second = new IllegalStateException("function");
    Runnel<Integer> stream =
        Runnel.<Integer>failed(failure)
            .mapError(
                _ -> {
                  throw second;
                });
    assertSame(second, assertThrows(IllegalStateException.class, stream::drain));
    assertArrayEquals(new Throwable[] {failure}, second.getSuppressed());
  }

  @Test
  void refusesANullException() {
    IOException failure = new IOException("source");
    NullPointerException thrown =
        assertThrows(
            NullPointerException.class,
            () -> Runnel.failed(failure).mapError(_ -> null).drain());
    assertArrayEquals(new Throwable[] {failure}, thrown.getSuppressed());
  }

  @Test
  void doesNotSeeWhatABlockingCallMakesOfAnInterrupt() {
    SourceProbe<Integer> source =
        SourceProbe.of(List.of(1))
            .onPull(
                _ -> {
                  Thread.currentThread().interrupt();
                  throw new SocketException("Closed by interrupt");
                });
    List<Exception> seen = new ArrayList<>();
    Runnel<Integer> stream =
        source
            .stream()
            .mapError(
                e -> {
                  seen.add(e);
                  return e;
                });
    assertThrows(InterruptedException.class, stream::drain);
    assertEquals(List.of(), seen);
    source.assertClosedOnce();
  }

  @Test
  void refusesANullFunction() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1).mapError(null));
  }
}
