package dev.runnel;

import dev.runnel.internal.scope.TaskScope;
import java.util.List;
import java.util.concurrent.FutureTask;

/** Runs inside runs until the stack overflows; run by {@link TerminalTest} in a VM of its own. */
final class DeepRunsProbe {
  private static final int ROUNDS = 20;
  private static final int STACK_BYTES = 1 << 18;

  private DeepRunsProbe() {}

  public static void main(String[] args) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      for (ThrowingRunnable deep : List.<ThrowingRunnable>of(
          () -> runInside(), streamInside()::drain)) {
        FutureTask<String> run = new FutureTask<>(() -> outcome(deep));
        new Thread(null, run, "deep", STACK_BYTES).start();
        System.out.println(run.get() + ", threads left: " + TaskScope.liveThreads());
      }
    }
  }

  private static String outcome(ThrowingRunnable deep) {
    try {
      deep.run();
      return "ended";
    } catch (Throwable t) {
      return "thrown";
    }
  }

  private static void runInside() throws InterruptedException {
    Runnel.of(1).prefetch(1).forEach(_ -> runInside());
  }

  private static Runnel<Integer> streamInside() {
    return Runnel.of(1).prefetch(1).flatMap(_ -> streamInside());
  }
}
