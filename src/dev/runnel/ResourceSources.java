package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.Failures;
import dev.runnel.internal.stage.Segment;
import java.util.concurrent.Callable;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/** The static sources of {@link Runnel} that hold a resource for the time of a run. */
abstract sealed class ResourceSources extends RangeSources permits Sources {

  /**
   * Acquires a resource, emits what {@code use} makes of it, and releases it.
   *
   * <p>The first pull acquires; a stream that is never pulled acquires nothing. The release runs
   * exactly once for each acquire, when this stream is closed: at the end of the run, or earlier
   * where {@code concat}, {@code flatMap} or {@code repeat} go on to another stream. It is told how
   * this stream ended: {@link Outcome.Completed} if its end was reached, {@link Outcome.Failed} if
   * {@code use} or its stream failed, {@link Outcome.Cancelled} otherwise.
   *
   * <p><b>Order</b> as the stream of {@code use}, which is closed before the release. <b>Demand</b>
   * as the stream of {@code use}.
   *
   * <p><b>Threads</b> the pulling thread acquires and releases. <b>Interruption</b> looked at
   * before the acquire; the acquire and the release themselves are never interrupted by the run.
   *
   * <p><b>Failure</b> what {@code acquire}, {@code use} or its stream throws passes unwrapped; what
   * {@code release} throws is suppressed on it, or thrown if alone.
   *
   * <p><b>Cost</b> one object per run, no buffer.
   *
   * {@snippet class=dev.runnel.UsingTest region=example}
   *
   * @param <R> the type of the resource
   * @param <T> the type of the elements
   * @param acquire gives the resource, once per run
   * @param use makes the stream to emit
   * @param release frees the resource
   * @return a stream that holds the resource while it is run
   * @throws NullPointerException if an argument is null
   */
  public static <R, T> Runnel<T> using(
      Callable<? extends R> acquire,
      ThrowingFunction<? super R, ? extends Runnel<? extends T>> use,
      ThrowingBiConsumer<? super R, ? super Outcome> release) {
    return using(true, acquire, use, release);
  }

  /**
   * Acquires a resource, emits what {@code use} makes of it, and closes the resource. As {@link
   * #using(Callable, ThrowingFunction, ThrowingBiConsumer)} in every other respect.
   *
   * @param <R> the type of the resource
   * @param <T> the type of the elements
   * @param acquire gives the resource, once per run
   * @param use makes the stream to emit
   * @return a stream that holds the resource while it is run
   * @throws NullPointerException if an argument is null
   */
  public static <R extends AutoCloseable, T> Runnel<T> using(
      Callable<? extends R> acquire,
      ThrowingFunction<? super R, ? extends Runnel<? extends T>> use) {
    return using(true, acquire, use, (resource, outcome) -> resource.close());
  }

  /**
   * Emits one element, a resource that is open until this stream is closed: {@code using(acquire,
   * Runnel::of)}.
   *
   * <p><b>Order</b> one element. <b>Demand</b> the first pull acquires.
   *
   * <p><b>Threads</b> the pulling thread acquires and closes. <b>Interruption</b> looked at before
   * the acquire; the acquire and the close themselves are never interrupted by the run.
   *
   * <p><b>Failure</b> what {@code acquire} throws passes unwrapped; what the close throws is
   * suppressed on the failure of the run, or thrown if alone.
   *
   * <p><b>Cost</b> two objects per run, no buffer.
   *
   * {@snippet class=dev.runnel.FromAutoCloseableTest region=example}
   *
   * @param <R> the type of the resource
   * @param acquire gives the resource, once per run
   * @return a stream of the one resource
   * @throws NullPointerException if {@code acquire} is null
   */
  public static <R extends AutoCloseable> Runnel<R> fromAutoCloseable(
      Callable<? extends R> acquire) {
    return using(false, acquire, Runnel::of, (resource, outcome) -> resource.close());
  }

  /**
   * Emits the elements of a {@code java.util.stream} that is made afresh for each run, and closes
   * it.
   *
   * <p><b>Order</b> the order of the stream's iterator. <b>Demand</b> pulls the iterator once for
   * each element; note that a JDK stream with a {@code flatMap} reads ahead a whole inner stream.
   *
   * <p><b>Threads</b> the pulling thread makes, pulls and closes the stream; a parallel stream is
   * pulled one by one as well. <b>Interruption</b> looked at before each element; making and
   * closing the stream are not interrupted by the run.
   *
   * <p><b>Failure</b> what {@code stream} or its elements throw passes unwrapped; what its close
   * throws is suppressed on it, or thrown if alone. A {@code null} element is a {@link
   * NullPointerException}.
   *
   * <p><b>Cost</b> two objects per run beside the JDK's.
   *
   * {@snippet class=dev.runnel.FromStreamTest region=example}
   *
   * @param <T> the type of the elements
   * @param stream makes the stream; it has to give a new one each time
   * @return a stream of the same elements
   * @throws NullPointerException if {@code stream} is null
   */
  public static <T> Runnel<T> fromStream(
      Callable<? extends BaseStream<? extends T, ?>> stream) {
    requireNonNull(stream, "stream");
    return using(
        false,
        stream,
        opened -> Sources.iterating("fromStream", opened::iterator),
        (opened, outcome) -> opened.close());
  }

  private static <R, T> Runnel<T> using(
      boolean forks,
      Callable<? extends R> acquire,
      ThrowingFunction<? super R, ? extends Runnel<? extends T>> use,
      ThrowingBiConsumer<? super R, ? super Outcome> release) {
    requireNonNull(acquire, "acquire");
    requireNonNull(use, "use");
    requireNonNull(release, "release");
    return new Runnel<>(
        segment -> new UsingCursor<R, T>(segment, acquire, use, release), forks);
  }
}

/** Pulls one by one: in a bulk loop a failure of the sink would pass as one of the used stream. */
final class UsingCursor<R, T> extends BaseCursor<T> {
  private final Segment segment;
  private final Callable<? extends R> acquire;
  private final ThrowingFunction<? super R, ? extends Runnel<? extends T>> use;
  private final ThrowingBiConsumer<? super R, ? super Outcome> release;
  private @Nullable R resource;
  private @Nullable Cursor<? extends T> used;
  private Outcome outcome = new Outcome.Cancelled();

  UsingCursor(
      Segment segment,
      Callable<? extends R> acquire,
      ThrowingFunction<? super R, ? extends Runnel<? extends T>> use,
      ThrowingBiConsumer<? super R, ? super Outcome> release) {
    this.segment = segment;
    this.acquire = acquire;
    this.use = use;
    this.release = release;
  }

  @Override
  @Nullable T pull() throws Exception {
    if (resource == null) {
      segment.check();
      resource = requireNonNull(segment.shielded(acquire::call), "acquire must not give null");
    }
    try {
      T element = used(resource).next();
      if (element == null) {
        outcome = new Outcome.Completed();
      }
      return element;
    } catch (Throwable t) {
      if (!segment.stopping(t)) {
        outcome = new Outcome.Failed(t);
      }
      throw t;
    }
  }

  private Cursor<? extends T> used(R opened) throws Exception {
    if (used == null) {
      used = requireNonNull(use.apply(opened), "use must not give null").open(segment);
    }
    return used;
  }

  @Override
  void release() throws Exception {
    R opened = resource;
    if (opened != null) {
      resource = null;
      Failures.both(this::closeUsed, () -> segment.shielded(() -> released(opened)));
    }
  }

  private void closeUsed() throws Exception {
    if (used != null) {
      used.close();
    }
  }

  private Outcome released(R opened) throws Exception {
    release.accept(opened, outcome);
    return outcome;
  }
}
