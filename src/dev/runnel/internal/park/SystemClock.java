package dev.runnel.internal.park;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The system's clock. Alarms run on the one timer thread of the JDK, which serves the whole VM; not
 * in the common pool, whose threads may all be busy.
 */
final class SystemClock implements Clock {
  static final SystemClock INSTANCE = new SystemClock();

  private final Reminders reminders = new Reminders(this);

  private SystemClock() {}

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    Thread.sleep(time);
  }

  @Override
  public Alarm schedule(Duration delay, Runnable action) {
    long nanos = TimeUnit.NANOSECONDS.convert(delay); // saturates, so that any duration is allowed
    CompletableFuture<@Nullable Void> due = new CompletableFuture<>();
    Object _ = due.thenRun(action);
    Object _ = due.completeOnTimeout(null, nanos, TimeUnit.NANOSECONDS);
    return () -> due.cancel(false);
  }

  @Override
  public Alarm remind(Duration delay, Runnable action) {
    return reminders.add(delay, action);
  }
}
