package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.internal.scope.TaskScope;
import dev.runnel.kit.Await;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What both concurrent maps promise of failures and stops, whatever the order of their results. */
abstract class ParallelMapContract extends OverlapContract {
  private static final ScopedValue<String> SCOPED = ScopedValue.newInstance();

  // ---- failures

  @Test
  void failsWheneverOneOfTwoFailsAtOnce() {
    IllegalStateException failure = new IllegalStateException("function");
    Runnel<Integer> stream =
        map(
            Runnel.range(0, 2),
            Integer.MAX_VALUE,
            64,
            i -> {
              if (i == 1) {
                throw failure;
              }
              return i;
            });
    for (int i = 0; i < 10_000; i++) {
      assertSame(failure, assertThrows(IllegalStateException.class, stream::drain));
    }
    assertEquals(0, TaskScope.liveThreads());
  }

  @Test
  void endsWithTheErrorOfAFunction() {
    AssertionError error = new AssertionError("function");
    for (int i = 0; i < 200; i++) {
      assertThrows(
          StackOverflowError.class,
          () -> map(Runnel.range(0, 9), 4, 2, _ -> overflow(0)).drain());
      assertSame(
          error,
          assertThrows(
              AssertionError.class,
              () -> map(
                  Runnel.range(0, 9),
                  4,
                  2,
                  _ -> {
                    throw error;
                  }).drain()));
    }
  }

  @Test
  void failsAtOnceWhileTheSourceIsSilent() {
    IllegalStateException failure = new IllegalStateException("function");
    SourceProbe<Integer> source = SourceProbe.of(List.of(1));
    Runnel<Integer> stream =
        map(
            source.stream().concat(Runnel.never()),
            3,
            2,
            _ -> {
              throw failure;
            });
    for (int i = 0; i < 100; i++) {
      assertSame(failure, assertThrows(IllegalStateException.class, stream::drain));
    }
    source.assertClosedOnce();
  }

  @Test
  void failsAtOnceWhileTheFeederWaitsForRoom() {
    IllegalStateException failure = new IllegalStateException("function");
    for (int i = 0; i < 100; i++) {
      AtomicInteger started = new AtomicInteger();
      Runnel<Integer> stream =
          map(
              Runnel.iterate(0, e -> e + 1),
              2,
              1,
              e -> {
                if (started.incrementAndGet() == 2) {
                  throw failure;
                }
                return e;
              });
      assertSame(failure, assertThrows(IllegalStateException.class, stream::drain));
    }
  }

  @Test
  void startsNothingAfterAFailure() throws Exception {
    CountDownLatch failing = new CountDownLatch(1);
    AtomicInteger started = new AtomicInteger();
    try (OpenRun<Integer> run =
        OpenRun.of(
            map(
                Runnel.range(0, 100),
                1,
                50,
                i -> {
                  started.incrementAndGet();
                  if (i == 3) {
                    failing.countDown();
                    throw new IllegalStateException("function");
                  }
                  return i;
                }))) {
      failing.await();
      Await.quiet();
      assertEquals(4, started.get());
      for (int i = 0; i < 3; i++) {
        assertEquals(i, run.next(), "a result that was there before the failure");
      }
      assertThrows(IllegalStateException.class, run::next);
    }
    assertEquals(4, started.get());
  }

  @Test
  void reportsBothOfTwoFunctionsThatFailTogether() {
    for (int round = 0; round < 500; round++) {
      CyclicBarrier together = new CyclicBarrier(2);
      Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
      RuntimeException primary =
          assertThrows(
              IllegalStateException.class,
              () -> map(
                  Runnel.range(0, 2),
                  2,
                  1,
                  i -> {
                    together.await();
                    IllegalStateException failure = new IllegalStateException("function " + i);
                    thrown.add(failure);
                    throw failure;
                  }).drain());
      List<Throwable> reported = new ArrayList<>(List.of(primary));
      collectSuppressed(primary, reported);
      assertTrue(reported.containsAll(thrown), reported + " of " + thrown);
      assertEquals(3, reported.size(), "both and the marker: " + reported);
    }
  }

  @Test
  void endsWhenFunctionAndConsumerFailTogether() {
    for (int round = 0; round < 500; round++) {
      CyclicBarrier together = new CyclicBarrier(2);
      IllegalStateException worker = new IllegalStateException("worker");
      IllegalStateException consumer = new IllegalStateException("consumer");
      RuntimeException primary =
          assertThrows(
              IllegalStateException.class,
              () -> map(
                  Runnel.range(0, 2),
                  2,
                  1,
                  i -> {
                    if (i == 1) {
                      together.await();
                      throw worker;
                    }
                    return i;
                  }).forEach(
                      _ -> {
                        together.await();
                        throw consumer;
                      }));
      assertSame(consumer, primary);
      assertEquals(List.of(worker), List.of(primary.getSuppressed()));
      assertFalse(Thread.currentThread().isInterrupted());
    }
  }

