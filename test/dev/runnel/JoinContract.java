package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.scope.TaskScope;
import dev.runnel.kit.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the operators that run a number of inner streams at once keep, however they get them. */
abstract class JoinContract extends ConcurrentContract {
  /** The operator on streams that {@code outer} makes of numbers. */
  abstract <R> Runnel<R> joined(
      int parallelism, int buffer, Runnel<Integer> outer,
      ThrowingFunction<Integer, Runnel<R>> function);

  @Test
  void emitsAllOfAllInnerStreams() throws Exception {
    for (int n : new int[] {1, 2, 3, 20, Integer.MAX_VALUE}) {
      Runnel<Integer> joined =
          joined(n, 2, Runnel.range(0, 10), i -> Runnel.range(10 * i, 10 * i + i).map(e -> e));
      List<Integer> wanted = new ArrayList<>();
      IntStream.range(0, 10).forEach(
          i -> IntStream.range(10 * i, 10 * i + i).forEach(wanted::add));
      List<Integer> all = joined.toList();
      assertEquals(wanted, all.stream().sorted().toList());
      for (int i = 0; i < 10; i++) {
        int of = i;
        List<Integer> inner = all.stream().filter(e -> e / 10 == of).toList();
        assertEquals(inner.stream().sorted().toList(), inner, "order within an inner stream");
      }
    }
  }

  @Test
  void runsAsManyAtOnceAsItIsToldAndNoMore() throws Exception {
    for (int n : new int[] {1, 4}) {
      CyclicBarrier together = new CyclicBarrier(n);
      AtomicInteger open = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      Runnel<Integer> joined =
          joined(
              n,
              1,
              Runnel.range(0, 20 * n),
              i -> Runnel.using(
                  () -> most.accumulateAndGet(open.incrementAndGet(), Math::max),
                  _ -> Runnel.of(i).tap(_ -> together.await()),
                  (_, _) -> open.decrementAndGet()));
      assertEquals(20 * n, joined.count());
      assertEquals(n, most.get());
      assertEquals(0, open.get());
    }
  }

  @Test
  void pullsOneMoreOfTheOuterThanAreOpen() throws Exception {
    AtomicInteger pulled = new AtomicInteger();
    AtomicInteger opened = new AtomicInteger();
    Runnel<Integer> outer = Runnel.generate(pulled::incrementAndGet);
    Runnel<Integer> joined =
        joined(3, 1, outer, _ -> Runnel.<Integer>never().onStart(opened::incrementAndGet));
    try (OpenRun<Integer> _ = OpenRun.of(joined)) {
      Await.until(() -> pulled.get() == 3 + 1 && opened.get() == 3);
      Await.quiet();
      assertEquals(3 + 1, pulled.get());
      assertEquals(3, opened.get());
    }
  }

  @Test
  void bindsEachInnerStreamByItself() throws Exception {
    Map<Integer, AtomicInteger> pulled = new HashMap<>();
    IntStream.range(0, 3).forEach(i -> pulled.put(i, new AtomicInteger()));
    Runnel<Integer> joined =
        joined(
            3, 4, Runnel.range(0, 3), i -> Runnel.generate(() -> {
              pulled.get(i).incrementAndGet();
              return i;
            }));
    int[] taken = new int[3];
    try (OpenRun<Integer> run = OpenRun.of(joined)) {
      for (int i = 0; i < 200; i++) {
        for (int s = 0; s < 3; s++) {
          int least = taken[s] + 2;
          AtomicInteger count = pulled.get(s);
          Await.until(() -> count.get() >= least);
          assertTrue(count.get() <= taken[s] + 4 + 1, "above the bound");
        }
        taken[run.next()]++;
      }
    }
  }

  @Test
  void closesAnInnerStreamOnceItsEndIsTakenAndThenBeginsTheNext() throws Exception {
    List<String> trace = Collections.synchronizedList(new ArrayList<>());
    Runnel<Integer> joined =
        joined(
            1,
            8,
            Runnel.range(0, 3),
            i -> Runnel.using(
                () -> trace.add("open " + i),
                _ -> Runnel.of(i),
                (_, _) -> trace.add("close " + i)));
    try (OpenRun<Integer> run = OpenRun.of(joined)) {
      assertEquals(0, run.next());
      Await.quiet();
      assertEquals(List.of("open 0"), List.copyOf(trace), "closed before its end was taken");
      assertEquals(1, run.next());
      assertEquals(2, run.next());
    }
    assertEquals(
        List.of("open 0", "close 0", "open 1", "close 1", "open 2", "close 2"), trace);
  }

