package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.internal.scope.TaskScope;
import dev.runnel.kit.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the concurrent maps without a bound promise beside the laws. */
abstract class UnboundedMapContract extends ConcurrentContract {
  abstract <T, R> Runnel<R> map(Runnel<T> source,
      ThrowingFunction<? super T, ? extends R> function);

  @Override
  final <T> Runnel<T> around(Runnel<T> source) {
    return map(source, element -> element);
  }

  /** All that the contract's sources hold. */
  @Override
  final int ahead() {
    return INPUT.size() + 1;
  }

  @Override
  final int aheadWhenQuiet() {
    return INPUT.size();
  }

  @Override
  final @Nullable Runnel<?> givingNull(Runnel<Integer> source) {
    return map(source, _ -> null);
  }

  /** There is no bound: all is pulled, and every function has run, though nobody takes. */
  @Override
  @Test
  void runsExactlyTheBoundAheadOfAConsumerThatTakesNothing() throws Exception {
    AtomicInteger mapped = new AtomicInteger();
    try (OpenRun<Integer> run =
        OpenRun.of(map(Runnel.range(0, 20_000), _ -> mapped.incrementAndGet()))) {
      Await.until(() -> mapped.get() == 20_000);
      assertFalse(run.next() == null);
    }
  }

  @Override
  @Test
  void staysBetweenItsBoundsWhileAConsumerTakes() throws Exception {
    AtomicInteger pulled = new AtomicInteger();
    Runnel<Integer> source = Runnel.range(0, 2_000).tap(_ -> pulled.incrementAndGet());
    try (OpenRun<Integer> run = OpenRun.of(around(source))) {
      run.next();
      Await.until(() -> pulled.get() == 2_000); // all the same
    }
  }

  // ---- the concurrency is real

  @Test
  void runsAllFunctionsAtOnce() throws Exception {
    for (int n : new int[] {1, 2, 17, 200, 2_000}) {
      CyclicBarrier together = new CyclicBarrier(n);
      assertEquals(
          IntStream.range(0, n).boxed().toList(),
          map(
              Runnel.range(0, n),
              i -> {
                together.await();
                return i;
              }).toList().stream().sorted().toList());
    }
  }

  @Test
  void runsAllFunctionsAtOnceAfterEverySilence() throws Exception {
    int n = 5;
    CyclicBarrier together = new CyclicBarrier(n);
    AtomicInteger done = new AtomicInteger();
    Runnel<Integer> source =
        Runnel.range(0, 4_000).tap(
            i -> {
              if (i % n == 0) {
                Await.until(() -> done.get() == i); // all that were given have been mapped
              }
            });
    assertEquals(
        4_000,
        map(
            source,
            _ -> {
              together.await();
              return done.incrementAndGet();
            }).count());
  }

  @Test
  void startsWorkersByNeed() throws Exception {
    Set<Thread> workers = ConcurrentHashMap.newKeySet();
    CyclicBarrier together = new CyclicBarrier(3);
    map(
        Runnel.range(0, 3),
        _ -> {
          together.await();
          return workers.add(Thread.currentThread());
        }).drain();
    assertEquals(3, workers.size());
  }

  // ---- failures, stops

  @Test
  void failsWheneverOneOfTwoFailsAtOnce() {
    IllegalStateException failure = new IllegalStateException("function");
    Runnel<Integer> stream =
        map(
            Runnel.range(0, 2),
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
  void mapsAllThatCameBeforeASourceFails() {
    for (int i = 0; i < 60; i++) {
      int at = i;
      IllegalStateException failure = new IllegalStateException("source");
      List<Integer> delivered = new ArrayList<>();
      Runnel<Integer> source = Runnel.range(0, at).concat(Runnel.failed(failure));
      assertSame(
          failure,
          assertThrows(
              IllegalStateException.class, () -> around(source).forEach(delivered::add)));
      assertEquals(
          IntStream.range(0, at).boxed().toList(), delivered.stream().sorted().toList());
    }
  }

  @Test
  void interruptsAndAwaitsWhatRuns() throws Exception {
    for (int round = 0; round < 50; round++) {
      CountDownLatch blocked = new CountDownLatch(100);
      List<String> ended = Collections.synchronizedList(new ArrayList<>());
      Runnel<Integer> stream =
          map(
              Runnel.range(0, 101),
              i -> {
                if (i > 0) {
                  blocked.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } finally {
                    ended.add("ended");
                  }
                }
                blocked.await();
                return i;
              });
      assertEquals(List.of(0), firstOf(stream, 1));
      assertEquals(100, ended.size());
    }
  }

  @Test
  void refusesANullFunction() {
    assertThrows(NullPointerException.class, () -> map(Runnel.of(1), null));
  }
}
