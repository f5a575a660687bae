package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.kit.Await;
import dev.runnel.kit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ParEvalMapTest extends ParallelMapContract {
  @Override
  <T, R> Runnel<R> map(
      Runnel<T> source,
      int parallelism,
      int buffer,
      ThrowingFunction<? super T, ? extends R> function) {
    return source.parEvalMap(parallelism, buffer, function);
  }

  @Test
  void runsTheExample() throws Exception {
    List<String> urls = List.of("/a", "/b", "/c");
    // @start region=example
    List<String> bodies =
        Runnel.from(urls)
            .parEvalMap(16, url -> "body of " + url) // up to 16 calls at once, each may block
            .toList(); // in the order of the urls
    // @end
    assertEquals(List.of("body of /a", "body of /b", "body of /c"), bodies);
  }

  @Test
  void keepsTheOrderUnderRandomDelays() {
    Seeds.each(
        60,
        random -> {
          int n = 1 + random.nextInt(20);
          int buffer = 1 + random.nextInt(12);
          int[] delays = random.ints(200, 0, 60).toArray();
          List<Integer> results =
              Runnel.range(0, delays.length)
                  .parEvalMap(
                      n,
                      buffer,
                      i -> {
                        for (int d = 0; d < delays[i]; d++) {
                          Thread.yield();
                        }
                        return i;
                      })
                  .toList();
          assertEquals(IntStream.range(0, delays.length).boxed().toList(), results);
        });
  }

  @Test
  void throwsTheEarlierOfTwoFailures() {
    for (int round = 0; round < 100; round++) {
      IllegalStateException third = new IllegalStateException("3");
      IllegalStateException seventh = new IllegalStateException("7");
      CountDownLatch seventhFails = new CountDownLatch(1);
      List<Integer> delivered = new ArrayList<>();
      Runnel<Integer> stream =
          Runnel.range(0, 20)
              .parEvalMap(
                  9,
                  i -> {
                    if (i == 7) {
                      seventhFails.countDown();
                      throw seventh;
                    }
                    if (i == 8) {
                      new CountDownLatch(1).await(); // until it is interrupted
                    }
                    if (i == 3) {
                      seventhFails.await();
                      throw third;
                    }
                    return i;
                  });
      assertSame(
          third,
          assertThrows(IllegalStateException.class, () -> stream.forEach(delivered::add)));
      assertEquals(List.of(0, 1, 2), delivered);
      List<Throwable> reported = new ArrayList<>();
      collectSuppressed(third, reported);
      assertEquals(1, reported.stream().filter(t -> t == seventh).count(), "reported " + reported);
    }
  }

  /** Nobody pulls, and yet what can't be wanted any more is stopped; what comes before is not. */
  @Test
  void interruptsOnlyWhatComesAfterTheFailure() throws Exception {
    IllegalStateException failure = new IllegalStateException("2");
    CountDownLatch running = new CountDownLatch(4);
    CountDownLatch laterStopped = new CountDownLatch(2);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger cutShort = new AtomicInteger();
    Runnel<Integer> stream =
        Runnel.range(0, 5)
            .concat(Runnel.never())
            .parEvalMap(
                5,
                i -> {
                  if (i == 2) {
                    running.await();
                    throw failure;
                  }
                  running.countDown();
                  try {
                    goOn.await();
                  } catch (InterruptedException e) {
                    if (i < 2) {
                      cutShort.incrementAndGet();
                    }
                    laterStopped.countDown();
                    throw e;
                  }
                  return i;
                });
    try (OpenRun<Integer> run = OpenRun.of(stream)) {
      laterStopped.await();
      goOn.countDown();
      assertEquals(0, run.next());
      assertEquals(1, run.next());
      assertSame(failure, assertThrows(IllegalStateException.class, run::next));
    }
    assertEquals(0, cutShort.get());
  }

  @Test
  void letsLaterElementsRunBehindASlowOneUpToTheBound() throws Exception {
    CountDownLatch slow = new CountDownLatch(1);
    AtomicInteger pulled = new AtomicInteger();
    AtomicInteger mapped = new AtomicInteger();
    Runnel<Integer> stream =
        Runnel.iterate(0, i -> i + 1)
            .tap(_ -> pulled.incrementAndGet())
            .parEvalMap(
                3,
                4,
                i -> {
                  if (i == 0) {
                    slow.await();
                  }
                  mapped.incrementAndGet();
                  return i;
                });
    try (OpenRun<Integer> run = OpenRun.of(stream)) {
      Await.until(() -> mapped.get() == 3 + 4 - 1);
      Await.quiet();
      assertEquals(3 + 4, pulled.get());
      assertEquals(3 + 4 - 1, mapped.get());
      slow.countDown();
      for (int i = 0; i < 20; i++) {
        assertEquals(i, run.next());
      }
    }
    assertFalse(Thread.currentThread().isInterrupted());
  }
}