  @Test
  void runsInnerFinalisersBeforeOuterOnes() throws Exception {
    for (int k = 1; k < 4; k++) { // a run of no pull may be stopped before it opens anything
      List<String> trace = Collections.synchronizedList(new ArrayList<>());
      Runnel<Integer> outer =
          Runnel.range(0, 3).tap(_ -> {}).onFinalize(_ -> trace.add("outer"));
      Runnel<Integer> joined =
          joined(
              3,
              1,
              outer,
              i -> Runnel.using(
                  () -> i, _ -> Runnel.of(i, i), (_, _) -> trace.add("inner")));
      joined.take(k == 3 ? Long.MAX_VALUE : k).drain();
      int atReturn = trace.size();
      assertEquals("outer", trace.getLast());
      assertEquals(1, Collections.frequency(trace, "outer"));
      Await.quiet();
      assertEquals(atReturn, trace.size(), "ran after the run");
    }
  }

  @Test
  void staysAtItsParallelismOverManyShortStreams() throws Exception {
    int streams = 100_000;
    AtomicInteger open = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CyclicBarrier together = new CyclicBarrier(4);
    Runnel<Integer> joined =
        joined(
            4,
            4,
            Runnel.range(0, streams),
            i -> Runnel.using(
                () -> most.accumulateAndGet(open.incrementAndGet(), Math::max),
                _ -> i < streams - 100 ? Runnel.of(i) : Runnel.of(i).tap(_ -> together.await()),
                (_, _) -> open.decrementAndGet()));
    assertEquals(streams, joined.count());
    assertTrue(most.get() <= 4, most + " at once");
    assertEquals(0, TaskScope.liveThreads());
  }

  @Test
  void endsWhenDownstreamStopsWhileInnerStreamsWaitToSend() throws Exception {
    for (int i = 0; i < 100; i++) {
      Runnel<Integer> joined = joined(4, 1, endless(), _ -> endless());
      assertEquals(1, joined.take(1).count());
      assertEquals(0, TaskScope.liveThreads());
      Runnel<Integer> twice = joined(2, 1, endless(), _ -> joined(2, 1, endless(), _ -> endless()));
      assertEquals(3, twice.take(3).count());
      assertEquals(0, TaskScope.liveThreads());
    }
  }

  @Test
  void takesExactlyWhatIsAskedFor() throws Exception {
    for (int i = 0; i < 50; i++) {
      AtomicInteger closes = new AtomicInteger();
      AtomicInteger opens = new AtomicInteger();
      Runnel<Integer> joined =
          joined(
              2,
              1,
              endless(),
              _ -> Runnel.using(
                  opens::incrementAndGet, _ -> endless(), (_, _) -> closes.incrementAndGet())
                  .take(3));
      assertEquals(2, joined.take(2).count());
      assertEquals(opens.get(), closes.get());
    }
  }

  @Test
  void letsNoInnerStreamHoldBackAnother() throws Exception {
    Runnel<Integer> joined =
        joined(100, 2, Runnel.range(0, 100), i -> i == 0 ? Runnel.generate(() -> 0) : Runnel.of(i));
    List<Integer> first = joined.distinct().take(100).toList();
    assertEquals(100, first.size());
  }

  @Test
  void anInnerStreamThatRepeatsNothingHoldsBackNoOther() throws Exception {
    Runnel<Integer> joined =
        joined(2, 1, Runnel.range(0, 5), i -> i == 0 ? Runnel.<Integer>empty().repeat()
            : Runnel.of(i).tap(_ -> {}));
    assertEquals(List.of(1, 2, 3, 4), joined.take(4).toList());
    assertEquals(0, TaskScope.liveThreads());
  }

  @Test
  void failsWithTheFirstFailureWhereverItIs() {
    IllegalStateException failure = new IllegalStateException("first");
    Runnel<Integer> failing = Runnel.failed(failure);
    SourceProbe<Integer> closing = SourceProbe.of(List.of(1)).failingOnClose(failure);
    AtomicInteger open = new AtomicInteger();
    Runnel<Integer> silent =
        Runnel.using(open::incrementAndGet, _ -> Runnel.never(), (_, _) -> open.decrementAndGet());
    for (int i = 0; i < 100; i++) {
      assertFails(failure, joined(3, 1, Runnel.range(0, 2).concat(failing), _ -> silent));
      assertFails(failure, joined(3, 1, endless(), e -> e % 2 == 0 ? silent : failing));
      assertFails(failure, joined(2, 1, endless(), e -> e == 0 ? silent : closing.stream()));
      assertFails(failure, joined(3, 1, endless(), e -> {
        if (e == 2) {
          throw failure;
        }
        return silent;
      }));
    }
    closing.assertClosedOnce();
    assertEquals(0, open.get(), "left open");
  }

