package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.StageSettings;
import dev.runnel.internal.stage.Stages;

/** Operators that run several streams at once into one. */
sealed interface MergeOps<T> permits Runnel {

  /**
   * Runs this stream and {@code other} at once and emits the elements of both as they come, with a
   * buffer of {@link Runnel#DEFAULT_BUFFER} for each; see {@link
   * Runnel#mergeAll(java.util.Collection, int)}.
   *
   * {@snippet class=dev.runnel.MergeTest region=example}
   *
   * @param other the stream to run beside this one
   * @return a stream of the elements of both
   * @throws NullPointerException if {@code other} is null
   */
  default Runnel<T> merge(Runnel<? extends T> other) {
    return Runnel.mergeAll((Runnel<T>) this, requireNonNull(other, "other"));
  }

  /**
   * Runs this stream and {@code other} at once and emits the elements of both as they come, until
   * this stream, the left one, ends. If {@code other} ends first, this one goes on alone.
   *
   * <p><b>Order</b> kept per stream, fair between them; all elements of this stream are emitted,
   * those of {@code other} that have not been by then are dropped. <b>Demand</b> of each at most
   * {@link Runnel#DEFAULT_BUFFER} + 1 elements are pulled and not handed down yet.
   *
   * <p><b>Threads</b> one feeder for each, closed and ended before the run does; at the end of this
   * stream the feeder of {@code other} is interrupted. <b>Interruption</b> an interrupt of the
   * pulling thread ends its wait with an {@link InterruptedException}. When the run stops early,
   * feeders are interrupted and awaited.
   *
   * <p><b>Failure</b> the first of the two that fails interrupts the other; what it gave before is
   * delivered, then its failure. What {@code other} throws because it was interrupted is no
   * failure.
   *
   * <p><b>Cost</b> two threads per run.
   *
   * {@snippet class=dev.runnel.MergeHaltLeftTest region=example}
   *
   * @param other the stream to run beside this one
   * @return a stream of the elements of both that ends with this stream
   * @throws NullPointerException if {@code other} is null
   */
  default Runnel<T> mergeHaltLeft(Runnel<? extends T> other) {
    return Merging.halting((Runnel<T>) this, true, other, false);
  }

  /**
   * Runs this stream and {@code other} at once and emits the elements of both as they come, until
   * {@code other}, the right one, ends; as {@link #mergeHaltLeft} with the two in each other's
   * place.
   *
   * {@snippet class=dev.runnel.MergeHaltRightTest region=example}
   *
   * @param other the stream to run beside this one
   * @return a stream of the elements of both that ends with {@code other}
   * @throws NullPointerException if {@code other} is null
   */
  default Runnel<T> mergeHaltRight(Runnel<? extends T> other) {
    return Merging.halting((Runnel<T>) this, false, other, true);
  }

  /**
   * Runs this stream and {@code other} at once and emits the elements of both as they come, until
   * one of the two ends, whichever is first; what the other one has given and was not emitted by
   * then is dropped. As {@link #mergeHaltLeft} in every other respect.
   *
   * {@snippet class=dev.runnel.MergeHaltBothTest region=example}
   *
   * @param other the stream to run beside this one
   * @return a stream of the elements of both that ends with the first end
   * @throws NullPointerException if {@code other} is null
   */
  default Runnel<T> mergeHaltBoth(Runnel<? extends T> other) {
    return Merging.halting((Runnel<T>) this, true, other, true);
  }

  /**
   * Runs {@code other} beside this stream for what it does, not for what it gives: emits the
   * elements of this stream, the foreground, and drops those of {@code other}, the background.
   *
   * <p><b>Order</b> that of this stream. <b>Demand</b> at most 2 elements of this stream are pulled
   * and not handed down yet; {@code other} is pulled as fast as it gives. If it ends first, this
   * stream goes on alone; the end of this stream ends it.
   *
   * <p><b>Threads</b> one for {@code other} and a feeder for this stream; both end before the run
   * does. This stream stays open until this stage is closed; {@code other} is closed when it has
   * ended, or was interrupted and awaited because this stream ended, one of the two failed, or the
   * run stops. <b>Interruption</b> an interrupt of the pulling thread ends its wait with an {@link
   * InterruptedException}.
   *
   * <p><b>Failure</b> a failure of {@code other} ends this stream, even while that waits; what was
   * ready is delivered, then the failure. The first failure interrupts the other of the two. What
   * {@code other} throws because it was interrupted is no failure.
   *
   * <p><b>Cost</b> two threads per run.
   *
   * {@snippet class=dev.runnel.ConcurrentlyTest region=example}
   *
   * @param other what to run in the background
   * @return a stream of the elements of this stream
   * @throws NullPointerException if {@code other} is null
   */
  default Runnel<T> concurrently(Runnel<?> other) {
    Runnel<T> self = (Runnel<T>) this;
    Runnel<T> background = Merging.muted(requireNonNull(other, "other"));
    StageSettings settings = StageOptions.defaults().withBuffer(1).settings("concurrently");
    return new Runnel<>(
        segment -> new BoundaryCursor<>(segment, Stages.concurrently(
            segment, BoundaryCursor.source(self), BoundaryCursor.source(background), settings)),
        true);
  }

