package dev.runnel.internal.park;

import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The system's clock; alarms are kept by the JDK's common pool, whose timer serves the whole VM.
 */
final class SystemClock implements Clock {
  static final SystemClock INSTANCE = new SystemClock();

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
    Future<?> future = ForkJoinPool.commonPool().schedule(action, nanos, TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }
}
