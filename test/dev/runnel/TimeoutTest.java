package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.scope.TaskScope;
import dev.runnel.kit.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class TimeoutTest extends ConcurrentContract {
  @Override
  <T> Runnel<T> around(Runnel<T> source) {
    return source.timeout(Duration.ofDays(1));
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
    // @start region=example
    List<String> lines =
        Runnel.of("a", "b")
            .map(name -> "line of " + name) // is interrupted if it has not ended in time
            .timeout(Duration.ofSeconds(30))
            .toList(); // then throws a RunnelTimeoutException
    // @end
    assertEquals(List.of("line of a", "line of b"), lines);
  }

  @Test
  void failsAndSaysWhatWasRunningWhenTheTimeIsOver() throws Exception {
    TestClock clock = TestClock.still();
    CountDownLatch silent = new CountDownLatch(1);
    SourceProbe<Integer> source =
        SourceProbe.of(List.of(1, 2)).onPull(pull -> {
          if (pull == 1) {
            blocks(silent);
          }
        });
    List<Integer> delivered = Collections.synchronizedList(new ArrayList<>());
    FutureTask<RunnelTimeoutException> run =
        under(
            clock,
            () -> assertThrows(
                RunnelTimeoutException.class,
                () -> source.stream().timeout(Duration.ofSeconds(3)).forEach(delivered::add)));
    silent.await();
    clock.awaitWaiting(1);
    clock.advance(Duration.ofMillis(2_999));
    assertFalse(run.isDone());
    clock.advance(Duration.ofMillis(1));
    RunnelTimeoutException thrown = run.get();
    assertTrue(thrown.getMessage().contains("PT3S"), thrown.getMessage());
    assertTrue(thrown.getMessage().contains("TimeoutTest"), thrown.getMessage());
    assertEquals(List.of(1), delivered);
    assertEquals(0, clock.waiting());
    source.assertClosedOnce();
    assertEquals(0, TaskScope.liveThreads());
  }

  @Test
  void interruptsAndAwaitsTheFunctionsAboveIt() throws Exception {
    TestClock clock = TestClock.still();
    CountDownLatch running = new CountDownLatch(2);
    CountDownLatch ended = new CountDownLatch(2);
    FutureTask<RunnelTimeoutException> run =
        under(
            clock,
            () -> assertThrows(
                RunnelTimeoutException.class,
                () -> Runnel.range(0, 2)
                    .parEvalMap(
                        2,
                        i -> {
                          try {
                            blocks(running);
                          } finally {
                            ended.countDown();
                          }
                          return i;
                        })
                    .timeout(Duration.ofSeconds(3))
                    .drain()));
    running.await();
    clock.awaitWaiting(1);
    clock.advance(Duration.ofSeconds(3));
    run.get();
    assertEquals(0, ended.getCount());
  }

  @Test
  void callsTheAlarmOffWhenTheEndComesFirst() throws Exception {
    TestClock clock = TestClock.still();
    List<Integer> elements =
        clock.during(() -> Runnel.of(1, 2).timeout(Duration.ofSeconds(3)).toList());
    assertEquals(List.of(1, 2), elements);
    assertEquals(0, clock.waiting());
    clock.advance(Duration.ofSeconds(4));
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test
  void cutsNoReleaseShort() throws Exception {
    TestClock clock = TestClock.still();
    CountDownLatch silent = new CountDownLatch(1);
    CountDownLatch releasing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicReference<Outcome> released = new AtomicReference<>();
    Runnel<Integer> stream =
        Runnel.using(
            () -> "resource",
            _ -> Runnel.generate(
                () -> {
                  blocks(silent);
                  return 1;
                }),
            (_, outcome) -> {
              releasing.countDown();
              goOn.await();
              released.set(outcome);
            });
    FutureTask<RunnelTimeoutException> run =
        under(
            clock,
            () -> assertThrows(
                RunnelTimeoutException.class,
                () -> stream
                    .timeout(Duration.ofSeconds(1))
                    .timeout(Duration.ofSeconds(2))
                    .drain()));
    silent.await();
    clock.awaitWaiting(2);
    clock.advance(Duration.ofSeconds(1));
    releasing.await();
    clock.advance(Duration.ofSeconds(1)); // the outer one is over too, while the release runs
    goOn.countDown();
    run.get();
    assertEquals(new Outcome.Cancelled(), released.get());
  }

  @Test
  void doesNotTakeTheCallersInterruptForTheTimeOut() throws Exception {
    TestClock clock = TestClock.still();
    CountDownLatch silent = new CountDownLatch(1);
    AtomicReference<Thread> caller = new AtomicReference<>();
    FutureTask<InterruptedException> run =
        under(
            clock,
            () -> {
              caller.set(Thread.currentThread());
              return assertThrows(
                  InterruptedException.class,
                  () -> Runnel.generate(
                      () -> {
                        blocks(silent);
                        return 1;
                      }).timeout(Duration.ofSeconds(1)).drain());
            });
    silent.await();
    caller.get().interrupt();
    run.get();
    assertEquals(0, clock.waiting());
  }

  @Test
  void endsOnTheClockOfTheSystem() {
    for (int i = 0; i < 20; i++) {
      assertThrows(
          RunnelTimeoutException.class,
          () -> Runnel.never().timeout(Duration.ofMillis(1)).drain());
    }
    assertEquals(0, TaskScope.liveThreads());
  }

  @Test
  void refusesWrongArguments() {
    assertThrows(IllegalArgumentException.class, () -> Runnel.of(1).timeout(Duration.ZERO));
    assertThrows(NullPointerException.class, () -> Runnel.of(1).timeout(null));
  }

  /** Waits until it is interrupted. */
  private static void blocks(CountDownLatch blocked) throws InterruptedException {
    blocked.countDown();
    new CountDownLatch(1).await();
  }

  private static <T> FutureTask<T> under(TestClock clock, TestClock.Body<T> body) {
    FutureTask<T> run = new FutureTask<>(() -> clock.during(body));
    Thread.ofVirtual().start(run);
    return run;
  }
}
