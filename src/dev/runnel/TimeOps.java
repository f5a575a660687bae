package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.StageSettings;
import dev.runnel.internal.stage.Stages;
import java.time.Duration;

/** Operators that know the time. */
sealed interface TimeOps<T> permits Runnel {

  /**
   * Fails unless upstream ends within {@code time} from the start of the run.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> at most 2 elements are pulled and not handed down
   * yet.
   *
   * <p><b>Threads</b> one feeder, which opens, pulls and closes what is upstream, so that it can be
   * interrupted; it ends before the run does. <b>Interruption</b> an interrupt of the pulling
   * thread ends its wait with an {@link InterruptedException}; it is never taken for the time-out.
   *
   * <p><b>Failure</b> when the time is over, what runs upstream is interrupted, and a {@link
   * RunnelTimeoutException} that says what was running follows the elements that were there.
   * Finalisers are not cut short. A function downstream that is running is not interrupted.
   *
   * <p><b>Cost</b> a thread and a timer's entry per run.
   *
   * {@snippet class=dev.runnel.TimeoutTest region=example}
   *
   * @param time how long upstream may take, from the opening of the run to its end
   * @return a stream of the same elements
   * @throws IllegalArgumentException if {@code time} is not positive, before anything runs
   * @throws NullPointerException if {@code time} is null
   */
  default Runnel<T> timeout(Duration time) {
    requireNonNull(time, "time");
    if (!time.isPositive()) {
      throw new IllegalArgumentException("time must be > 0, was " + time);
    }
    Runnel<T> self = (Runnel<T>) this;
    StageSettings settings = StageOptions.defaults().withBuffer(1).settings("timeout");
    return new Runnel<>(
        segment -> new BoundaryCursor<>(segment, Stages.timeout(
            segment,
            BoundaryCursor.source(self),
            settings,
            time,
            running -> new RunnelTimeoutException(
                "not ended within " + time + "; running: " + running))),
        true);
  }
}
