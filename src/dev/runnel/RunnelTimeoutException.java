package dev.runnel;

/** Thrown by a run that did not end within the time given to {@link Runnel#timeout}. */
public final class RunnelTimeoutException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the failure of a run that took too long.
   *
   * @param message the time, and what was running when it was over
   */
  RunnelTimeoutException(String message) {
    super(message);
  }
}
