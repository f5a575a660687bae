package dev.runnel.internal.park;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Alarms that are nearly always called off: all of them share one entry of the timer. */
final class Reminders {
  /*
   * Idea        Reminders wait in a set. One tick is set on the clock, for no later than the first
   *             of them is due; it runs what is due, and sets the next if any still wait.
   * Invariants  I1  while a reminder waits, a tick is set for its time or earlier, or one is being
   *                 run that will see it, or its add is about to set one.
   * Ordering    add: put into the set, then read the tick.  run: take the tick away, then read the
   *             set. Both are sequentially consistent, so one of the two sees the other.
   * Progress    lock-free; a tick that was overtaken by an earlier one finds nothing due.
   * Checked by  RemindersTest
   */
  private static final long FAR_NANOS = Long.MAX_VALUE / 4;

  private final Clock clock;
  private final Set<Reminder> waiting = ConcurrentHashMap.newKeySet();
  private final AtomicReference<@Nullable Tick> next = new AtomicReference<>();

  Reminders(Clock clock) {
    this.clock = clock;
  }

  Clock.Alarm add(Duration delay, Runnable action) {
    long nanos = Math.min(TimeUnit.NANOSECONDS.convert(delay), FAR_NANOS);
    Reminder reminder = new Reminder(clock.nanoTime() + nanos, action);
    waiting.add(reminder); // before the tick is read: I1
    tickBy(reminder.at);
    return reminder;
  }

  private void tickBy(long at) {
    for (;;) {
      Tick set = next.get();
      if (set != null && set.at - at <= 0) {
        return;
      }
      Tick tick = new Tick(at);
      if (next.compareAndSet(set, tick)) {
        Object _ = clock.schedule(Duration.ofNanos(at - clock.nanoTime()), tick);
        return;
      }
    }
  }

  private final class Tick implements Runnable {
    private final long at;

    Tick(long at) {
      this.at = at;
    }

    @Override
    public void run() {
      next.compareAndSet(this, null); // before the set is read: I1
      long now = clock.nanoTime();
      Reminder first = null;
      for (Reminder reminder : waiting) {
        if (reminder.at - now <= 0) {
          reminder.run();
        } else if (first == null || reminder.at - first.at < 0) {
          first = reminder;
        }
      }
      if (first != null) {
        tickBy(first.at);
      }
    }
  }

  private final class Reminder implements Clock.Alarm {
    private final long at;
    private final Runnable action;

    Reminder(long at, Runnable action) {
      this.at = at;
      this.action = action;
    }

    void run() {
      if (waiting.remove(this)) {
        try {
          action.run();
        } catch (Throwable t) {
          Uncaught.report(t); // the others are due too
        }
      }
    }

    @Override
    public void cancel() {
      waiting.remove(this);
    }
  }
}
