package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MergeAllTest extends ConcurrentContract {
  @Override
  <T> Runnel<T> around(Runnel<T> source) {
    return Runnel.mergeAll(List.of(Runnel.<T>empty(), source, Runnel.<T>empty()), 4);
  }

  @Override
  int ahead() {
    return 4 + 1;
  }

  @Override
  int aheadWhenQuiet() {
    return 2;
  }

  @Override
  boolean closesAnEndedSource() {
    return true;
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    List<Runnel<Integer>> shards =
        List.of(Runnel.range(0, 10), Runnel.range(10, 20), Runnel.range(20, 30));
    List<Integer> all = Runnel.mergeAll(shards).toList(); // all shards run at once
    // @end
    assertEquals(IntStream.range(0, 30).boxed().toList(), all.stream().sorted().toList());
  }

  @Test
  void givesEachSourceAThreadAndRunsThemAtOnce() throws Exception {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    CyclicBarrier together = new CyclicBarrier(20);
    List<Runnel<Integer>> sources = new ArrayList<>();
    for (int s = 0; s < 20; s++) {
      sources.add(
          Runnel.range(0, 10)
              .tap(
                  _ -> {
                    threads.add(Thread.currentThread());
                    together.await();
                  }));
    }
    assertEquals(200, Runnel.mergeAll(sources).count());
    assertEquals(20, threads.size());
  }

  @Test
  void bindsEachSourceByItself() throws Exception {
    AtomicIntegerArray pulled = new AtomicIntegerArray(3);
    List<Runnel<Integer>> sources = new ArrayList<>();
    for (int s = 0; s < 3; s++) {
      int source = s;
      sources.add(Runnel.generate(() -> {
        pulled.incrementAndGet(source);
        return source;
      }));
    }
    AtomicIntegerArray taken = new AtomicIntegerArray(3);
    try (OpenRun<Integer> run = OpenRun.of(Runnel.mergeAll(sources, 4))) {
      for (int i = 0; i < 300; i++) {
        for (int s = 0; s < 3; s++) {
          int source = s;
          int least = taken.get(source) + 2;
          Await.until(() -> pulled.get(source) >= least);
          assertTrue(pulled.get(source) <= taken.get(source) + 4 + 1, "above the bound");
        }
        int source = run.next();
        // The next pull hands this one down; until then the feeder doesn't count on it.
        assertTrue(pulled.get(source) <= taken.get(source) + 4 + 1, "above the bound");
        taken.incrementAndGet(source);
      }
    }
  }

  @Test
  void givesEachOfManySourcesItsTurnBesideOneThatIsAlwaysReady() throws Exception {
    List<Semaphore> turns = new ArrayList<>();
    List<Runnel<Integer>> sources = new ArrayList<>(List.of(Runnel.generate(() -> -1)));
    for (int s = 0; s < 99; s++) {
      int source = s;
      Semaphore turn = new Semaphore(1);
      turns.add(turn);
      sources.add(
          Runnel.range(0, 10).map(_ -> {
            turn.acquire(); // once the one before has been delivered
            return source;
          }));
    }
    int[] delivered = new int[99];
    Runnel.mergeAll(sources)
        .filter(source -> source >= 0)
        .take(99 * 10)
        .forEach(source -> {
          delivered[source]++;
          turns.get(source).release();
        });
    assertTrue(IntStream.of(delivered).allMatch(count -> count == 10));
  }

  @Test
  void closesASourceOnceItsEndIsTaken() throws Exception {
    AtomicInteger closed = new AtomicInteger();
    Runnel<Integer> ended =
        Runnel.using(() -> 1, Runnel::of, (_, _) -> closed.incrementAndGet());
    Runnel<Integer> waiting =
        Runnel.fromCallable(
            () -> {
              Await.until(() -> closed.get() == 1);
              return 2;
            });
    assertEquals(List.of(1, 2), Runnel.mergeAll(ended, waiting).toList());
  }

  @Test
  void mergesNothingIntoNothing() throws Exception {
    assertEquals(List.of(), Runnel.mergeAll(List.<Runnel<Integer>>of()).toList());
  }

  @Test
  void failsWithTheOneOfThreeThatFails() {
    IllegalStateException failure = new IllegalStateException("one");
    AtomicInteger open = new AtomicInteger();
    Runnel<Integer> endless =
        Runnel.using(open::incrementAndGet, _ -> Runnel.of(1), (_, _) -> open.decrementAndGet());
    Runnel<Integer> failing = Runnel.of(7, 8).concat(Runnel.failed(failure));
    for (int i = 0; i < 200; i++) {
      List<Integer> delivered = new ArrayList<>();
      assertSame(
          failure,
          assertThrows(
              IllegalStateException.class,
              () -> Runnel.mergeAll(
                  endless.repeat(), failing, Runnel.<Integer>never())
                  .forEach(delivered::add)));
      assertEquals(List.of(7, 8), delivered.stream().filter(e -> e > 1).toList());
    }
    assertEquals(0, open.get(), "left open");
  }

  @Test
  void refusesWrongArguments() {
    assertThrows(
        IllegalArgumentException.class, () -> Runnel.mergeAll(List.of(Runnel.of(1)), 0));
    assertEquals(
        "sources must not hold null",
        assertThrows(
            NullPointerException.class, () -> Runnel.mergeAll(Runnel.of(1), null)).getMessage());
  }
}