  @Test
  void finishesWhatRunsWhenTheSourceFails() {
    IllegalStateException failure = new IllegalStateException("source");
    CountDownLatch running = new CountDownLatch(4);
    CountDownLatch thrown = new CountDownLatch(1);
    AtomicInteger ended = new AtomicInteger();
    SourceProbe<Integer> source =
        SourceProbe.of(List.of(0, 1, 2, 3)).onPull(
            pull -> {
              if (pull == 4) {
                running.await();
                thrown.countDown();
                throw failure;
              }
            });
    List<Integer> delivered = new ArrayList<>();
    assertSame(
        failure,
        assertThrows(
            IllegalStateException.class,
            () -> map(
                source.stream(),
                4,
                1,
                i -> {
                  running.countDown();
                  thrown.await();
                  Await.quiet();
                  ended.incrementAndGet();
                  return i;
                }).forEach(delivered::add)));
    assertEquals(4, ended.get());
    assertEquals(List.of(0, 1, 2, 3), delivered.stream().sorted().toList());
    source.assertClosedOnce();
  }

  @Test
  void mapsAllThatCameBeforeASourceFails() {
    for (int i = 0; i < 40; i++) {
      int at = i;
      IllegalStateException failure = new IllegalStateException("source");
      List<Integer> delivered = new ArrayList<>();
      assertSame(
          failure,
          assertThrows(
              IllegalStateException.class,
              () -> map(
                  Runnel.range(0, at).concat(Runnel.failed(failure)),
                  1 + at % 5,
                  3,
                  e -> e).forEach(delivered::add)));
      assertEquals(
          IntStream.range(0, at).boxed().toList(), delivered.stream().sorted().toList());
    }
  }

  @Test
  void failsPromptlyBelowAnother() {
    IllegalStateException failure = new IllegalStateException("second");
    for (int round = 0; round < 200; round++) {
      Runnel<Integer> stream =
          map(
              map(Runnel.iterate(0, i -> i + 1), 4, 2, i -> i),
              4,
              2,
              _ -> {
                throw failure;
              });
      assertSame(failure, assertThrows(IllegalStateException.class, stream::drain));
    }
    assertEquals(0, TaskScope.liveThreads());
  }

  // ---- stops

  @Test
  void endsWhenOneResultIsTaken() throws Exception {
    for (int round = 0; round < 500; round++) {
      AtomicInteger inside = new AtomicInteger();
      assertEquals(
          1,
          map(
              Runnel.iterate(0, i -> i + 1),
              4,
              2,
              i -> {
                inside.incrementAndGet();
                try {
                  return i;
                } finally {
                  inside.decrementAndGet();
                }
              }).take(1).toList().size());
      assertEquals(0, inside.get(), "functions that run after the run");
    }
  }

