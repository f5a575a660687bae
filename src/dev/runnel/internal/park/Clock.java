package dev.runnel.internal.park;

import java.time.Duration;

/** Where the time comes from: the system's clock, or one that a test moves by hand. */
public interface Clock {

  /** Bound by a test around a run to give that run, and what it starts, a clock of its own. */
  ScopedValue<Clock> OVERRIDE = ScopedValue.newInstance();

  /**
   * Returns the clock for a run that starts on this thread now.
   *
   * @return the bound clock, else the system's
   */
  static Clock current() {
    return OVERRIDE.orElse(SystemClock.INSTANCE);
  }

  /**
   * Reads the time.
   *
   * @return nanoseconds from an arbitrary origin, monotonic
   */
  long nanoTime();

  /**
   * Waits for a time.
   *
   * @param time how long; nothing is waited for if it is not positive
   * @throws InterruptedException if the thread is interrupted before or meanwhile
   */
  void sleep(Duration time) throws InterruptedException;

  /**
   * Runs an action after a delay, on a thread of the clock's: it must be short and must not wait.
   *
   * @param delay how long from now
   * @param action what to run
   * @return by which the action is called off
   */
  Alarm schedule(Duration delay, Runnable action);

  /**
   * As {@link #schedule}, for an action that is nearly always called off long before its time: it
   * need not cost an entry of the timer.
   *
   * @param delay how long from now
   * @param action what to run
   * @return by which the action is called off
   */
  default Alarm remind(Duration delay, Runnable action) {
    return schedule(delay, action);
  }

  /** An action that waits for its time. */
  @FunctionalInterface
  interface Alarm {
    /** Calls the action off, unless it has begun. */
    void cancel();
  }
}
