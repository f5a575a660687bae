package dev.runnel.internal.stage;

import dev.runnel.internal.park.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns, at growing intervals, of user code that the library has to wait for: code that does not
 * heed its interrupt while a close awaits it, and an acquire or a release, which nothing cuts
 * short. Costs an object and a reminder while it is open, and no entry of a timer.
 */
final class Patience implements Runnable, AutoCloseable {
  /** The system property, read once: seconds before the first warning; 0 is never. */
  static final String PROPERTY = "dev.runnel.warnAfterSeconds";

  private static final Logger LOG = LoggerFactory.getLogger(Patience.class);
  private static final Duration WARN_AFTER = Duration.ofSeconds(Long.getLong(PROPERTY, 10));

  private final Clock clock;
  private final String action;
  private final Supplier<? extends Collection<Thread>> awaited;
  private final boolean shielded;
  private final long begin;

  /** How long from one warning to the next; by whoever runs the reminders, one after another. */
  private Duration gap = WARN_AFTER;

  private final Clock.@Nullable Alarm first;

  /** Set by a reminder that sets another. */
  private volatile Clock.@Nullable Alarm again;

  private volatile boolean over;

  private Patience(
      Clock clock,
      String action,
      boolean shielded,
      Supplier<? extends Collection<Thread>> awaited) {
    this.clock = clock;
    this.action = action;
    this.shielded = shielded;
    this.awaited = awaited;
    this.begin = clock.nanoTime();
    this.first = WARN_AFTER.isPositive() ? clock.remind(WARN_AFTER, this) : null;
  }

  /**
   * Watches a wait for threads that were told to stop; to be closed when it is over.
   *
   * @param name what waits, such as a stage that is being closed
   * @param awaited gives the threads that have not ended; called on any thread
   */
  static Patience untilEnded(
      Clock clock, String name, Supplier<? extends Collection<Thread>> awaited) {
    return new Patience(clock, "closing " + name, false, awaited);
  }

  /** Watches what the current thread is about to run under a shield. */
  static Patience shielded(Clock clock) {
    List<Thread> current = List.of(Thread.currentThread());
    return new Patience(clock, "an acquire or a release", true, () -> current);
  }

  /** Warns, unless each thread is watched more closely by another. */
  @Override
  public void run() {
    if (over) {
      return;
    }
    Duration waited = Duration.ofNanos(clock.nanoTime() - begin);
    for (Thread thread : awaited.get()) {
      StackTop top = StackTop.of(thread);
      if (!top.waitsInLibrary() && (shielded || !top.shielded())) {
        warn(waited, thread, top);
      }
    }
    gap = gap.multipliedBy(2);
    again = clock.remind(gap, this);
    if (over) { // read after the write of again, as close reads again after the write of over
      cancel(again);
    }
  }

  @Override
  public void close() {
    over = true;
    cancel(first);
    cancel(again);
  }

  private void warn(Duration waited, Thread thread, StackTop top) {
    String name = thread.getName().isEmpty() ? thread.toString() : thread.getName();
    LOG.warn(
        shielded
            ? "{} has run for {} s on thread {}; it is not interrupted{}"
            : "{} has waited for {} s for thread {}, which was told to stop{}",
        action,
        waited.toSeconds(),
        name,
        top.frames());
  }

  private static void cancel(Clock.@Nullable Alarm alarm) {
    if (alarm != null) {
      alarm.cancel();
    }
  }
}
