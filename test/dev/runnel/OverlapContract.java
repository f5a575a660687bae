package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Await;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What both concurrent maps promise of their workers: how many run, and when. */
abstract class OverlapContract extends ConcurrentContract {
  abstract <T, R> Runnel<R> map(
      Runnel<T> source,
      int parallelism,
      int buffer,
      ThrowingFunction<? super T, ? extends R> function);

  @Override
  final <T> Runnel<T> around(Runnel<T> source) {
    return map(source, 3, 4, element -> element);
  }

  @Override
  final int ahead() {
    return 3 + 4;
  }

  @Override
  final int aheadWhenQuiet() {
    return 3 + 1;
  }

  @Override
  final @Nullable Runnel<?> givingNull(Runnel<Integer> source) {
    return map(source, 3, 4, _ -> null);
  }

  // ---- the concurrency is real

  @Test
  void runsNFunctionsAtOnce() throws Exception {
    for (int n : new int[] {1, 2, 5, 20, 200}) {
      for (int round = 0; round < 20; round++) {
        CyclicBarrier together = new CyclicBarrier(n);
        List<Integer> results =
            map(Runnel.range(0, 3 * n), n, 1 + round % 4, i -> {
              together.await();
              return i;
            }).toList();
        assertEquals(3 * n, results.size());
      }
    }
  }

  /** The source falls silent at odd places, so that workers go idle and are roused all the time. */
  @Test
  void runsNFunctionsAtOnceAfterEverySilence() throws Exception {
    int n = 3;
    CyclicBarrier together = new CyclicBarrier(n);
    AtomicInteger done = new AtomicInteger();
    int count = map(
        Runnel.range(0, 6_000).tap(
            i -> {
              if (i % n == 0) {
                Await.until(() -> done.get() == i); // all that were given have been mapped
              }
            }),
        n,
        4,
        i -> {
          together.await();
          return done.incrementAndGet();
        }).toList().size();
    assertEquals(6_000, count);
  }

  @Test
  void runsAtMostNFunctions() throws Exception {
    for (int n = 1; n <= 20; n++) {
      int limit = n;
      AtomicInteger running = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      map(
          Runnel.range(0, 300),
          n,
          7,
          i -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.yield();
            running.decrementAndGet();
            return i;
          }).drain();
      assertTrue(most.get() <= limit, most + " functions at once, of " + limit);
    }
  }

  @Test
  void runsTheFunctionOnWorkersOnly() throws Exception {
    Set<Thread> others = ConcurrentHashMap.newKeySet();
    Set<Thread> workers = ConcurrentHashMap.newKeySet();
    map(
        Runnel.range(0, 500).tap(_ -> others.add(Thread.currentThread())),
        4,
        4,
        i -> {
          workers.add(Thread.currentThread());
          return i;
        }).forEach(_ -> others.add(Thread.currentThread()));
    assertEquals(2, others.size(), "feeder and caller");
    assertTrue(Collections.disjoint(others, workers));
    assertTrue(workers.size() <= 4, workers.size() + " workers");
    assertTrue(workers.stream().allMatch(Thread::isVirtual));
  }

  @Test
  void startsWorkersByNeed() throws Exception {
    for (int n : new int[] {200, Integer.MAX_VALUE}) {
      Set<Thread> workers = ConcurrentHashMap.newKeySet();
      CyclicBarrier together = new CyclicBarrier(3);
      map(
          Runnel.range(0, 3),
          n,
          Integer.MAX_VALUE,
          i -> {
            together.await();
            return workers.add(Thread.currentThread());
          }).drain();
      assertEquals(3, workers.size());
    }
  }

  @Test
  void reusesAWorkerThatIsIdle() throws Exception {
    Set<Thread> workers = ConcurrentHashMap.newKeySet();
    AtomicInteger handedDown = new AtomicInteger();
    map(
        Runnel.range(0, 200).tap(i -> {
          Await.until(() -> handedDown.get() == i);
          Await.quiet(); // so that the worker has gone idle
        }),
        200,
        1,
        _ -> workers.add(Thread.currentThread()))
        .forEach(_ -> handedDown.incrementAndGet());
    assertTrue(workers.size() < 20, workers.size() + " workers for one element at a time");
  }
}
