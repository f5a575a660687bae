package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ViaTest extends OperatorContract<Integer> {
  // @start region=example
  /** Emits every second element. */
  record EverySecond<T>(Cursor<T> upstream) implements Cursor<T> {
    @Override
    public @Nullable T next() throws Exception {
      return upstream.next() == null ? null : upstream.next();
    }

    @Override
    public void close() throws Exception {
      upstream.close();
    }
  }

  static Runnel<String> seconds(Runnel<String> words) {
    return words.via(EverySecond::new);
  }

  // @end

  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.map(e -> e).via(EverySecond::new); // the map is what takes the second close
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    List<Integer> seconds = new ArrayList<>();
    for (int i = 1; i < elements.size(); i += 2) {
      seconds.add(elements.get(i));
    }
    return seconds;
  }

  @Test
  void runsTheExample() throws Exception {
    assertEquals(List.of("b", "d"), seconds(Runnel.of("a", "b", "c", "d", "e")).toList());
  }

  @Test
  void takesAStageOfASupertype() throws Exception {
    Stage<Object, String> named = upstream -> new Forgetful<>(upstream, () -> {});
    assertEquals(List.of("1", "2"), Runnel.of(1, 2).via(named).toList());
  }

  @Test
  void makesNoCursorBeforeTheFirstPull() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(List.of(1));
    List<String> made = new ArrayList<>();
    Stage<Integer, Integer> stage =
        upstream -> {
          made.add("cursor");
          return upstream;
        };
    source.stream().map(e -> e).via(stage).take(0).drain();
    assertEquals(List.of(), made);
    source.assertClosedOnce();
    assertEquals(List.of(1), source.stream().map(e -> e).via(stage).toList());
    assertEquals(List.of("cursor"), made);
    source.assertClosedOnce();
  }

  @Test
  void closesTheStagesCursorThenUpstreamThatItForgot() throws Exception {
    List<String> trace = new ArrayList<>();
    SourceProbe<Integer> source = SourceProbe.of(List.of(1)).tracing(trace::add);
    source.stream().via(upstream -> new Forgetful<>(upstream, () -> trace.add("stage"))).drain();
    assertEquals(List.of("pull 0", "pull 1", "stage", "close"), trace);
    source.assertClosedOnce();
  }

  @Test
  void closesUpstreamIfTheStagesCursorFailsToClose() {
    IOException stage = new IOException("stage");
    IOException closing = new IOException("close");
    SourceProbe<Integer> source = SourceProbe.of(List.of(1)).failingOnClose(closing);
    Runnel<String> stream =
        source
            .stream()
            .via(
                upstream -> new Forgetful<>(
                    upstream,
                    () -> {
                      throw stage;
                    }));
    assertSame(stage, assertThrows(RunnelException.class, stream::drain).getCause());
    assertArrayEquals(new Throwable[] {closing}, stage.getSuppressed());
    source.assertClosedOnce();
  }

  @Test
  void failsIfTheStageFails() {
    IOException failure = new IOException("stage");
    SourceProbe<Integer> source = SourceProbe.of(List.of(1));
    Runnel<Integer> stream =
        source
            .stream()
            .via(
                _ -> {
                  throw failure;
                });
    assertSame(failure, assertThrows(RunnelException.class, stream::drain).getCause());
    assertEquals(0, source.run().pulls());
    source.assertClosedOnce();
  }

  /** The library keeps the rules of cursors around one that keeps none. */
  @Test
  void keepsAStageEnded() throws Exception {
    int[] left = {2};
    Cursor<Integer> restarting =
        new Cursor<>() {
          @Override
          public @Nullable Integer next() {
            if (left[0] == 0) {
              left[0] = 2;
              return null;
            }
            return left[0]--;
          }

          @Override
          public void close() {}
        };
    try (OpenRun<Integer> run = OpenRun.of(Runnel.of(0).via(_ -> restarting))) {
      assertTrue(run.cursor().forEachWhile(_ -> true));
      assertEquals(2, left[0]);
      assertSame(null, run.next());
      assertEquals(2, left[0]);
    }
  }

  @Test
  void refusesNull() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1).via(null));
    NullPointerException thrown =
        assertThrows(NullPointerException.class, Runnel.of(1).via(_ -> null)::drain);
    assertEquals("stage must not give a null cursor", thrown.getMessage());
  }

  /** Gives the elements as strings, and at the close acts but forgets upstream. */
  private record Forgetful<T>(Cursor<T> upstream, ThrowingRunnable closing)
      implements Cursor<String> {
    @Override
    public @Nullable String next() throws Exception {
      T element = upstream.next();
      return element == null ? null : element.toString();
    }

    @Override
    public void close() throws Exception {
      closing.run();
    }
  }
}
