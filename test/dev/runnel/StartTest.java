package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.scope.TaskScope;
import dev.runnel.kit.Await;
import dev.runnel.kit.Running;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class StartTest {
  private static final Outcome CANCELLED = new Outcome.Cancelled();

  @Test
  void runsTheExample() throws Exception {
    Queue<String> log = new ConcurrentLinkedQueue<>();
    // @start region=example
    try (BackgroundRun refresher = Runnel.of("a", "b").tap(log::add).start()) {
      // other work of this thread
      refresher.join(); // throws what the run threw
    } // else this would cancel what still runs
    // @end
    assertEquals(List.of("a", "b"), List.copyOf(log));
  }

  // ---- the end

  @Test
  void runsBesideItsCallerAndTellsTheEnd() throws Exception {
    for (Boundary boundary : Boundary.values()) {
      CountDownLatch go = new CountDownLatch(1);
      AtomicInteger seen = new AtomicInteger();
      SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2, 3)).onPull(pull -> go.await());
      BackgroundRun run =
          boundary.around(source.stream()).tap(_ -> seen.incrementAndGet()).start();
      assertFalse(run.isDone());
      assertEquals(Optional.empty(), run.outcome());
      go.countDown();
      run.join();
      assertTrue(run.isDone());
      assertEquals(Optional.of(new Outcome.Completed()), run.outcome());
      assertEquals(3, seen.get());
      source.assertClosedOnce();
      assertEquals(0, TaskScope.liveThreads());
      run.cancel();
      run.join();
      run.close();
      run.close();
      assertEquals(Optional.of(new Outcome.Completed()), run.outcome());
    }
  }

  @Test
  void drivesTheLastSegmentOnOneThreadThatIsNotTheCallers() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2, 3));
    AtomicReference<Thread> below = new AtomicReference<>();
    source.stream().tap(_ -> below.set(Thread.currentThread())).start().join();
    source.assertConfinedTo(below.get());
    assertNotSame(Thread.currentThread(), below.get());
    assertTrue(below.get().isVirtual());
    assertEquals("runnel start", below.get().getName());
  }

  @Test
  void eachStartIsARunOfItsOwn() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2, 3));
    Queue<Integer> seen = new ConcurrentLinkedQueue<>();
    Runnel<Integer> stream = source.stream().parEvalMap(2, i -> i).tap(seen::add);
    try (BackgroundRun one = stream.start(); BackgroundRun other = stream.start()) {
      one.join();
      other.join();
    }
    assertEquals(List.of(1, 1, 2, 2, 3, 3), seen.stream().sorted().toList());
    assertEquals(2, source.runs().size());
    source.assertClosedOnce();
  }

  // ---- failures

  @Test
  void throwsTheFailureAsTheSameObjectToEveryJoiner() throws Exception {
    for (Boundary boundary : Boundary.values()) {
      for (Throwable failure : List.of(new IllegalStateException("a"), new AssertionError("b"),
          new StackOverflowError("c"))) {
        SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2)).failingAt(1, failure);
        BackgroundRun run = boundary.around(source.stream()).start();
        for (int i = 0; i < 3; i++) {
          assertSame(failure, assertThrows(Throwable.class, run::join));
        }
        assertSame(
            failure,
            assertInstanceOf(Outcome.Failed.class, run.outcome().orElseThrow()).cause());
        run.close(); // it has been told
        source.assertClosedOnce();
        assertOneMarkerOfStart(failure);
      }
    }
  }

  private static void assertOneMarkerOfStart(Throwable failure) {
    assertEquals(1, failure.getSuppressed().length);
    Throwable marker = failure.getSuppressed()[0];
    assertTrue(marker.getMessage().contains("start()"), marker.getMessage());
    assertTrue(
        List.of(marker.getStackTrace()).stream()
            .anyMatch(frame -> frame.getClassName().equals(StartTest.class.getName())));
  }

  @Test
  void wrapsACheckedExceptionOnce() throws Exception {
    for (Exception failure : List.of(new IOException("a"), new InterruptedException("b"))) {
      for (Boundary boundary : Boundary.values()) {
        BackgroundRun run = boundary.around(Runnel.failed(failure)).start();
        assertSame(failure, assertThrows(RunnelException.class, run::join).getCause());
        run.close();
      }
      assertEquals(1, failure.getSuppressed().length, "one marker, however often it is thrown");
    }
  }

  @Test
  void closeThrowsAFailureThatNobodyWasTold() throws Exception {
    IllegalStateException failure = new IllegalStateException("source");
    BackgroundRun run = Runnel.failed(failure).prefetch(1).start();
    Await.until(run::isDone);
    assertSame(failure, assertThrows(IllegalStateException.class, run::close));
    run.close();
    IOException body = new IOException("body");
    IOException thrown =
        assertThrows(
            IOException.class,
            () -> {
              try (BackgroundRun other = Runnel.failed(failure).start()) {
                Await.until(other::isDone);
                throw body;
              }
            });
    assertSame(body, thrown);
    assertArrayEquals(new Throwable[] {failure}, thrown.getSuppressed());
  }

  @Test
  void aBlockThatRethrowsWhatJoinThrewClosesQuietly() {
    IllegalStateException failure = new IllegalStateException("source");
    assertSame(
        failure,
        assertThrows(
            IllegalStateException.class,
            () -> {
              try (BackgroundRun run = Runnel.failed(failure).start()) {
                run.join();
              }
            }));
    assertOneMarkerOfStart(failure);
  }

  @Test
  void takesAnExceptionThatSuppressesNothing() {
    RuntimeException frozen = new RuntimeException("frozen", null, false, false) {
      private static final long serialVersionUID = 1L;
    };
    for (int i = 0; i < 50; i++) {
      BackgroundRun run = Runnel.failed(frozen).prefetch(1).start();
      assertSame(frozen, assertThrows(RuntimeException.class, run::join));
    }
  }

  // ---- cancel

  @Test
  void cancelStopsWhatRunsAndFinalisersLearnOfIt() throws Exception {
    for (Boundary boundary : Boundary.values()) {
      for (int round = 0; round < 100; round++) {
        List<Outcome> seen = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch waiting = new CountDownLatch(1);
        Runnel<Integer> stream =
            Runnel.of(1)
                .tap(
                    _ -> {
                      waiting.countDown();
                      new CountDownLatch(1).await();
                    })
                .onFinalize(seen::add);
        BackgroundRun run = boundary.around(stream).onFinalize(seen::add).start();
        if (round % 2 == 0) {
          waiting.await();
        }
        run.cancel();
        assertThrows(CancellationException.class, run::join);
        assertEquals(Optional.of(CANCELLED), run.outcome());
        assertTrue(seen.stream().allMatch(CANCELLED::equals), "finalisers saw " + seen);
        assertEquals(0, TaskScope.liveThreads());
        run.close();
      }
    }
  }

  @Test
  void closeCancelsAndAwaits() throws Exception {
    CountDownLatch waiting = new CountDownLatch(3);
    AtomicInteger cut = new AtomicInteger();
    SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2, 3));
    BackgroundRun run =
        source.stream()
            .parEvalMapUnordered(
                3,
                i -> {
                  waiting.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } finally {
                    cut.incrementAndGet();
                  }
                  return i;
                })
            .start();
    waiting.await();
    run.close();
    assertEquals(3, cut.get());
    source.assertClosedOnce();
    assertEquals(Optional.of(CANCELLED), run.outcome());
    assertThrows(CancellationException.class, run::join);
  }

  /** As a socket does that is closed by the interrupt. */
  @Test
  void whatInterruptedCodeMakesOfItIsNoFailure() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    BackgroundRun run =
        Runnel.of(1)
            .tap(
                _ -> {
                  waiting.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    throw new SocketException("Closed by interrupt");
                  }
                })
            .recover(_ -> 7)
            .retry(Retry.ofAttempts(9))
            .start();
    waiting.await();
    run.close();
    assertEquals(Optional.of(CANCELLED), run.outcome());
  }

  @Test
  void aFinaliserThatFailsAfterACancelIsTold() throws Exception {
    IOException broken = new IOException("finaliser");
    SocketException socket = new SocketException("Closed by interrupt");
    for (Boundary boundary : Boundary.values()) {
      CountDownLatch waiting = new CountDownLatch(1);
      Runnel<Integer> stream =
          boundary.around(Runnel.of(1)).tap(
              _ -> {
                waiting.countDown();
                try {
                  new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                  throw socket;
                }
              }).closeWith(
                  () -> {
                    throw broken;
                  });
      BackgroundRun run = stream.start();
      waiting.await();
      assertSame(broken, assertThrows(RunnelException.class, run::close).getCause());
      assertTrue(List.of(broken.getSuppressed()).contains(socket));
      assertInstanceOf(Outcome.Failed.class, run.outcome().orElseThrow());
    }
    assertEquals(2, broken.getSuppressed().length, "no growth");
  }

  @Test
  void aFinaliserIsNotCutShort() throws Exception {
    CountDownLatch finalising = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger written = new AtomicInteger();
    BackgroundRun run =
        Runnel.of(1)
            .closeWith(
                () -> {
                  finalising.countDown();
                  go.await();
                  Runnel.of(1).prefetch(1).forEach(_ -> written.incrementAndGet());
                })
            .start();
    finalising.await();
    run.cancel();
    assertFalse(run.isDone());
    go.countDown();
    run.join();
    assertEquals(1, written.get());
  }

  // ---- the threads around it

  @Test
  void anInterruptOfTheJoinerLeavesTheRunAlone() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    BackgroundRun run = Runnel.of(1).tap(_ -> go.await()).start();
    Running joiner = Running.virtual(() -> {
      assertThrows(InterruptedException.class, run::join);
      assertFalse(Thread.currentThread().isInterrupted());
    }).awaitWaiting();
    joiner.thread().interrupt();
    joiner.join();
    assertFalse(run.isDone());
    go.countDown();
    run.join();
  }

  @Test
  void anInterruptedCallerStartsAndClosesAllTheSame() throws Exception {
    AtomicInteger seen = new AtomicInteger();
    Thread.currentThread().interrupt();
    BackgroundRun run = Runnel.of(1).tap(_ -> seen.incrementAndGet()).start();
    BackgroundRun endless = Runnel.never().start();
    endless.close();
    assertTrue(Thread.interrupted(), "the flag is the caller's");
    assertEquals(Optional.of(CANCELLED), endless.outcome());
    run.join();
    assertEquals(1, seen.get());
  }

  @Test
  void aFunctionOfTheRunMayCloseItButNotJoinIt() throws Exception {
    for (Boundary boundary : Boundary.values()) {
      CountDownLatch known = new CountDownLatch(1);
      AtomicReference<BackgroundRun> self = new AtomicReference<>();
      AtomicReference<IllegalStateException> refused = new AtomicReference<>();
      Runnel<Integer> stream =
          Runnel.iterate(0, i -> i + 1)
              .tap(
                  _ -> {
                    known.await();
                    refused.set(
                        assertThrows(IllegalStateException.class, () -> self.get().join()));
                    self.get().close();
                  });
      BackgroundRun run = boundary.around(stream).start();
      self.set(run);
      known.countDown();
      assertThrows(CancellationException.class, run::join);
      assertTrue(refused.get().getMessage().contains("joined"));
      assertEquals(0, TaskScope.liveThreads());
    }
  }

  @Test
  void tellsCancelFromFailureHoweverTheyMeet() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      IllegalStateException failure = new IllegalStateException("function");
      CountDownLatch failing = new CountDownLatch(1);
      SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2));
      BackgroundRun run =
          source.stream()
              .parEvalMap(
                  2,
                  _ -> {
                    failing.countDown();
                    throw failure;
                  })
              .start();
      failing.await();
      run.cancel();
      Throwable thrown = assertThrows(RuntimeException.class, run::join);
      switch (run.outcome().orElseThrow()) {
        case Outcome.Failed failed -> assertSame(failed.cause(), thrown);
        case Outcome.Cancelled _ -> assertInstanceOf(CancellationException.class, thrown);
        case Outcome.Completed _ -> throw new AssertionError("completed", thrown);
      }
      source.assertClosedOnce();
      assertEquals(0, TaskScope.liveThreads());
    }
  }

  @Test
  void oneThatIsDroppedIsCancelledAndCollected() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    WeakReference<BackgroundRun> dropped = new WeakReference<>(abandoned(closed));
    while (dropped.get() != null) {
      System.gc();
      Thread.onSpinWait();
    }
    closed.await();
    Await.until(() -> TaskScope.liveThreads() == 0);
  }

  private static BackgroundRun abandoned(CountDownLatch closed) {
    return Runnel.<Integer>never().onFinalize(_ -> closed.countDown()).parEvalMap(3, i -> i)
        .start();
  }
}