  @Test
  void deliversWhatTheFailingInnerStreamGaveBefore() {
    for (int i = 0; i < 100; i++) {
      IllegalStateException failure = new IllegalStateException("inner");
      List<Integer> delivered = new ArrayList<>();
      Runnel<Integer> joined =
          joined(
              2,
              4,
              Runnel.range(0, 2),
              e -> e == 0
                  ? Runnel.never()
                  : Runnel.of(7, 8, 9).concat(Runnel.failed(failure)));
      assertSame(
          failure,
          assertThrows(IllegalStateException.class, () -> joined.forEach(delivered::add)));
      assertEquals(List.of(7, 8, 9), delivered);
    }
  }

  @Test
  void reportsTheFinalisersOfAll() {
    IllegalStateException outerFailure = new IllegalStateException("outer");
    List<IllegalStateException> failures = new ArrayList<>(List.of(outerFailure));
    for (int i = 0; i < 3; i++) {
      failures.add(new IllegalStateException("inner " + i));
    }
    CyclicBarrier allOpen = new CyclicBarrier(3);
    Runnel<Integer> joined =
        joined(
            3,
            1,
            SourceProbe.of(List.of(0, 1, 2)).failingOnClose(outerFailure).stream(),
            i -> SourceProbe.of(List.of(i))
                .onPull(pull -> {
                  if (pull == 0) {
                    allOpen.await();
                  }
                })
                .failingOnClose(failures.get(i + 1))
                .stream());
    Throwable primary = assertThrows(IllegalStateException.class, joined::drain);
    List<Throwable> reported = new ArrayList<>(List.of(primary));
    collectSuppressed(primary, reported);
    assertTrue(reported.containsAll(failures), "lost: " + reported);
  }

  /** An interrupt of ours that a function turns into what it likes. */
  @Test
  void takesWhatInterruptedInnerStreamsThrowForNoFailure() throws Exception {
    List<Throwable> late = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch waiting = new CountDownLatch(3);
    Runnel<Integer> joined =
        joined(4, 1, Runnel.range(0, 4), i -> Runnel.fromCallable(() -> {
          if (i == 3) {
            waiting.await();
            return 3;
          }
          waiting.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            throw new IllegalStateException("closed by interrupt", e);
          }
          return i;
        }));
    assertEquals(List.of(3), joined.onLateFailure(late::add).take(1).toList());
    assertEquals(List.of(), late);
  }

  @Test
  void givesEachInnerStreamAThreadOfItsOwn() throws Exception {
    AtomicReference<Thread> outer = new AtomicReference<>();
    List<Thread> inner = Collections.synchronizedList(new ArrayList<>());
    Runnel<Integer> numbers = Runnel.range(0, 5).tap(_ -> outer.set(Thread.currentThread()));
    joined(
        5, 1, numbers, i -> Runnel.of(i).tap(_ -> inner.add(Thread.currentThread()))).drain();
    assertEquals(5, inner.stream().distinct().count());
    assertFalse(inner.contains(Thread.currentThread()));
    assertFalse(inner.contains(outer.get()));
  }

  @Test
  void refusesWrongArguments() {
    assertEquals(
        "parallelism must be >= 1, was 0",
        assertThrows(
            IllegalArgumentException.class,
            () -> joined(0, 1, Runnel.of(1), Runnel::of)).getMessage());
    assertEquals(
        "buffer must be >= 1, was -1",
        assertThrows(
            IllegalArgumentException.class,
            () -> joined(1, -1, Runnel.of(1), Runnel::of)).getMessage());
  }

  private static void assertFails(Throwable failure, Runnel<?> stream) {
    assertSame(failure, assertThrows(IllegalStateException.class, stream::drain));
    assertEquals(0, TaskScope.liveThreads());
  }

  static Runnel<Integer> endless() {
    return Runnel.iterate(0, i -> i + 1);
  }
}
