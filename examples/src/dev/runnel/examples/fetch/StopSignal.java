package dev.runnel.examples.fetch;

import module java.base;

/**
 * Turns Ctrl-C into an interrupt of the thread that runs, and lets the program go on until that
 * thread has ended its work in order.
 */
final class StopSignal implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 10;

  private final CountDownLatch ended = new CountDownLatch(1);

  /** From now on a signal to stop interrupts {@code runner}. */
  StopSignal(Thread runner) {
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .unstarted(
                    () -> {
                      if (ended.getCount() > 0) {
                        runner.interrupt();
                        await();
                      }
                    }));
  }

  private void await() {
    try {
      if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("fetch: still busy after " + PATIENCE_SECONDS + " s, ended by force");
      }
    } catch (InterruptedException _) {
      // nobody interrupts the hook
    }
  }

  /** Tells that the work has ended. */
  @Override
  public void close() {
    ended.countDown();
  }
}
