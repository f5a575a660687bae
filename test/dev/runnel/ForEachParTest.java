package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.scope.TaskScope;
import dev.runnel.kit.Running;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ForEachParTest {

  @Test
  void runsTheExample() throws Exception {
    Queue<String> stored = new ConcurrentLinkedQueue<>();
    // @start region=example
    Runnel.of("a", "b", "c").forEachPar(16, stored::add); // up to 16 at once; waits for all
    // @end
    assertEquals(Set.of("a", "b", "c"), Set.copyOf(stored));
  }

  @Test
  void actsOnEachOnce() throws Exception {
    for (int size : new int[] {0, 1, 7, 1_000}) {
      Queue<Integer> seen = new ConcurrentLinkedQueue<>();
      SourceProbe<Integer> source = SourceProbe.of(IntStream.range(0, size).boxed().toList());
      source.stream().forEachPar(4, seen::add);
      assertEquals(
          IntStream.range(0, size).boxed().toList(), seen.stream().sorted().toList());
      source.assertClosedOnce();
    }
  }

  @Test
  void actsOnNAtOnceOnOtherThreadsThanTheCallers() throws Exception {
    Thread caller = Thread.currentThread();
    for (int n : new int[] {1, 2, 20, 200}) {
      CyclicBarrier together = new CyclicBarrier(n);
      Runnel.range(0, 3 * n)
          .forEachPar(
              n,
              _ -> {
                assertNotSame(caller, Thread.currentThread());
                together.await();
              });
    }
  }

  @Test
  void waitsForAll() throws Exception {
    AtomicInteger ended = new AtomicInteger();
    CountDownLatch othersDone = new CountDownLatch(99);
    Runnel.range(0, 100)
        .forEachPar(
            4,
            i -> {
              if (i == 0) {
                othersDone.await();
              }
              ended.incrementAndGet();
              othersDone.countDown();
            });
    assertEquals(100, ended.get());
    assertEquals(0, TaskScope.liveThreads());
  }

  @Test
  void stopsTheOthersWhenOneFailsThoughTheSourceIsSilent() {
    IOException failure = new IOException("action");
    for (int round = 0; round < 100; round++) {
      CountDownLatch running = new CountDownLatch(3);
      AtomicInteger cut = new AtomicInteger();
      SourceProbe<Integer> source = SourceProbe.of(List.of(0, 1, 2, 3));
      RunnelException thrown =
          assertThrows(
              RunnelException.class,
              () -> source.stream()
                  .concat(Runnel.never())
                  .forEachPar(
                      4,
                      i -> {
                        if (i == 0) {
                          running.await();
                          throw failure;
                        }
                        running.countDown();
                        try {
                          new CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                          cut.incrementAndGet();
                          throw e;
                        }
                      }));
      assertSame(failure, thrown.getCause());
      assertEquals(3, cut.get());
      assertEquals(0, TaskScope.liveThreads());
      source.assertClosedOnce();
    }
    assertEquals(1, failure.getSuppressed().length, "one marker of the call site");
    assertTrue(failure.getSuppressed()[0].getMessage().contains("forEachPar()"));
  }

  @Test
  void actsOnAllThatCameBeforeTheSourceFails() {
    for (int i = 0; i < 40; i++) {
      IllegalStateException failure = new IllegalStateException("source");
      Queue<Integer> seen = new ConcurrentLinkedQueue<>();
      Runnel<Integer> source = Runnel.range(0, i).concat(Runnel.failed(failure));
      assertSame(
          failure,
          assertThrows(IllegalStateException.class, () -> source.forEachPar(3, seen::add)));
      assertEquals(i, seen.size());
    }
  }

  @Test
  void stopsWhenTheCallerIsInterrupted() throws Exception {
    for (int round = 0; round < 50; round++) {
      CountDownLatch running = new CountDownLatch(3);
      AtomicInteger cut = new AtomicInteger();
      Running run =
          Running.virtual(
              () -> assertThrows(
                  InterruptedException.class,
                  () -> Runnel.range(0, 9).forEachPar(
                      3,
                      _ -> {
                        running.countDown();
                        try {
                          new CountDownLatch(1).await();
                        } finally {
                          cut.incrementAndGet();
                        }
                      })));
      running.await();
      run.thread().interrupt();
      run.join();
      assertEquals(3, cut.get());
      assertEquals(0, TaskScope.liveThreads());
    }
  }

  @Test
  void opensNothingIfTheCallerIsInterruptedBefore() {
    SourceProbe<Integer> source = SourceProbe.of(List.of(1));
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> source.stream().forEachPar(2, _ -> {}));
    assertFalse(Thread.interrupted());
    source.assertNeverRun();
  }

  @Test
  void holdsNoElementThatWasActedOn() throws Exception {
    List<WeakReference<Object>> given = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch acted = new CountDownLatch(5);
    Runnel<Object> source =
        Runnel.generate(
            () -> {
              if (given.size() == 5) {
                new CountDownLatch(1).await();
              }
              Object element = new Object();
              given.add(new WeakReference<>(element));
              return element;
            });
    Running run =
        Running.virtual(
            () -> assertThrows(
                InterruptedException.class,
                () -> source.forEachPar(2, _ -> acted.countDown())));
    acted.await();
    for (WeakReference<Object> reference : given) {
      while (reference.get() != null) {
        System.gc();
        assertFalse(Thread.interrupted(), "an element is retained");
      }
    }
    run.thread().interrupt();
    run.join();
  }

  @Test
  void refusesWrongArguments() {
    assertThrows(IllegalArgumentException.class, () -> Runnel.of(1).forEachPar(0, _ -> {}));
    assertThrows(NullPointerException.class, () -> Runnel.of(1).forEachPar(1, null));
  }
}
