package dev.runnel.internal.scope;

/** Starts threads that somebody awaits. */
@FunctionalInterface
public interface Forks {

  /**
   * Starts a virtual thread.
   *
   * @param name the thread's name
   * @param body what it runs; what it throws goes to the thread's uncaught-exception handler
   */
  void fork(String name, Runnable body);
}
