package dev.runnel.kit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.park.Waiter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StallDetectorTest {
  private static final Duration BRIEF = Duration.ofMillis(20);

  private final Waiter waiter = new Waiter();
  private final AtomicBoolean goOn = new AtomicBoolean();

  @Test
  void failsWithADumpWhenAllThreadsAreParkedForGood() throws Exception {
    Path dump = Path.of("target", "stalls", "a stall.json").toAbsolutePath();
    Files.deleteIfExists(dump);
    Running parked = Running.virtual(this::waitsInTheLibrary);
    AssertionError stall =
        assertThrows(
            AssertionError.class,
            () -> StallDetector.guard("a stall", BRIEF, new CountDownLatch(1)::await));
    assertTrue(stall.getMessage().contains("StallDetectorTest.waitsInTheLibrary"),
        stall.getMessage());
    assertTrue(stall.getSuppressed()[0] instanceof InterruptedException);
    assertTrue(Files.readString(dump).contains("\"threadContainers\""));
    letGo(parked);
    Files.delete(dump);
  }

  @Test
  void findsNoStallWhileAThreadCanGoOn() throws Exception {
    Running parked = Running.virtual(this::waitsInTheLibrary).awaitWaiting();
    Running busy =
        Running.platform(
            () -> {
              while (!goOn.get()) {
                Thread.onSpinWait();
              }
            });
    assertFalse(StallDetector.stalled(StallDetector.look()));
    letGo(parked);
    busy.join();
  }

  @Test
  void findsNoStallWhileAThreadWaitsForATime() throws Exception {
    Running parked = Running.virtual(this::waitsInTheLibrary).awaitWaiting();
    CountDownLatch over = new CountDownLatch(1);
    Running timed =
        Running.virtual(
            () -> {
              boolean _ = over.await(1, TimeUnit.HOURS);
            });
    Await.until(() -> timed.thread().getState() == Thread.State.TIMED_WAITING);
    assertFalse(StallDetector.stalled(StallDetector.look()));
    over.countDown();
    timed.join();
    letGo(parked);
  }

  @Test
  void takesNoNoticeOfThreadsOutsideTheLibrary() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    Running waiting = Running.virtual(over::await).awaitWaiting();
    List<StallDetector.Seen> seen = StallDetector.look();
    assertFalse(StallDetector.stalled(seen), seen.toString());
    over.countDown();
    waiting.join();
  }

  private void waitsInTheLibrary() {
    waiter.awaitUninterruptibly(goOn::get);
  }

  private void letGo(Running parked) throws Exception {
    goOn.set(true);
    waiter.signal();
    parked.join();
  }
}