  /**
   * Makes a stream of each element, runs up to {@code parallelism} of these streams at once, and
   * emits their elements as they come, with a buffer of {@link Runnel#DEFAULT_BUFFER} for each; see
   * {@link #flatMapPar(int, int, ThrowingFunction)}.
   *
   * @param <R> the type of the elements of the inner streams
   * @param parallelism how many inner streams may be open at once
   * @param function makes the inner streams; may block and may throw
   * @return a stream of the elements of all inner streams
   * @throws IllegalArgumentException if {@code parallelism < 1}, before anything runs
   * @throws NullPointerException if {@code function} is null
   */
  default <R> Runnel<R> flatMapPar(
      int parallelism, ThrowingFunction<? super T, ? extends Runnel<? extends R>> function) {
    return flatMapPar(parallelism, Runnel.DEFAULT_BUFFER, function);
  }

  /**
   * Makes a stream of each element, runs up to {@code parallelism} of these streams at once, and
   * emits their elements as they come. For a stream of streams, see {@link Runnel#parJoin(int, int,
   * Runnel)}.
   *
   * <p><b>Order</b> kept per inner stream; between them, as they come, so that one that is always
   * ready holds back no other. <b>Demand</b> at most {@code parallelism} inner streams are open,
   * and one more element of this stream is pulled; of each inner stream at most {@code buffer + 1}
   * elements are pulled and not handed down yet.
   *
   * <p><b>Threads</b> a feeder pulls this stream and calls the function, and one for each inner
   * stream opens, pulls and closes that; all end before the run does. An inner stream is closed
   * once its end was reached downstream, and then the next begins; this stream, when all of them
   * are closed and the run is. <b>Interruption</b> an interrupt of the pulling thread ends its wait
   * with an {@link InterruptedException}. When the run stops early, feeders are interrupted and
   * awaited.
   *
   * <p><b>Failure</b> the first failure of this stream, the function, an inner stream or its
   * finaliser interrupts all others; what the failing one gave before is delivered, then the
   * failure. A {@code null} stream is a {@link NullPointerException}.
   *
   * <p><b>Cost</b> a thread per run and one for each inner stream.
   *
   * {@snippet class=dev.runnel.FlatMapParTest region=example}
   *
   * @param <R> the type of the elements of the inner streams
   * @param parallelism how many inner streams may be open at once
   * @param buffer how many elements of each may wait; one more of each may be on its way
   * @param function makes the inner streams; may block and may throw
   * @return a stream of the elements of all inner streams
   * @throws IllegalArgumentException if {@code parallelism < 1} or {@code buffer < 1}, before
   *     anything runs
   * @throws NullPointerException if {@code function} is null
   */
  default <R> Runnel<R> flatMapPar(
      int parallelism,
      int buffer,
      ThrowingFunction<? super T, ? extends Runnel<? extends R>> function) {
    return flatMapPar(parallelism, StageOptions.defaults().withBuffer(buffer), function);
  }

  /**
   * As {@link #flatMapPar(int, int, ThrowingFunction)}, with options.
   *
   * @param <R> the type of the elements of the inner streams
   * @param parallelism how many inner streams may be open at once
   * @param options the buffer, the name
   * @param function makes the inner streams; may block and may throw
   * @return a stream of the elements of all inner streams
   * @throws IllegalArgumentException if {@code parallelism < 1}, before anything runs
   * @throws NullPointerException if an argument is null
   */
  default <R> Runnel<R> flatMapPar(
      int parallelism,
      StageOptions options,
      ThrowingFunction<? super T, ? extends Runnel<? extends R>> function) {
    requireNonNull(function, "function");
    return Merging.joined("flatMapPar", (Runnel<T>) this, parallelism, options, function);
  }
}
