package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.scope.TaskScope;
import dev.runnel.kit.Await;
import dev.runnel.kit.Running;
import dev.runnel.kit.TestClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is told of a close that waits for user code, in virtual time. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SlowCloseTest {
  private static final Duration WARN_AFTER = Duration.ofSeconds(10);

  private final TestClock clock = TestClock.still();
  private final CountDownLatch stuck = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final Set<Thread> pulling = ConcurrentHashMap.newKeySet();
  private final PrintStream before = System.err;
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();

  @BeforeEach
  void listen() {
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void listenNoMore() {
    System.setErr(before);
  }

  @Test
  void namesTheWorkerThatIgnoresItsInterrupt() throws Exception {
    Runnel<Integer> stream =
        noted(Runnel.of(1, 2)).parEvalMapUnordered(2, this::ignoresTheInterrupt);
    warnsOf(
        untilStuck(stream), 2,
        "closing runnel parEvalMapUnordered has waited for 10 s"
            + " for thread runnel parEvalMapUnordered worker ");
  }

  @Test
  void namesTheFeederThatIgnoresItsInterrupt() throws Exception {
    Runnel<Integer> stream = Runnel.of(1, 2).map(this::ignoresTheInterrupt).prefetch(2);
    warnsOf(
        untilStuck(stream), 1,
        "closing runnel prefetch has waited for 10 s"
            + " for thread runnel prefetch feeder, which was told to stop");
  }

  /** Each close in a chain of them waits for the next, and only the last knows why. */
  @Test
  void tellsOncePerCauseHoweverManyWait() throws Exception {
    Runnel<Integer> stream = Runnel.of(1, 2).map(this::ignoresTheInterrupt).prefetch(2);
    Runnel<Integer> twice = noted(stream).prefetch(2);
    Runnel<Integer> mapped = noted(twice).parEvalMap(2, i -> i);
    Runnel<Integer> merged = noted(mapped).merge(Runnel.empty());
    warnsOf(untilStuck(merged), 4, "closing runnel prefetch has waited for 10 s for thread");
  }

  @Test
  void tellsOfASlowRelease() throws Exception {
    warnsOf(
        Runnel.using(() -> "", _ -> Runnel.of(1, 2), (_, _) -> waits()).prefetch(1), 2,
        "an acquire or a release has run for 10 s on thread runnel prefetch feeder");
  }

  @Test
  void tellsOfASlowReleaseOnTheCallersThread() throws Exception {
    warnsOf(
        Runnel.using(() -> "", _ -> Runnel.of(1, 2), (_, _) -> waits()), 1,
        "an acquire or a release has run for 10 s on thread ");
  }

  @Test
  void tellsOfASlowAcquire() throws Exception {
    warnsOf(
        Runnel.using(
            () -> {
              waits();
              return "";
            },
            _ -> Runnel.of(1, 2),
            (_, _) -> {}),
        1,
        "an acquire or a release has run for 10 s on thread ");
  }

  @Test
  void namesWhoPullsAnOpenCursorThatAnotherThreadCloses() throws Exception {
    CountDownLatch opened = new CountDownLatch(1);
    OpenCursor<?>[] cursor = new OpenCursor<?>[1];
    Running pulling =
        Running.platform(
            () -> clock.during(
                () -> {
                  cursor[0] = Runnel.of(2).map(this::ignoresTheInterrupt).open();
                  opened.countDown();
                  try {
                    return cursor[0].next();
                  } catch (IllegalStateException closed) {
                    return null;
                  }
                }));
    opened.await();
    stuck.await();
    Running closing = Running.virtual(cursor[0]::close);
    checkWarnings(1, "closing an open cursor has waited for 10 s for thread ");
    closing.join();
    pulling.join();
  }

  @Test
  void leavesNothingInTheTimerWhenTheCloseIsFast() throws Exception {
    clock.during(() -> Runnel.range(0, 10).prefetch(2).parEvalMap(2, i -> i).take(3).toList());
    assertEquals(0, clock.waiting());
    assertEquals("", log());
  }

  /** Notes the thread that pulls, which is to be seen waiting before the time moves on. */
  private Runnel<Integer> noted(Runnel<Integer> stream) {
    return stream.tap(_ -> pulling.add(Thread.currentThread()));
  }

  /** Has the consumer take no further element before what is above is stuck. */
  private Runnel<Integer> untilStuck(Runnel<Integer> stream) {
    return stream.tap(_ -> stuck.await());
  }

  /** Runs {@code stream}, which sticks when it is closed after one element, at so many places. */
  private void warnsOf(Runnel<Integer> stream, int places, String warning) throws Exception {
    Running run = Running.virtual(() -> clock.during(() -> stream.take(1).toList()));
    stuck.await();
    checkWarnings(places, warning);
    run.join();
    assertEquals(0, clock.waiting());
    assertEquals(0, TaskScope.liveThreads());
  }

  /** Checks what is told once so many wait, so that their first warnings fall due at once. */
  private void checkWarnings(int places, String warning) throws Exception {
    clock.awaitWaiting(places);
    Await.until(
        () -> pulling.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
    clock.advance(WARN_AFTER.minusNanos(1));
    assertEquals("", log());
    clock.advance(Duration.ofNanos(1));
    assertTrue(log().contains(warning), log());
    assertTrue(log().contains(SlowCloseTest.class.getName() + ".waits("), log());
    assertEquals(1, warnings(), log());
    clock.advance(WARN_AFTER); // the gap has doubled
    assertEquals(1, warnings(), log());
    clock.advance(WARN_AFTER);
    assertEquals(2, warnings(), log());
    assertTrue(log().contains(" for 30 s "), log());
    goOn.countDown();
  }

  private long warnings() {
    return Pattern.compile("WARN").matcher(log()).results().count();
  }

  private String log() {
    return log.toString(StandardCharsets.UTF_8);
  }

  private Integer ignoresTheInterrupt(int element) {
    if (element == 2) {
      waits();
    }
    return element;
  }

  /** Waits, whoever interrupts. */
  private void waits() {
    stuck.countDown();
    boolean interrupted = false;
    while (goOn.getCount() > 0) {
      try {
        goOn.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
