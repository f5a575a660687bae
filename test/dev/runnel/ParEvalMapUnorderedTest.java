package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ParEvalMapUnorderedTest extends ParallelMapContract {
  @Override
  <T, R> Runnel<R> map(
      Runnel<T> source,
      int parallelism,
      int buffer,
      ThrowingFunction<? super T, ? extends R> function) {
    return source.parEvalMapUnordered(parallelism, buffer, function);
  }

  @Override
  boolean ordered() {
    return false;
  }

  @Test
  void runsTheExample() throws Exception {
    List<String> urls = List.of("/a", "/b", "/c");
    // @start region=example
    List<String> bodies =
        Runnel.from(urls)
            .parEvalMapUnordered(16, url -> "body of " + url) // up to 16 calls at once
            .toList(); // the first to answer comes first
    // @end
    assertEquals(Set.of("body of /a", "body of /b", "body of /c"), Set.copyOf(bodies));
    assertEquals(3, bodies.size());
  }

  @Test
  void deliversTheOthersWhileOneIsBlocked() throws Exception {
    for (int blocked : new int[] {0, 1, 500, 999}) {
      CountDownLatch othersDone = new CountDownLatch(999);
      List<Integer> results =
          Runnel.range(0, 1_000)
              .parEvalMapUnordered(
                  4,
                  i -> {
                    if (i == blocked) {
                      othersDone.await();
                    }
                    return i;
                  })
              .tap(_ -> othersDone.countDown())
              .toList();
      assertEquals(blocked, results.getLast());
      assertEquals(1_000, Set.copyOf(results).size());
    }
  }

  @Test
  void interruptsTheRestAtOnce() throws Exception {
    IllegalStateException failure = new IllegalStateException("4");
    CountDownLatch running = new CountDownLatch(4);
    CountDownLatch stopped = new CountDownLatch(4);
    AtomicInteger wentOn = new AtomicInteger();
    Runnel<Integer> stream =
        Runnel.range(0, 5)
            .concat(Runnel.never())
            .parEvalMapUnordered(
                5,
                i -> {
                  if (i == 4) {
                    running.await();
                    throw failure;
                  }
                  running.countDown();
                  try {
                    new CountDownLatch(1).await();
                    wentOn.incrementAndGet();
                  } finally {
                    stopped.countDown();
                  }
                  return i;
                });
    try (OpenRun<Integer> run = OpenRun.of(stream)) {
      stopped.await(); // nobody pulls, and the source is silent
      assertSame(failure, assertThrows(IllegalStateException.class, run::next));
    }
    assertEquals(0, wentOn.get());
  }
}
