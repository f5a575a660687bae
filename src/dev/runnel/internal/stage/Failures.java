package dev.runnel.internal.stage;

import java.util.Arrays;

/** How one failure is noted on another. */
public final class Failures {
  private Failures() {}

  /**
   * Adds {@code other} to what {@code primary} suppresses: never an exception to itself, never one
   * twice, so that an exception object shared by many runs does not grow.
   *
   * @param primary the failure that is thrown
   * @param other the failure that would be lost otherwise
   */
  public static void suppress(Throwable primary, Throwable other) {
    if (primary == other || other.getCause() == primary) {
      return;
    }
    synchronized (primary) { // the monitor that addSuppressed itself takes
      if (Arrays.stream(primary.getSuppressed()).noneMatch(known -> known == other)) {
        primary.addSuppressed(other);
      }
    }
  }

  /**
   * Adds a marker with the stack of the current thread to a failure that another thread threw, unless
   * it has one already.
   *
   * @param failure what the run is about to throw
   * @param run the name of the terminal operation
   */
  public static void markCallSite(Throwable failure, String run) {
    synchronized (failure) {
      if (Arrays.stream(failure.getSuppressed()).noneMatch(CallSite.class::isInstance)) {
        failure.addSuppressed(new CallSite(run));
      }
    }
  }

  /** Not thrown: its stack trace shows where the run was started whose failure it is found on. */
  static final class CallSite extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CallSite(String run) {
      super("thrown on another thread; " + run + "() was called here");
    }
  }
}
