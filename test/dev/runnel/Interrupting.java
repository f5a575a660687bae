package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Checks that a run that would not end by itself ends when its thread is interrupted. */
final class Interrupting {
  private Interrupting() {}

  /** Makes the stream to run; it has to run the hook it is given, at least once, while it runs. */
  @FunctionalInterface
  interface Making {
    Runnel<?> around(Runnable hook);
  }

  static void whileRunning(Making making) throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    FutureTask<Throwable> run =
        new FutureTask<>(
            () -> assertThrows(
                InterruptedException.class, making.around(running::countDown)::drain));
    Thread thread = Thread.ofVirtual().start(run);
    running.await();
    thread.interrupt();
    run.get(30, TimeUnit.SECONDS);
  }
}
