package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.StageSettings;
import dev.runnel.internal.stage.Stages;

/** Operators that put a buffer between two threads. */
sealed interface BufferOps<T> permits Runnel {

  /**
   * Runs what is upstream on a thread of its own, up to {@code buffer + 1} elements ahead.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> at most {@code buffer + 1} elements are pulled
   * and not handed down yet; a feeder that has waited goes on when half of the buffer is free.
   *
   * <p><b>Threads</b> one feeder, which opens, pulls and closes what is upstream; it ends before
   * the run does. Upstream stays open until this stage is closed. <b>Interruption</b> an interrupt
   * of the pulling thread ends its wait with an {@link InterruptedException}. When the run stops
   * early, the feeder is interrupted and awaited.
   *
   * <p><b>Failure</b> elements that came before a failure of upstream are delivered, then the
   * failure.
   *
   * <p><b>Cost</b> a thread per run.
   *
   * {@snippet class=dev.runnel.PrefetchTest region=example}
   *
   * @param buffer how many elements may wait for the pulling thread
   * @return a stream of the same elements
   * @throws IllegalArgumentException if {@code buffer < 1}, before anything runs
   */
  default Runnel<T> prefetch(int buffer) {
    return prefetch(StageOptions.defaults().withBuffer(buffer));
  }

  /**
   * Runs what is upstream on a thread of its own, ahead by the buffer of the options and one; see
   * {@link #prefetch(int)}.
   *
   * @param options the buffer, the name
   * @return a stream of the same elements
   * @throws NullPointerException if {@code options} is null
   */
  default Runnel<T> prefetch(StageOptions options) {
    Runnel<T> self = (Runnel<T>) this;
    StageSettings settings = requireNonNull(options, "options").settings("prefetch");
    return new Runnel<>(
        segment -> new BoundaryCursor<>(segment,
            Stages.prefetch(segment, BoundaryCursor.source(self), settings)),
        true);
  }
}
