package dev.runnel.kit;

/** The thread that runs a stream; the constants are named as values of JMH's parameters are. */
public enum Caller {
  /** A virtual thread, as in a service, that is started and joined inside the call. */
  virtual,

  /** The thread of JMH, a platform thread. */
  platform;

  /** What is called. */
  @FunctionalInterface
  public interface Work {

    /** Does it and returns what shows that it was done. */
    long run() throws Exception;
  }

  /** Does the work on this thread. */
  public long call(Work work) throws Exception {
    if (this == platform) {
      return work.run();
    }
    long[] result = new long[1];
    Crew.run(() -> result[0] = work.run());
    return result[0];
  }
}
