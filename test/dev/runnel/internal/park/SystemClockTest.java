package dev.runnel.internal.park;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import dev.runnel.kit.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SystemClockTest {
  private final Clock clock = SystemClock.INSTANCE;

  @Test
  void isTheClockUnlessATestBindsAnother() throws Exception {
    assertSame(SystemClock.INSTANCE, Clock.current());
    TestClock still = TestClock.still();
    assertSame(still, still.during(Clock::current));
  }

  @Test
  void sleepsAtLeastTheTime() throws Exception {
    long begin = clock.nanoTime();
    clock.sleep(Duration.ofMillis(2));
    assertTrue(clock.nanoTime() - begin >= 2_000_000);
    clock.sleep(Duration.ZERO);
    clock.sleep(Duration.ofSeconds(-1));
  }

  @Test
  void interruptEndsASleepOfAnyLength() throws Exception {
    AtomicBoolean begun = new AtomicBoolean();
    Running sleeping = Running.virtual(() -> {
      begun.set(true);
      assertThrows(InterruptedException.class,
          () -> clock.sleep(Duration.ofSeconds(Long.MAX_VALUE)));
      assertFalse(Thread.interrupted());
    });
    while (!begun.get()) {
      Thread.yield();
    }
    sleeping.thread().interrupt();
    sleeping.join();
  }

  @Test
  void runsAnAlarmAtItsTime() throws Exception {
    CountDownLatch rung = new CountDownLatch(2);
    long begin = clock.nanoTime();
    clock.schedule(Duration.ofMillis(1), rung::countDown);
    clock.schedule(Duration.ZERO, rung::countDown);
    rung.await();
    assertTrue(clock.nanoTime() - begin >= 1_000_000);
  }

  @Test
  void runsAnAlarmWhileTheCommonPoolIsBusy() throws Exception {
    CountDownLatch rung = new CountDownLatch(1);
    ForkJoinPool pool = ForkJoinPool.commonPool();
    List<Future<?>> busy = new ArrayList<>();
    for (int i = 0; i < 2 * pool.getParallelism() + 2; i++) {
      busy.add(pool.submit(() -> {
        while (rung.getCount() > 0) {
          Thread.onSpinWait();
        }
      }));
    }
    clock.schedule(Duration.ofMillis(1), rung::countDown);
    rung.await();
    for (Future<?> task : busy) {
      task.get();
    }
  }

  @Test
  void runsNoAlarmThatIsCalledOff() throws Exception {
    AtomicBoolean rung = new AtomicBoolean();
    Clock.Alarm never = clock.schedule(Duration.ofSeconds(Long.MAX_VALUE), () -> rung.set(true));
    Clock.Alarm calledOff;
    long begin;
    do { // until this thread was not held up for so long that the alarm may have come first
      rung.set(false);
      begin = clock.nanoTime();
      calledOff = clock.schedule(Duration.ofMillis(20), () -> rung.set(true));
      calledOff.cancel();
    } while (clock.nanoTime() - begin >= 20_000_000);
    CountDownLatch later = new CountDownLatch(1);
    clock.schedule(Duration.ofMillis(40), later::countDown);
    later.await();
    assertFalse(rung.get());
    never.cancel();
    calledOff.cancel();
  }
}
