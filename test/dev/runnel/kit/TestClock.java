package dev.runnel.kit;

import dev.runnel.internal.park.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A clock that a test moves by hand. Bind it by {@link Clock#OVERRIDE} around the run; wait by
 * {@link #awaitWaiting} until the run has come to wait for the time, then {@link #advance}.
 *
 * <p>One made by {@link #leaping} moves by itself: a sleeper does not wait, the time leaps over its
 * sleep. So a single thread can run through all its back-offs, and {@link #slept} tells them.
 */
public final class TestClock implements Clock {
  private final boolean leaping;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Wait> waits = new ArrayList<>();
  private final List<Duration> slept = new ArrayList<>();
  private long now;

  /** Something that waits for a time: a sleeper, without an action, or an alarm. */
  private record Wait(long at, Runnable action) {
    boolean is(Wait other) {
      return this == other;
    }
  }

  private static final Runnable SLEEPER = () -> {};

  private TestClock(boolean leaping) {
    this.leaping = leaping;
  }

  /** A clock that stands still until it is advanced. */
  public static TestClock still() {
    return new TestClock(false);
  }

  /** A clock that leaps over every sleep. */
  public static TestClock leaping() {
    return new TestClock(true);
  }

  /** What a test does under a clock. */
  @FunctionalInterface
  public interface Body<R> {
    R run() throws Exception;
  }

  /** Runs {@code body} with this clock bound, so that the runs it starts have it. */
  public <R> R during(Body<R> body) throws Exception {
    return ScopedValue.where(OVERRIDE, this).call(body::run);
  }

  @Override
  public long nanoTime() {
    lock.lock();
    try {
      return now;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (!time.isPositive()) {
        return;
      }
      slept.add(time);
      long nanos = TimeUnit.NANOSECONDS.convert(time);
      if (leaping) {
        leapTo(now + nanos);
        return;
      }
      Wait wait = add(new Wait(now + nanos, SLEEPER));
      try {
        while (now < wait.at) {
          changed.await();
        }
      } finally {
        remove(wait);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Alarm schedule(Duration delay, Runnable action) {
    lock.lock();
    try {
      Wait wait = add(new Wait(now + TimeUnit.NANOSECONDS.convert(delay), action));
      return () -> {
        lock.lock();
        try {
          remove(wait);
        } finally {
          lock.unlock();
        }
      };
    } finally {
      lock.unlock();
    }
  }

  /** Waits until {@code count} sleepers and alarms, or more, wait for the time. */
  public void awaitWaiting(int count) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (waits.size() < count) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Moves the time on; the alarms that fall due run here, in the order of their times. */
  public void advance(Duration time) {
    lock.lock();
    try {
      leapTo(now + TimeUnit.NANOSECONDS.convert(time));
    } finally {
      lock.unlock();
    }
  }

  /** Every sleep so far, in the order in which they began. */
  public List<Duration> slept() {
    lock.lock();
    try {
      return List.copyOf(slept);
    } finally {
      lock.unlock();
    }
  }

  /** The sleepers and alarms that wait now. */
  public int waiting() {
    lock.lock();
    try {
      return waits.size();
    } finally {
      lock.unlock();
    }
  }

  private void leapTo(long target) {
    for (Wait due = nextAlarm(target); due != null; due = nextAlarm(target)) {
      now = Math.max(now, due.at);
      remove(due);
      due.action.run();
    }
    now = Math.max(now, target);
    changed.signalAll();
  }

  private Wait nextAlarm(long target) {
    return waits.stream()
        .filter(wait -> wait.action != SLEEPER && wait.at <= target)
        .min(Comparator.comparingLong(Wait::at))
        .orElse(null);
  }

  private Wait add(Wait wait) {
    waits.add(wait);
    changed.signalAll();
    return wait;
  }

  private void remove(Wait wait) {
    waits.removeIf(wait::is);
    changed.signalAll();
  }
}
