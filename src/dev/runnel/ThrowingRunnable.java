package dev.runnel;

/** An action that may throw and may block. */
@FunctionalInterface
public interface ThrowingRunnable {

  /**
   * Acts.
   *
   * @throws Exception to fail the run, or the call it is given to
   */
  void run() throws Exception;
}
