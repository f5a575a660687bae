package dev.runnel.internal.stage;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How one failure is noted on another. */
public final class Failures {
  private Failures() {}

  /**
   * Adds {@code other} to what {@code primary} suppresses: never an exception to itself or to its
   * own cause, never one twice, so that an exception object shared by many runs does not grow.
   *
   * @param primary the failure that is thrown
   * @param other the failure that would be lost otherwise
   */
  public static void suppress(Throwable primary, Throwable other) {
    if (primary == other || causeOf(other) == primary || causeOf(primary) == other) {
      return;
    }
    synchronized (primary) { // the monitor that addSuppressed itself takes
      if (Arrays.stream(primary.getSuppressed()).noneMatch(known -> known == other)) {
        primary.addSuppressed(other);
      }
    }
  }

  /** An exception of the user's may override what tells its cause by something that throws. */
  private static @Nullable Throwable causeOf(Throwable failure) {
    try {
      return failure.getCause();
    } catch (Throwable t) {
      return null;
    }
  }

  /**
   * Adds a marker to a failure that another thread threw, unless it has one already.
   *
   * @param failure what the run has failed with
   * @param site where the run was started
   * @param origin the stage in which it was thrown, or null
   */
  public static void markCallSite(
      Throwable failure, CallSite site, @Nullable StageSettings origin) {
    synchronized (failure) {
      if (Arrays.stream(failure.getSuppressed()).noneMatch(CallSite.class::isInstance)) {
        failure.addSuppressed(site.of(origin));
      }
    }
  }

  /**
   * Tells whether what was thrown is an answer to our interrupt that says nothing else; one that
   * suppresses failures keeps them.
   *
   * @param thrown what interrupted user code threw
   * @return whether it need not be told of
   */
  public static boolean bareInterrupt(Throwable thrown) {
    return thrown instanceof InterruptedException && thrown.getSuppressed().length == 0;
  }

  /**
   * Keeps the first of several failures, with the others suppressed on it.
   *
   * @param first the failure so far, or null
   * @param next one more
   * @return the failure so far
   */
  public static Throwable first(@Nullable Throwable first, Throwable next) {
    if (first == null) {
      return next;
    }
    suppress(first, next);
    return first;
  }

  /**
   * Throws a failure as it is.
   *
   * @param failure what to throw; null is nothing
   * @throws Exception the failure; what is no exception is thrown too
   */
  public static void rethrow(@Nullable Throwable failure) throws Exception {
    if (failure != null) {
      throw Failures.<Exception>raw(failure);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> X raw(Throwable failure) throws X {
    throw (X) failure;
  }

  /** An action that may throw. */
  @FunctionalInterface
  public interface Action {
    /**
     * Acts.
     *
     * @throws Exception what it fails with
     */
    void run() throws Exception;
  }

  /**
   * Runs two actions, the second whatever the first throws; the later failure is suppressed on the
   * earlier one.
   *
   * @param first what to run first
   * @param second what to run then
   * @throws Exception what one of them threw
   */
  public static void both(Action first, Action second) throws Exception {
    try {
      first.run();
    } catch (Throwable t) {
      afterwards(t, second);
      throw t;
    }
    second.run();
  }

  /**
   * Runs an action after a failure that is thrown then; what the action throws is suppressed on it.
   *
   * @param failure what was caught
   * @param second what to run all the same
   */
  public static void afterwards(Throwable failure, Action second) {
    try {
      second.run();
    } catch (Throwable t) {
      suppress(failure, t);
    }
  }

  /**
   * Not thrown: names the stage, and its stack trace shows where the run was started, of a failure
   * on which it is found; its cause shows where the stage was built, if that was noted.
   */
  public static final class CallSite extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String run;
    private @Nullable String stage;

    /**
     * Takes the stack of the current thread.
     *
     * @param run the name of the terminal operation
     */
    public CallSite(String run) {
      this.run = run;
    }

    private CallSite of(@Nullable StageSettings origin) {
      if (origin != null) {
        stage = origin.name();
        if (origin.builtAt() != null) {
          initCause(origin.builtAt());
        }
      }
      return this;
    }

    @Override
    public String getMessage() {
      String where = stage == null ? "" : ", in " + stage;
      return "thrown on another thread%s; %s() was called here".formatted(where, run);
    }
  }
}
