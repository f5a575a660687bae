package dev.runnel.internal.scope;

/** Starts threads, and awaits them when it is closed. */
public interface Forks extends AutoCloseable {

  /**
   * Starts a virtual thread.
   *
   * @param name the thread's name
   * @param body what it runs; what it throws goes to the thread's uncaught-exception handler
   */
  void fork(String name, Runnable body);

  /** Waits uninterruptibly until all that was forked has ended. */
  @Override
  void close();
}
