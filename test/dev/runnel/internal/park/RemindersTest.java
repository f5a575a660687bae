package dev.runnel.internal.park;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import dev.runnel.kit.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RemindersTest {
  private final TestClock clock = TestClock.still();
  private final Reminders reminders = new Reminders(clock);

  @Test
  void costsOneEntryOfTheTimerHoweverManyWait() {
    List<Clock.Alarm> alarms = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      alarms.add(reminders.add(Duration.ofSeconds(10 + i), () -> {}));
    }
    assertEquals(1, clock.waiting());
    alarms.forEach(Clock.Alarm::cancel);
    clock.advance(Duration.ofSeconds(10));
    assertEquals(0, clock.waiting(), "the tick found nothing and was the last");
  }

  @Test
  void runsEachAtItsTimeAndNoneThatWasCalledOff() {
    List<String> ran = new ArrayList<>();
    reminders.add(Duration.ofSeconds(30), () -> ran.add("third"));
    reminders.add(Duration.ofSeconds(10), () -> ran.add("first"));
    Clock.Alarm calledOff = reminders.add(Duration.ofSeconds(15), () -> ran.add("never"));
    reminders.add(Duration.ofSeconds(20), () -> ran.add("second"));
    calledOff.cancel();
    clock.advance(Duration.ofMillis(9_999));
    assertEquals(List.of(), ran);
    clock.advance(Duration.ofMillis(1));
    assertEquals(List.of("first"), ran);
    clock.advance(Duration.ofSeconds(10));
    assertEquals(List.of("first", "second"), ran);
    clock.advance(Duration.ofSeconds(10));
    assertEquals(List.of("first", "second", "third"), ran);
    assertEquals(0, clock.waiting());
  }

  @Test
  void goesOnWhenAnActionThrows() throws Exception {
    List<String> ran = new ArrayList<>();
    List<Throwable> reported = new ArrayList<>();
    reminders.add(Duration.ofSeconds(1), () -> {
      throw new IllegalStateException("action");
    });
    reminders.add(Duration.ofSeconds(2), () -> ran.add("next"));
    Running advancing = Running.platform(() -> {
      Thread.currentThread().setUncaughtExceptionHandler((_, t) -> reported.add(t));
      clock.advance(Duration.ofSeconds(1));
      clock.advance(Duration.ofSeconds(1));
    });
    advancing.join();
    assertEquals(List.of("next"), ran);
    assertEquals(1, reported.size());
  }

  @Test
  void waitsForATimeThatNeverComes() {
    Clock.Alarm never = reminders.add(Duration.ofSeconds(Long.MAX_VALUE), () -> {});
    clock.advance(Duration.ofDays(1));
    assertEquals(1, clock.waiting());
    never.cancel();
  }

  @Test
  void forgetsNoneThatIsAddedWhileOthersFallDue() {
    Seeds.each(40, this::storm);
  }

  private void storm(Random random) throws Exception {
    ConcurrentLinkedQueue<Integer> ran = new ConcurrentLinkedQueue<>();
    List<Running> adding = new ArrayList<>();
    AtomicBoolean added = new AtomicBoolean();
    for (int i = 0; i < 3; i++) {
      Random own = new Random(random.nextLong());
      adding.add(Running.either(random, () -> {
        for (int k = 0; k < 50; k++) {
          int id = k;
          reminders.add(Duration.ofNanos(own.nextInt(100)), () -> ran.add(id));
          Running.pause(own);
        }
      }));
    }
    Running advancing = Running.platform(() -> {
      while (!added.get()) {
        clock.advance(Duration.ofNanos(7));
      }
    });
    for (Running one : adding) {
      one.join();
    }
    added.set(true);
    advancing.join();
    clock.advance(Duration.ofNanos(100));
    assertEquals(150, ran.size());
    assertEquals(0, clock.waiting());
  }

  @Test
  void runsOnTheClockOfTheSystem() throws Exception {
    CountDownLatch rung = new CountDownLatch(2);
    long begin = System.nanoTime();
    Clock.Alarm never = SystemClock.INSTANCE.remind(Duration.ofDays(1), () -> {});
    SystemClock.INSTANCE.remind(Duration.ofMillis(2), rung::countDown);
    SystemClock.INSTANCE.remind(Duration.ofMillis(1), rung::countDown);
    rung.await();
    assertTrue(System.nanoTime() - begin >= 2_000_000);
    never.cancel();
  }
}
