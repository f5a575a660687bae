package dev.runnel.kit;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/** Virtual threads that are started and joined inside one call of a benchmark. */
public final class Crew {
  private final Thread[] threads;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** What a thread does. */
  @FunctionalInterface
  public interface Task {

    /** Does it. */
    void run() throws Exception;
  }

  private Crew(Task... tasks) {
    threads = Arrays.stream(tasks)
        .map(task -> Thread.ofVirtual().unstarted(() -> attempt(task)))
        .toArray(Thread[]::new);
  }

  /** Runs the tasks, each on a thread of its own; the first that fails interrupts the others. */
  public static void run(Task... tasks) throws InterruptedException {
    Crew crew = new Crew(tasks);
    for (Thread thread : crew.threads) {
      thread.start();
    }
    for (Thread thread : crew.threads) {
      thread.join();
    }
    Throwable failure = crew.failure.get();
    if (failure != null) {
      throw new AssertionError("a thread of the benchmark has failed", failure);
    }
  }

  private void attempt(Task task) {
    try {
      task.run();
    } catch (Throwable e) {
      if (failure.compareAndSet(null, e)) {
        for (Thread thread : threads) {
          thread.interrupt();
        }
      }
    }
  }
}