  /** What a blocking call makes of our interrupt is no failure; nothing waits for its function. */
  @Test
  void interruptsAndAwaitsWhatRuns() throws Exception {
    for (int round = 0; round < 100; round++) {
      CountDownLatch blocked = new CountDownLatch(3);
      Queue<String> ended = new ConcurrentLinkedQueue<>();
      Queue<Throwable> late = new ConcurrentLinkedQueue<>();
      Runnel<Integer> mapped =
          map(
              Runnel.range(0, 4),
              4,
              1,
              i -> {
                if (i > 0) {
                  blocked.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    ended.add("ended");
                    throw new SocketException("Closed by interrupt");
                  }
                }
                blocked.await();
                return i;
              });
      assertEquals(List.of(0), hooked(mapped, late).take(1).toList());
      assertEquals(3, ended.size());
      assertEquals(List.of(), List.copyOf(late));
    }
  }

  @Test
  void givesNothingMoreToAFunctionThatSwallowedItsInterrupt() throws Exception {
    for (int round = 0; round < 100; round++) {
      AtomicInteger started = new AtomicInteger();
      CountDownLatch blocked = new CountDownLatch(2);
      Runnel<Integer> mapped =
          map(
              Runnel.iterate(0, i -> i + 1),
              3,
              4,
              i -> {
                started.incrementAndGet();
                if (i == 0) {
                  blocked.await();
                  return i;
                }
                blocked.countDown();
                try {
                  new CountDownLatch(1).await();
                } catch (InterruptedException swallowed) {
                  // and goes on as if nothing had been
                }
                return i;
              });
      assertEquals(List.of(0), mapped.take(1).toList());
      assertTrue(started.get() <= 4, started + " were started: three, and one after the first");
    }
  }

  @Test
  void suppressesWhatInterruptedFunctionsThrowOnTheFailure() {
    IllegalStateException failure = new IllegalStateException("function 0");
    SocketException broken = new SocketException("Closed by interrupt");
    CountDownLatch blocked = new CountDownLatch(2);
    assertSame(
        failure,
        assertThrows(
            IllegalStateException.class,
            () -> map(
                Runnel.range(0, 3),
                3,
                1,
                i -> {
                  if (i == 0) {
                    blocked.await();
                    throw failure;
                  }
                  blocked.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    if (i == 1) {
                      throw broken;
                    }
                    throw e;
                  }
                  return i;
                }).drain()));
    List<Throwable> suppressed = List.of(failure.getSuppressed());
    assertTrue(suppressed.contains(broken), "lost: " + suppressed);
    assertEquals(2, suppressed.size(), "it and the marker: " + suppressed);
  }

  /** Such a function fails on its own, before anybody wants it to stop, but nobody asks for it. */
  @Test
  void handsALateFailureToTheHook() throws Exception {
    IllegalStateException failure = new IllegalStateException("late");
    Queue<Throwable> late = new ConcurrentLinkedQueue<>();
    CountDownLatch failing = new CountDownLatch(1);
    Runnel<Integer> stream =
        map(
            Runnel.range(0, 2),
            1,
            4,
            i -> {
              if (i == 1) {
                failing.countDown();
                throw failure;
              }
              return i;
            });
    try (OpenRun<Integer> run = OpenRun.of(hooked(stream, late))) {
      failing.await();
      Await.until(() -> TaskScope.liveThreads() == 1); // its worker has ended, the feeder waits
      assertEquals(0, run.next());
    }
    assertEquals(List.of(failure), List.copyOf(late));
    assertEquals(0, failure.getSuppressed().length);
  }

  @Test
  void keepsAFunctionsInterruptFlagFromTheNext() throws Exception {
    List<Boolean> flags =
        map(
            Runnel.range(0, 100),
            2,
            3,
            _ -> {
              boolean flagged = Thread.currentThread().isInterrupted();
              Thread.currentThread().interrupt();
              return flagged;
            }).toList();
    assertEquals(Collections.nCopies(100, false), flags);
  }

  // ---- resources, values

  @Test
  void keepsAResourceOpenUntilItsLastUseHasEnded() throws Exception {
    for (int stopAfter : new int[] {1, 3, 100}) {
      AtomicBoolean open = new AtomicBoolean();
      AtomicInteger usedClosed = new AtomicInteger();
      Runnel<Integer> elements =
          Runnel.using(
              () -> {
                open.set(true);
                return open;
              },
              _ -> Runnel.range(0, 20),
              (_, _) -> open.set(false));
      map(
          elements.prefetch(8),
          2,
          1,
          i -> {
            try {
              if (i % 5 == 4) {
                Await.quiet();
              }
              return i;
            } finally {
              if (!open.get()) {
                usedClosed.incrementAndGet();
              }
            }
          }).take(stopAfter).drain();
      assertEquals(0, usedClosed.get(), "uses of a closed resource");
      assertFalse(open.get(), "left open");
    }
  }

  @Test
  void showsScopedValuesToWorkersUnderTheScopeOfTheJdk() throws Exception {
    assumeTrue(Runnel.scopeBackend() == ScopeBackend.STRUCTURED_TASK_SCOPE);
    Runnel<String> stream = map(Runnel.range(0, 9), 3, 1, _ -> SCOPED.orElse("none"));
    assertEquals(
        Collections.nCopies(9, "bound"),
        ScopedValue.where(SCOPED, "bound").call(() -> stream.toList()));
  }

  @Test
  void runsAStreamInsideAFunction() throws Exception {
    List<Integer> sums =
        map(
            Runnel.range(0, 20),
            4,
            4,
            i -> map(Runnel.range(0, i), 3, 1, e -> e).fold(0, Integer::sum)).toList();
    assertEquals(
        IntStream.range(0, 20).map(i -> i * (i - 1) / 2).boxed().toList(),
        sums.stream().sorted().toList());
  }

  @Test
  void isNotThrottledByTheMergedMapsAboveIt() throws Exception {
    int n = 8;
    for (int round = 0; round < 50; round++) {
      CyclicBarrier together = new CyclicBarrier(n);
      Runnel<Integer> merged =
          map(Runnel.range(0, 2 * n), 1, 1, i -> i)
              .merge(map(Runnel.range(0, 2 * n), 1, 1, i -> i));
      long count =
          map(
              merged,
              n,
              1,
              i -> {
                together.await();
                return i;
              }).count();
      assertEquals(4 * n, count);
    }
  }

  @Test
  void endsWithTheShorterOfTwoThatAreZipped() throws Exception {
    for (int round = 0; round < 100; round++) {
      Runnel<Integer> left = map(Runnel.range(0, round % 7), 3, 2, i -> i);
      Runnel<Integer> right = map(Runnel.iterate(0, i -> i + 1), 3, 2, i -> i);
      assertEquals(round % 7, left.zip(right).toList().size());
      assertEquals(round % 7, right.zip(left).toList().size());
      assertEquals(0, TaskScope.liveThreads());
    }
  }

  @Test
  void refusesWrongArguments() {
    assertThrows(
        IllegalArgumentException.class, () -> map(Runnel.of(1), 0, 1, i -> i));
    assertThrows(
        IllegalArgumentException.class, () -> map(Runnel.of(1), 1, 0, i -> i));
    assertThrows(NullPointerException.class, () -> map(Runnel.of(1), 1, 1, null));
  }

  static <T> Runnel<T> hooked(Runnel<T> stream, Queue<Throwable> late) {
    return new Runnel<>(
        segment -> stream.open(segment.withLateFailures(late::add)), stream.forks());
  }
}
