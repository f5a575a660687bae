package dev.runnel;

/**
 * Takes what belongs to the thread that starts a run, such as a logging, tracing or security
 * context, so that it can be put on the threads of the run; see {@link Runnel#withContext}.
 */
@FunctionalInterface
public interface ContextCapture {

  /**
   * Takes the context of the current thread; called once a run, on the thread that starts it.
   *
   * @return puts what was taken on other threads
   * @throws Exception to fail the run
   */
  Captured capture() throws Exception;

  /** What was taken. */
  @FunctionalInterface
  interface Captured {

    /**
     * Puts what was taken on the current thread; called on many threads at once.
     *
     * @return takes it off again, on the same thread
     * @throws Exception to fail the run
     */
    AutoCloseable install() throws Exception;
  }
}
