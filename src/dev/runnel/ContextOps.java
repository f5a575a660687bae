package dev.runnel;

import static java.util.Objects.requireNonNull;

/** Operators that say what the threads of a run carry. */
sealed interface ContextOps<T> permits Runnel {

  /**
   * Puts a context of the thread that starts the run, such as that of logging, tracing or security,
   * on every thread that works above this operator.
   *
   * <p>Place it last, right before the terminal operation: then all that runs on other threads has
   * the context of the caller. Above a boundary it captures on the thread that drives its segment.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> one pull upstream for each pull.
   *
   * <p><b>Threads</b> captured once a run, before anything else, on the thread that opens it, with
   * {@link Runnel#start} on the thread that calls that. Installed on each feeder from the opening
   * of its source to its close, and around each call of a function on a worker, so that what one
   * call leaves behind does not reach the next. The thread that drives this operator has it
   * already. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> of the capture fails the run before anything is pulled; of an install or of
   * taking it off fails the stage, as the source or the function around which it is.
   *
   * <p><b>Cost</b> nothing but what the capture and the installs cost.
   *
   * {@snippet class=dev.runnel.WithContextTest region=example}
   *
   * @param capture takes the context
   * @return a stream of the same elements
   * @throws NullPointerException if {@code capture} is null
   */
  default Runnel<T> withContext(ContextCapture capture) {
    requireNonNull(capture, "capture");
    Runnel<T> self = (Runnel<T>) this;
    return new Runnel<>(new ContextOpener<>(self, capture), self.forks());
  }
}
