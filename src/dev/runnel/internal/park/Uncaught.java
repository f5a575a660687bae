package dev.runnel.internal.park;

/** Where a throwable goes that nobody is there to catch. */
public final class Uncaught {
  private Uncaught() {}

  /**
   * Gives a throwable to the current thread's uncaught-exception handler. As when the VM does so,
   * what the handler throws is ignored.
   *
   * @param thrown what was thrown
   */
  public static void report(Throwable thrown) {
    Thread current = Thread.currentThread();
    try {
      current.getUncaughtExceptionHandler().uncaughtException(current, thrown);
    } catch (Throwable ignored) {
      // the handler was the last resort
    }
  }
}
