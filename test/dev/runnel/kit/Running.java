package dev.runnel.kit;

import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A thread of a test's own, whose failure comes out of {@link #join}. */
public final class Running {
  private final FutureTask<Void> task;
  private final Thread thread;

  /** What the thread does. */
  @FunctionalInterface
  public interface Body {
    void run() throws Exception;
  }

  private Running(Thread.Builder builder, Body body) {
    task = new FutureTask<>(() -> {
      body.run();
      return null;
    });
    thread = builder.start(task);
  }

  public static Running virtual(Body body) {
    return new Running(Thread.ofVirtual(), body);
  }

  public static Running platform(Body body) {
    return new Running(Thread.ofPlatform().daemon(), body);
  }

  /** A virtual or a platform thread, as the dice fall. */
  public static Running either(Random random, Body body) {
    return random.nextBoolean() ? virtual(body) : platform(body);
  }

  public Thread thread() {
    return thread;
  }

  /** Waits until the thread waits, for anything. */
  public Running awaitWaiting() {
    while (thread.getState() != Thread.State.WAITING) {
      if (task.isDone()) {
        throw new AssertionError("the thread has ended and never waited");
      }
      Thread.yield();
    }
    return this;
  }

  /** Waits until the thread has ended, and throws what it threw. */
  public void join() throws Exception {
    try {
      task.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case Exception x -> throw x;
        case Error x -> throw x;
        default -> throw e;
      }
    }
    thread.join();
  }

  /** Passes a short time or none, so that threads meet in many ways. */
  public static void pause(Random random) {
    switch (random.nextInt(8)) {
      case 0 -> Thread.yield();
      case 1, 2 -> {
        for (int i = random.nextInt(200); i > 0; i--) {
          Thread.onSpinWait();
        }
      }
      default -> {
        // most often nothing: full speed
      }
    }
  }
}
