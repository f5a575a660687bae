package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.scope.TaskScope;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class OnLateFailureTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.map(element -> element).onLateFailure(_ -> {});
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements;
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.map(element -> element).onLateFailure(_ -> {});
  }

  @Test
  void runsTheExample() throws InterruptedException {
    // @start region=example
    Queue<Throwable> late = new ConcurrentLinkedQueue<>();
    int first =
        Runnel.of(1, 2)
            .parEvalMapUnordered(
                2,
                n -> {
                  if (n == 2) {
                    throw new IOException("late");
                  }
                  return n;
                })
            .onLateFailure(late::add)
            .first()
            .orElse(0);
    // @end
    assertEquals(1, first);
    assertTrue(late.size() <= 1, "told unless the function was interrupted before it failed");
  }

  @Test
  void givesWhatFailedUnseenBeforeTheRunStoppedEarly() throws InterruptedException {
    IOException late = new IOException("late");
    for (int round = 0; round < 1_000; round++) {
      Queue<Throwable> told = new ConcurrentLinkedQueue<>();
      Runnel<Integer> stream = resultThenFailure(late).onLateFailure(told::add);
      assertEquals(1, stream.first().orElseThrow());
      assertEquals(List.of(late), List.copyOf(told));
      assertEquals(0, TaskScope.liveThreads());
    }
  }

  @Test
  void givesItToTheNearestHookDownstream() throws InterruptedException {
    IOException late = new IOException("late");
    Queue<Throwable> near = new ConcurrentLinkedQueue<>();
    Queue<Throwable> far = new ConcurrentLinkedQueue<>();
    resultThenFailure(late).take(1).onLateFailure(near::add).prefetch(1).onLateFailure(far::add)
        .drain();
    assertEquals(List.of(late), List.copyOf(near));
    assertTrue(far.isEmpty());
  }

  @Test
  void reachesThroughBoundariesThatHaveNoHook() throws InterruptedException {
    IOException late = new IOException("late");
    Queue<Throwable> far = new ConcurrentLinkedQueue<>();
    resultThenFailure(late).take(1).prefetch(1).prefetch(1).onLateFailure(far::add).drain();
    assertEquals(List.of(late), List.copyOf(far));
  }

  @Test
  void suppressesOnTheFailureIfTheRunFails() {
    IOException late = new IOException("late");
    Queue<Throwable> told = new ConcurrentLinkedQueue<>();
    IllegalStateException primary = new IllegalStateException("downstream");
    Runnel<Integer> stream = resultThenFailure(late).onLateFailure(told::add);
    assertSame(
        primary,
        assertThrows(
            IllegalStateException.class,
            () -> stream.forEach(
                _ -> {
                  throw primary;
                })));
    assertArrayEquals(new Throwable[] {late}, primary.getSuppressed());
    assertTrue(told.isEmpty());
  }

  @Test
  void suppressesOnTheFailureThatIsRecoveredOrRetried() throws InterruptedException {
    IOException late = new IOException("late");
    Queue<Throwable> told = new ConcurrentLinkedQueue<>();
    IllegalStateException primary = new IllegalStateException("downstream");
    Runnel<Integer> stream =
        resultThenFailure(late)
            .<Integer>map(
                _ -> {
                  throw primary;
                })
            .onLateFailure(told::add);
    assertEquals(
        List.of(-1),
        stream
            .recover(
                e -> {
                  assertSame(primary, e);
                  assertArrayEquals(new Throwable[] {late}, e.getSuppressed());
                  return -1;
                })
            .toList());
    IOException again = new IOException("late again");
    Runnel<Integer> failing =
        resultThenFailure(again)
            .<Integer>map(
                _ -> {
                  throw new IllegalStateException("attempt");
                })
            .onLateFailure(told::add);
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class, failing.retry(Retry.ofAttempts(1))::drain);
    assertArrayEquals(new Throwable[] {again}, thrown.getSuppressed());
    assertTrue(told.isEmpty());
  }

  @Test
  void staysQuietIfTheHookThrows() throws InterruptedException {
    IOException late = new IOException("late");
    IOException hook = new IOException("hook");
    Runnel<Integer> stream =
        resultThenFailure(late)
            .onLateFailure(
                _ -> {
                  throw hook;
                });
    assertEquals(1, stream.first().orElseThrow());
    assertArrayEquals(new Throwable[] {hook}, late.getSuppressed());
  }

  /** Gives 1; by the time it is given, the function has failed on its own on the next element. */
  private static Runnel<Integer> resultThenFailure(IOException failure) {
    return Runnel.defer(
        () -> {
          AtomicReference<Thread> worker = new AtomicReference<>();
          return Runnel.of(1, 2)
              .concat(Runnel.never())
              .parEvalMapUnordered(
                  1,
                  n -> {
                    worker.set(Thread.currentThread());
                    if (n == 2) {
                      throw failure;
                    }
                    return n;
                  })
              .tap(_ -> worker.get().join());
        });
  }
}
