package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.scope.TaskScope;
import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class ConcurrentlyTest extends ConcurrentContract {
  @Override
  <T> Runnel<T> around(Runnel<T> source) {
    return source.concurrently(Runnel.never());
  }

  @Override
  int ahead() {
    return 2;
  }

  @Override
  int aheadWhenQuiet() {
    return 1;
  }

  @Test
  void runsTheExample() throws Exception {
    CountDownLatch beaten = new CountDownLatch(1);
    // @start region=example
    Runnel<String> heartbeat = Runnel.generate(() -> "alive").tap(_ -> beaten.countDown());
    List<Integer> results =
        Runnel.range(0, 3)
            .tap(_ -> beaten.await())
            .concurrently(heartbeat) // as long as the range runs, and no longer
            .toList();
    // @end
    assertEquals(List.of(0, 1, 2), results);
  }

  @Test
  void emitsTheForegroundOnly() throws Exception {
    AtomicInteger background = new AtomicInteger();
    for (int i = 0; i < 50; i++) {
      background.set(0);
      CountDownLatch ran = new CountDownLatch(1);
      Runnel<String> other =
          Runnel.of("a", "b", "c")
              .tap(_ -> background.incrementAndGet())
              .onFinalize(_ -> ran.countDown());
      assertEquals(
          List.of(1, 2, 3),
          Runnel.of(1, 2, 3).onStart(ran::await).concurrently(other).toList());
      assertEquals(3, background.get());
    }
  }

  /** While the consumer takes nothing. */
  @Test
  void closesTheBackgroundAtItsEndAndTheForegroundAtTheEndOfTheRun() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    AtomicReference<Outcome> foreground = new AtomicReference<>();
    Runnel<Integer> stream =
        Runnel.of(1)
            .onFinalize(foreground::set)
            .concurrently(Runnel.of(2).onFinalize(_ -> closed.countDown()));
    try (OpenRun<Integer> run = OpenRun.of(stream)) {
      closed.await();
      assertEquals(1, run.next());
      assertNull(run.next());
      assertNull(foreground.get(), "closed by the end");
    }
    assertEquals(new Outcome.Completed(), foreground.get());
  }

  @Test
  void givesEachAThread() throws Exception {
    AtomicReference<Thread> front = new AtomicReference<>();
    AtomicReference<Thread> back = new AtomicReference<>();
    CountDownLatch ran = new CountDownLatch(1);
    Runnel<Integer> other =
        Runnel.of(1)
            .tap(
                _ -> {
                  back.set(Thread.currentThread());
                  ran.countDown();
                });
    Runnel.of(1).tap(_ -> {
      front.set(Thread.currentThread());
      ran.await();
    }).concurrently(other).drain();
    assertNotSame(front.get(), back.get());
    assertNotSame(Thread.currentThread(), front.get());
    assertNotSame(Thread.currentThread(), back.get());
  }

  @Test
  void endsAnEndlessBackgroundThatNeverWaits() throws Exception {
    AtomicReference<Outcome> outcome = new AtomicReference<>();
    Runnel<Integer> other = Runnel.iterate(0, i -> i + 1).onFinalize(outcome::set);
    for (int i = 0; i < 20; i++) {
      assertEquals(
          100, Runnel.range(0, 100).map(e -> e).concurrently(other).count());
      Outcome last = outcome.get(); // null if it was stopped before it was opened
      assertTrue(last == null || last.equals(new Outcome.Cancelled()), () -> last + "");
      assertEquals(0, TaskScope.liveThreads());
    }
    assertEquals(
        List.of(1),
        Runnel.of(1).map(e -> e).concurrently(Runnel.empty().repeat()).toList());
  }

  @Test
  void endsAForegroundThatWaitsWhenTheBackgroundFails() {
    IOException failure = new IOException("background");
    for (int i = 0; i < 200; i++) {
      CountDownLatch waiting = new CountDownLatch(1);
      AtomicReference<Outcome> outcome = new AtomicReference<>();
      List<Integer> delivered = new ArrayList<>();
      Runnel<Integer> foreground =
          Runnel.of(1)
              .concat(Runnel.<Integer>never().onStart(waiting::countDown))
              .onFinalize(outcome::set);
      Runnel<Integer> other = Runnel.<Integer>failed(failure).onStart(waiting::await);
      assertSame(
          failure,
          assertThrows(
              RunnelException.class,
              () -> foreground.concurrently(other).forEach(delivered::add)).getCause());
      assertEquals(List.of(1), delivered, "what was ready");
      assertEquals(new Outcome.Cancelled(), outcome.get());
    }
  }

  @Test
  void failsWhenTheFinaliserOfTheBackgroundFails() {
    IllegalStateException failure = new IllegalStateException("finaliser");
    SourceProbe<Integer> other = SourceProbe.of(List.of(1)).failingOnClose(failure);
    for (int i = 0; i < 100; i++) {
      assertSame(
          failure,
          assertThrows(
              IllegalStateException.class,
              () -> Runnel.never().concurrently(other.stream()).drain()));
    }
    other.assertClosedOnce();
  }

  @Test
  void interruptsTheBackgroundWhenTheForegroundEndsOrFails() throws Exception {
    IllegalStateException failure = new IllegalStateException("foreground");
    List<Throwable> late = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 100; i++) {
      boolean fails = i % 2 == 0;
      CountDownLatch waiting = new CountDownLatch(1);
      AtomicInteger closed = new AtomicInteger();
      Runnel<Integer> other =
          Runnel.using(
              () -> 1,
              _ -> Runnel.<Integer>fromCallable(
                  () -> {
                    waiting.countDown();
                    try {
                      new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                      throw new SocketException("Closed by interrupt");
                    }
                    return 1;
                  }),
              (_, _) -> closed.incrementAndGet());
      Runnel<Integer> end = fails ? Runnel.failed(failure) : Runnel.of(1);
      Runnel<Integer> stream =
          end.onStart(waiting::await).concurrently(other).onLateFailure(late::add);
      if (fails) {
        assertSame(failure, assertThrows(IllegalStateException.class, stream::drain));
      } else {
        assertEquals(List.of(1), stream.toList());
      }
      assertEquals(1, closed.get());
      assertEquals(0, TaskScope.liveThreads());
    }
    assertEquals(List.of(), late);
  }

  @Test
  void stopsBothWhenTheCallerIsInterrupted() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    FutureTask<Void> run =
        new FutureTask<>(
            () -> {
              assertThrows(
                  InterruptedException.class,
                  () -> Runnel.never()
                      .concurrently(Runnel.never().onStart(waiting::countDown))
                      .drain());
              return null;
            });
    Thread caller = Thread.ofVirtual().start(run);
    waiting.await();
    caller.interrupt();
    run.get();
    assertEquals(0, TaskScope.liveThreads());
  }

  @Test
  void refusesANullArgument() {
    assertEquals(
        "other",
        assertThrows(
            NullPointerException.class, () -> Runnel.of(1).concurrently(null)).getMessage());
  }
}
