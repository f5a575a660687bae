package dev.runnel;

/**
 * Carries a checked exception out of a terminal operation: the cause is what user code threw.
 * Unchecked exceptions and errors are never wrapped, and one of these never holds another.
 */
public final class RunnelException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Wraps a checked exception.
   *
   * @param cause what user code threw
   */
  RunnelException(Throwable cause) {
    super(cause);
  }
}
