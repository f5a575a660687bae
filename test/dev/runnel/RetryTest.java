package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.scope.TaskScope;
import dev.runnel.kit.TestClock;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class RetryTest extends OperatorContract<Integer> {
  private static final Retry AT_ONCE = Retry.ofAttempts(3).withDelay(Duration.ZERO);

  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.retry(AT_ONCE);
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements;
  }

  @Override
  boolean handlesFailures() {
    return true;
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.retry(AT_ONCE);
  }

  @Test
  void runsTheExample() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Runnel<String> page =
        Runnel.fromCallable(
            () -> {
              if (calls.incrementAndGet() < 3) {
                throw new SocketException("reset");
              }
              return "page";
            });
    // @start region=example
    Runnel<String> patient = page.retry(Retry.ofAttempts(4));
    // @end
    List<String> pages = TestClock.leaping().during(patient::toList);
    assertEquals(List.of("page"), pages);
    assertEquals(3, calls.get());
  }

  @Test
  void makesAPolicy() {
    // @start region=policy
    Retry policy =
        Retry.ofAttempts(5)
            .withBackoff(Duration.ofMillis(50), 2, Duration.ofSeconds(5))
            .withBudget(Duration.ofSeconds(30))
            .when(failure -> failure instanceof IOException);
    // @end
    assertEquals(5, policy.attempts());
    assertEquals(Duration.ofMillis(50), policy.firstDelay());
    assertEquals(Duration.ofSeconds(5), policy.maxDelay());
    assertEquals(Duration.ofSeconds(30), policy.budget());
    assertEquals(1, policy.jitter());
  }

  @Test
  void runsUpstreamAfreshSoThatElementsComeAgain() throws Exception {
    SourceProbe<Integer> source = failing(2, 2);
    assertEquals(List.of(0, 1, 0, 1, 0, 1, 2), source.stream().retry(AT_ONCE).toList());
    assertEquals(3, source.runs().size());
    source.assertClosedOnce();
  }

  @Test
  void retriesWhatFailsBehindABoundary() throws Exception {
    for (Boundary boundary : Boundary.values()) {
      SourceProbe<Integer> source = failing(2, 2);
      List<Integer> given = boundary.around(source.stream()).retry(AT_ONCE).toList();
      assertEquals(0 + 1 + 0 + 1 + 0 + 1 + 2, given.stream().mapToInt(e -> e).sum(), "" + boundary);
      assertEquals(3, source.runs().size());
      source.assertClosedOnce();
    }
  }

  @Test
  void throwsTheLastFailureWithTheEarlierOnesSuppressed() {
    List<Exception> failures = new ArrayList<>();
    SourceProbe<Integer> source = alwaysFailing(failures);
    RunnelException thrown =
        assertThrows(RunnelException.class, () -> source.stream().retry(AT_ONCE).drain());
    assertEquals(3, failures.size());
    assertSame(failures.get(2), thrown.getCause());
    assertArrayEquals(
        failures.subList(0, 2).toArray(), failures.get(2).getSuppressed());
    source.assertClosedOnce();
  }

  @Test
  void keepsTheLatest16EarlierFailures() {
    List<Exception> failures = new ArrayList<>();
    SourceProbe<Integer> source = alwaysFailing(failures);
    Retry policy = Retry.ofAttempts(40).withDelay(Duration.ZERO);
    assertThrows(RunnelException.class, () -> source.stream().retry(policy).drain());
    assertEquals(40, failures.size());
    assertArrayEquals(
        failures.subList(23, 39).toArray(), failures.getLast().getSuppressed());
  }

  @Test
  void takesOneExceptionObjectThatEveryAttemptThrows() {
    IOException failure = new IOException("shared");
    Runnel<Integer> stream = Runnel.<Integer>failed(failure).retry(AT_ONCE);
    for (int i = 0; i < 10; i++) {
      assertSame(failure, assertThrows(RunnelException.class, stream::drain).getCause());
    }
    assertEquals(0, failure.getSuppressed().length);
  }

  @Test
  void suppressesEarlierFailuresOnAnErrorThatPasses() {
    IOException first = new IOException("first");
    AssertionError second = new AssertionError("second");
    AtomicInteger attempts = new AtomicInteger();
    Runnel<Integer> stream =
        Runnel.<Integer>fromCallable(
            () -> {
              if (attempts.incrementAndGet() == 1) {
                throw first;
              }
              throw second;
            })
            .retry(AT_ONCE);
    assertSame(second, assertThrows(AssertionError.class, stream::drain));
    assertArrayEquals(new Throwable[] {first}, second.getSuppressed());
    assertEquals(2, attempts.get());
  }

  @Test
  void doublesTheWaitsUpToTheGreatest() throws Exception {
    TestClock clock = TestClock.leaping();
    Retry policy =
        Retry.ofAttempts(7)
            .withBackoff(Duration.ofMillis(100), 2, Duration.ofSeconds(1))
            .withJitter(0);
    clock.during(
        () -> assertThrows(RunnelException.class, alwaysFailing().stream().retry(policy)::drain));
    assertEquals(
        List.of(100, 200, 400, 800, 1000, 1000),
        clock.slept().stream().map(slept -> (int) slept.toMillis()).toList());
  }

  @Test
  void drawsTheWaitsFromTheWholeRangeByDefault() throws Exception {
    TestClock clock = TestClock.leaping();
    clock.during(
        () -> assertThrows(
            RunnelException.class,
            alwaysFailing().stream().retry(Retry.ofAttempts(2000))::drain));
    List<Duration> slept = clock.slept();
    Duration greatest = Duration.ofSeconds(20);
    assertTrue(slept.getFirst().compareTo(Duration.ofMillis(100)) <= 0);
    assertTrue(slept.stream().allMatch(each -> each.compareTo(greatest) <= 0));
    double mean = slept.stream().mapToLong(Duration::toMillis).average().orElseThrow();
    assertEquals(10_000, mean, 1_000); // an even draw of 2,000 has a standard error of 130
  }

  @Test
  void beginsNoWaitThatWouldEndAfterTheBudget() throws Exception {
    TestClock clock = TestClock.leaping();
    Retry policy =
        Retry.ofAttempts(100)
            .withDelay(Duration.ofSeconds(2))
            .withBudget(Duration.ofSeconds(7));
    SourceProbe<Integer> source = alwaysFailing();
    clock.during(
        () -> assertThrows(RunnelException.class, source.stream().retry(policy)::drain));
    assertEquals(3, clock.slept().size());
    assertEquals(4, source.runs().size());
  }

  @Test
  void closesTheFailedAttemptBeforeTheWaitAndKeepsWhatThatThrew() throws Exception {
    TestClock clock = TestClock.still();
    IOException closing = new IOException("close");
    List<Exception> failures = new ArrayList<>();
    SourceProbe<Integer> source = alwaysFailing(failures).failingOnClose(closing);
    FutureTask<Void> run = start(clock, source.stream().retry(Retry.ofAttempts(2)));
    clock.awaitWaiting(1);
    source.assertClosedOnce();
    clock.advance(Duration.ofMillis(100));
    assertThrows(ExecutionException.class, run::get);
    assertArrayEquals(new Throwable[] {closing}, failures.getFirst().getSuppressed());
    assertEquals(2, source.runs().size());
    source.assertClosedOnce();
  }

  @Test
  void endsTheWaitWhenInterrupted() throws Exception {
    TestClock clock = TestClock.still();
    List<Exception> failures = new ArrayList<>();
    SourceProbe<Integer> source = alwaysFailing(failures);
    FutureTask<Void> run =
        new FutureTask<>(
            () -> clock.during(
                () -> {
                  source.stream().retry(Retry.forever()).drain();
                  return null;
                }));
    Thread thread = Thread.ofVirtual().start(run);
    clock.awaitWaiting(1);
    thread.interrupt();
    Throwable thrown = assertThrows(ExecutionException.class, run::get).getCause();
    assertSame(InterruptedException.class, thrown.getClass());
    assertArrayEquals(failures.toArray(), thrown.getSuppressed());
    assertEquals(1, source.runs().size());
    source.assertClosedOnce();
  }

  @Test
  void beginsNoWaitAfterAnInterruptThatTheConditionSwallowed() throws Exception {
    TestClock clock = TestClock.still();
    CountDownLatch asked = new CountDownLatch(1);
    Retry policy = Retry.forever().when(
        failure -> {
          asked.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException swallowed) {
            return true;
          }
          return false;
        });
    Runnel<Integer> failing = alwaysFailing(new ArrayList<>()).stream().retry(policy);
    clock.during(
        () -> {
          try (OpenRun<Integer> _ = OpenRun.of(failing.prefetch(1))) {
            asked.await();
          }
          return null;
        });
    assertEquals(0, TaskScope.liveThreads());
  }

  @Test
  void triesOnlyWhatTheConditionsAllow() {
    FileNotFoundException failure = new FileNotFoundException("gone");
    SourceProbe<Integer> source = SourceProbe.of(List.of(0)).failingAt(0, failure);
    Retry policy =
        AT_ONCE
            .when(e -> e instanceof IOException)
            .when(e -> !(e instanceof FileNotFoundException));
    RunnelException thrown =
        assertThrows(RunnelException.class, source.stream().retry(policy)::drain);
    assertSame(failure, thrown.getCause());
    assertEquals(0, failure.getSuppressed().length);
    assertEquals(1, source.runs().size());
  }

  @Test
  void suppressesTheFailureIfTheConditionThrows() {
    IOException failure = new IOException("source");
    IllegalStateException second = new IllegalStateException("condition");
    Retry policy =
        AT_ONCE.when(
            _ -> {
              throw second;
            });
    assertSame(
        second,
        assertThrows(
            IllegalStateException.class, Runnel.failed(failure).retry(policy)::drain));
    assertArrayEquals(new Throwable[] {failure}, second.getSuppressed());
  }

  /** A limit below, and a sink that throws, are not failures of the source. */
  @Test
  void retriesNeitherACancelNorWhatDownstreamThrows() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(List.of(0, 1, 2));
    assertEquals(List.of(0), source.stream().retry(AT_ONCE).take(1).toList());
    assertEquals(1, source.runs().size());
    IllegalStateException failure = new IllegalStateException("downstream");
    Runnel<Integer> failing =
        source
            .stream()
            .retry(AT_ONCE)
            .map(
                _ -> {
                  throw failure;
                });
    assertSame(failure, assertThrows(IllegalStateException.class, failing::drain));
    assertEquals(2, source.runs().size());
    source.assertClosedOnce();
  }

  @Test
  void doesNotRetryWhatABlockingCallMakesOfAnInterrupt() {
    SourceProbe<Integer> source =
        SourceProbe.of(List.of(1))
            .onPull(
                _ -> {
                  Thread.currentThread().interrupt();
                  throw new SocketException("Closed by interrupt");
                });
    assertThrows(InterruptedException.class, apply(source.stream())::drain);
    assertEquals(1, source.runs().size());
    source.assertClosedOnce();
  }

  @Test
  void refusesNumbersThatBreakTheirRule() {
    assertRefused("attempts must be >= 1, was 0", () -> Retry.ofAttempts(0));
    assertRefused(
        "firstDelay must be >= 0, was PT-1S", () -> AT_ONCE.withDelay(Duration.ofSeconds(-1)));
    assertRefused(
        "factor must be >= 1 and finite, was 0.5",
        () -> AT_ONCE.withBackoff(Duration.ZERO, 0.5, Duration.ZERO));
    assertRefused(
        "factor must be >= 1 and finite, was NaN",
        () -> AT_ONCE.withBackoff(Duration.ZERO, Double.NaN, Duration.ZERO));
    assertRefused(
        "maxDelay must be >= firstDelay PT2S, was PT1S",
        () -> AT_ONCE.withBackoff(Duration.ofSeconds(2), 2, Duration.ofSeconds(1)));
    assertRefused("jitter must be >= 0 and <= 1, was 1.5", () -> AT_ONCE.withJitter(1.5));
    assertRefused(
        "budget must be >= 0, was PT-1S", () -> AT_ONCE.withBudget(Duration.ofSeconds(-1)));
    assertThrows(NullPointerException.class, () -> AT_ONCE.when(null));
    assertThrows(NullPointerException.class, () -> Runnel.of(1).retry(null));
  }

  @Test
  void saturatesWaitsThatOverflow() {
    Duration years = Duration.ofDays(365_000);
    Retry policy = Retry.forever().withBackoff(Duration.ofDays(1), 1e300, years).withJitter(0);
    assertEquals(Long.MAX_VALUE, policy.delayAfter(Integer.MAX_VALUE).toNanos());
    assertEquals(Duration.ofDays(1), policy.delayAfter(1));
  }

  private static void assertRefused(String message, Executable making) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, making).getMessage());
  }

  private static FutureTask<Void> start(TestClock clock, Runnel<?> stream) {
    FutureTask<Void> run =
        new FutureTask<>(
            () -> clock.during(
                () -> {
                  stream.drain();
                  return null;
                }));
    Thread.ofVirtual().start(run);
    return run;
  }

  /** Three elements; the first {@code times} attempts fail at the pull {@code at}. */
  private static SourceProbe<Integer> failing(int times, int at) {
    AtomicInteger left = new AtomicInteger(times);
    return SourceProbe.of(List.of(0, 1, 2))
        .onPull(
            pull -> {
              if (pull == at && left.getAndDecrement() > 0) {
                throw new IOException("attempt");
              }
            });
  }

  private static SourceProbe<Integer> alwaysFailing() {
    return alwaysFailing(new ArrayList<>());
  }

  private static SourceProbe<Integer> alwaysFailing(List<Exception> failures) {
    return SourceProbe.of(List.of(0))
        .onPull(
            _ -> {
              IOException failure = new IOException("attempt " + failures.size());
              failures.add(failure);
              throw failure;
            });
  }
}
