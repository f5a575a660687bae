package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RecoverTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.recover(_ -> -1);
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
    return source.recover(_ -> "recovered");
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    List<String> words =
        Runnel.of("a", "")
            .map(word -> word.substring(0, 1))
            .recover(e -> e.getClass().getSimpleName())
            .toList(); // "a", "StringIndexOutOfBoundsException"
    // @end
    assertEquals(List.of("a", "StringIndexOutOfBoundsException"), words);
  }

  @Test
  void runsTheExampleWithAType() throws Exception {
    // @start region=type
    List<Integer> numbers =
        Runnel.of("1", "x", "3")
            .map(Integer::valueOf)
            .recover(NumberFormatException.class, _ -> 0)
            .toList(); // 1, 0
    // @end
    assertEquals(List.of(1, 0), numbers);
  }

  @Test
  void goesOnWhereverTheSourceFails() throws Exception {
    IOException failure = new IOException("source");
    for (int i = 0; i <= 3; i++) {
      SourceProbe<Integer> source = SourceProbe.of(List.of(0, 1, 2)).failingAt(i, failure);
      List<Integer> expected = new ArrayList<>(List.of(0, 1, 2).subList(0, i));
      expected.add(-1);
      assertEquals(expected, apply(source.stream()).toList());
      source.assertClosedOnce();
    }
  }

  @Test
  void recoversFromWhatFailsBehindABoundary() throws Exception {
    for (Boundary boundary : Boundary.values()) {
      SourceProbe<Integer> source =
          SourceProbe.of(List.of(0, 1, 2)).failingAt(2, new IOException("source"));
      Runnel<Integer> stream =
          boundary
              .around(source.stream())
              .recover(
                  _ -> {
                    source.assertClosedOnce();
                    return -1;
                  });
      assertEquals(-1, stream.last().orElseThrow(), "" + boundary);
      source.assertClosedOnce();
    }
  }

  @Test
  void closesUpstreamBeforeTheFunctionRuns() throws Exception {
    IOException failure = new IOException("source");
    IOException closing = new IOException("close");
    SourceProbe<Integer> source =
        SourceProbe.of(List.of(7)).failingAt(1, failure).failingOnClose(closing);
    Runnel<Integer> stream =
        source
            .stream()
            .recover(
                e -> {
                  source.assertClosedOnce();
                  assertSame(failure, e);
                  assertArrayEquals(new Throwable[] {closing}, e.getSuppressed());
                  return 8;
                });
    assertEquals(List.of(7, 8), stream.toList());
    source.assertClosedOnce();
  }

  @Test
  void recoversOnlyFromTheGivenType() throws Exception {
    Runnel<Integer> missing = Runnel.failed(new FileNotFoundException("file"));
    assertEquals(List.of(1), missing.recover(IOException.class, _ -> 1).toList());
    IllegalStateException failure = new IllegalStateException("other");
    Runnel<Integer> other = Runnel.<Integer>failed(failure).recover(IOException.class, _ -> 1);
    assertSame(failure, assertThrows(IllegalStateException.class, other::drain));
  }

  @Test
  void suppressesTheExceptionIfTheFunctionFails() {
    IOException failure = new IOException("source");
    IllegalStateException second = new IllegalStateException("function");
    Runnel<Integer> stream =
        Runnel.<Integer>failed(failure)
            .recover(
                _ -> {
                  throw second;
                });
    assertSame(second, assertThrows(IllegalStateException.class, stream::drain));
    assertArrayEquals(new Throwable[] {failure}, second.getSuppressed());
  }

  @Test
  void passesWhatTheFunctionThrowsAgain() {
    IOException failure = new IOException("source");
    Runnel<Integer> stream =
        Runnel.<Integer>failed(failure)
            .recover(
                e -> {
                  throw e;
                });
    assertSame(failure, assertThrows(RunnelException.class, stream::drain).getCause());
    assertEquals(0, failure.getSuppressed().length);
  }

  @Test
  void refusesANullResult() {
    IOException failure = new IOException("source");
    NullPointerException thrown =
        assertThrows(
            NullPointerException.class, () -> Runnel.failed(failure).recover(_ -> null).drain());
    assertEquals("elements must not be null: recover got null", thrown.getMessage());
    assertArrayEquals(new Throwable[] {failure}, thrown.getSuppressed());
  }

  /** A limit below, and a sink that throws, are not failures of the source. */
  @Test
  void seesNeitherACancelNorWhatDownstreamThrows() throws Exception {
    List<Exception> seen = new ArrayList<>();
    SourceProbe<Integer> source = SourceProbe.of(List.of(0, 1, 2));
    Runnel<Integer> stream =
        source
            .stream()
            .recover(
                e -> {
                  seen.add(e);
                  return -1;
                });
    assertEquals(List.of(0), stream.take(1).toList());
    IllegalStateException failure = new IllegalStateException("downstream");
    Runnel<Integer> failing =
        stream.map(
            _ -> {
              throw failure;
            });
    assertSame(failure, assertThrows(IllegalStateException.class, failing::drain));
    assertEquals(List.of(), seen);
    source.assertClosedOnce();
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
    assertThrows(InterruptedException.class, apply(source.stream())::drain);
    source.assertClosedOnce();
  }

  @Test
  void refusesNullArguments() {
    Runnel<Integer> stream = Runnel.of(1);
    assertThrows(NullPointerException.class, () -> stream.recover(null));
    assertThrows(NullPointerException.class, () -> stream.recover(null, _ -> 1));
    assertThrows(NullPointerException.class, () -> stream.recover(IOException.class, null));
  }
}
