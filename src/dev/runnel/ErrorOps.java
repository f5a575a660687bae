package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.Failures;
import dev.runnel.internal.stage.Segment;
import org.jspecify.annotations.Nullable;

/** Operators that act on failures from upstream. */
sealed interface ErrorOps<T> permits Runnel {

  /**
   * Replaces an exception from upstream by what {@code function} makes of it.
   *
   * <p>Only exceptions that a pull of upstream throws are mapped. An {@link Error}, an interrupt of
   * the run, what downstream throws and what closing throws pass as they are. The exception that is
   * replaced is kept only if {@code function} keeps it: give it as the cause.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> one pull upstream for each pull.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> what {@code function} gives; if it throws, or gives {@code null}, that
   * failure with the exception from upstream suppressed.
   *
   * <p><b>Cost</b> one object per run, no buffer.
   *
   * {@snippet class=dev.runnel.MapErrorTest region=example}
   *
   * @param function gives the exception to throw in place of the one it is given
   * @return a stream that fails by other exceptions
   * @throws NullPointerException if {@code function} is null
   */
  default Runnel<T> mapError(ThrowingFunction<? super Exception, ? extends Exception> function) {
    requireNonNull(function, "function");
    return self().through((upstream, segment) -> new MapErrorCursor<>(upstream, segment, function));
  }

  /**
   * Ends with one element in place of an exception from upstream.
   *
   * <p>Recovers from exceptions that a pull of upstream throws. An {@link Error}, an interrupt of
   * the run, what downstream throws and what closing throws pass as they are. Before {@code
   * function} is called, upstream is closed; if that fails, its failure is suppressed on the
   * exception.
   *
   * <p><b>Order</b> upstream order, then the element. <b>Demand</b> one pull upstream for each
   * pull.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> if {@code function} throws, or gives {@code null}, that failure with the
   * exception from upstream suppressed.
   *
   * <p><b>Cost</b> one object per run, no buffer.
   *
   * {@snippet class=dev.runnel.RecoverTest region=example}
   *
   * @param function gives the last element
   * @return a stream that ends where this one fails
   * @throws NullPointerException if {@code function} is null
   */
  default Runnel<T> recover(ThrowingFunction<? super Exception, ? extends T> function) {
    return recover(Exception.class, function);
  }

  /**
   * Ends with one element in place of an exception of one type from upstream. As {@link
   * #recover(ThrowingFunction)} in every other respect; exceptions of other types pass.
   *
   * {@snippet class=dev.runnel.RecoverTest region=type}
   *
   * @param <X> the type of the exceptions
   * @param type what to recover from
   * @param function gives the last element
   * @return a stream that ends where this one fails by such an exception
   * @throws NullPointerException if an argument is null
   */
  default <X extends Exception> Runnel<T> recover(
      Class<X> type, ThrowingFunction<? super X, ? extends T> function) {
    requireNonNull(type, "type");
    requireNonNull(function, "function");
    return self()
        .through(
            (upstream, segment) -> new RecoverCursor<>(
                upstream,
                segment,
                type,
                failure -> Runnel.of(Elements.nonNull(function.apply(failure), "recover"))));
  }

  /**
   * Goes on with another stream in place of an exception from upstream.
   *
   * <p>Recovers from exceptions that a pull of upstream throws, once: a failure of the other stream
   * passes. An {@link Error}, an interrupt of the run, what downstream throws and what closing
   * throws pass as they are. Before {@code function} is called, upstream is closed; if that fails,
   * its failure is suppressed on the exception.
   *
   * <p><b>Order</b> upstream order, then the other stream's. <b>Demand</b> one pull upstream for
   * each pull.
   *
   * <p><b>Threads</b> the pulling thread; starts none of its own. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> if {@code function} throws, or gives {@code null}, that failure with the
   * exception from upstream suppressed.
   *
   * <p><b>Cost</b> one object per run, no buffer.
   *
   * {@snippet class=dev.runnel.RecoverWithTest region=example}
   *
   * @param function gives the stream to go on with
   * @return a stream that goes on where this one fails
   * @throws NullPointerException if {@code function} is null
   */
  default Runnel<T> recoverWith(
      ThrowingFunction<? super Exception, ? extends Runnel<? extends T>> function) {
    return recoverWith(Exception.class, function);
  }

  /**
   * Goes on with another stream in place of an exception of one type from upstream. As {@link
   * #recoverWith(ThrowingFunction)} in every other respect; exceptions of other types pass.
   *
   * {@snippet class=dev.runnel.RecoverWithTest region=type}
   *
   * @param <X> the type of the exceptions
   * @param type what to recover from
   * @param function gives the stream to go on with
   * @return a stream that goes on where this one fails by such an exception
   * @throws NullPointerException if an argument is null
   */
  default <X extends Exception> Runnel<T> recoverWith(
      Class<X> type, ThrowingFunction<? super X, ? extends Runnel<? extends T>> function) {
    requireNonNull(type, "type");
    requireNonNull(function, "function");
    return self()
        .through(
            true,
            (upstream, segment) -> new RecoverCursor<>(upstream, segment, type, function));
  }

  /**
   * Runs upstream afresh when it fails, as often and after such waits as {@code policy} says.
   *
   * <p>Each attempt is a fresh run of upstream from its beginning, so elements that an earlier
   * attempt handed down come again. Where that is not wanted, put {@code retry} inside a {@code
   * flatMap} around the part that may fail, or retry the single call. An attempt that failed is
   * closed before the wait.
   *
   * <p>Exceptions that a pull of upstream throws count. An {@link Error}, an interrupt of the run,
   * what downstream throws and what closing after the end throws pass as they are; nothing is
   * retried once downstream has stopped.
   *
   * <p><b>Order</b> upstream order, anew with each attempt. <b>Demand</b> one pull upstream for
   * each pull and attempt.
   *
   * <p><b>Threads</b> the pulling thread waits and pulls. <b>Interruption</b> ends a wait at once;
   * the exception that was waited for is then suppressed on the {@link InterruptedException}.
   *
   * <p><b>Failure</b> the exception of the last attempt, with those of up to 16 attempts before it
   * suppressed; so for an error that passes. If the policy's condition throws, that with the
   * exception it was asked about suppressed.
   *
   * <p><b>Cost</b> one object per run and a few per failed attempt.
   *
   * {@snippet class=dev.runnel.RetryTest region=example}
   *
   * @param policy how often, when and for which exceptions to try again
   * @return a stream that starts again where this one fails
   * @throws NullPointerException if {@code policy} is null
   */
  default Runnel<T> retry(Retry policy) {
    requireNonNull(policy, "policy");
    Opener<T> upstream = self().opener();
    return new Runnel<>(
        segment -> new RetryCursor<>(upstream, segment, policy), self().forks());
  }

  /**
   * Gives {@code hook} what functions and sources above this operator fail with after downstream
   * has stopped early, when nobody can be thrown it any more. Without a hook, a warning is logged.
   *
   * <p>What is thrown because the library interrupted it is no failure and is not given; if the run
   * fails, late failures are suppressed on its failure instead; what finalisers throw is thrown.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> one pull upstream for each pull.
   *
   * <p><b>Threads</b> the hook runs on the thread that closes the boundary whose thread failed.
   * <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> if the hook throws, both are logged as a warning.
   *
   * <p><b>Cost</b> one object per run.
   *
   * {@snippet class=dev.runnel.OnLateFailureTest region=example}
   *
   * @param hook takes a failure; covers the boundaries between it and the next hook upstream
   * @return a stream of the same elements
   * @throws NullPointerException if {@code hook} is null
   */
  default Runnel<T> onLateFailure(ThrowingConsumer<? super Throwable> hook) {
    requireNonNull(hook, "hook");
    Opener<T> upstream = self().opener();
    return new Runnel<>(
        segment -> upstream.open(segment.withLateFailures(hook::accept)), self().forks());
  }

  private Runnel<T> self() {
    return (Runnel<T>) this;
  }
}

/** Pulls one by one: in a bulk loop what downstream throws would be mapped too. */
final class MapErrorCursor<T> extends OperatorCursor<T, T> {
  private final Segment segment;
  private final ThrowingFunction<? super Exception, ? extends Exception> function;

  MapErrorCursor(
      Cursor<T> upstream,
      Segment segment,
      ThrowingFunction<? super Exception, ? extends Exception> function) {
    super(upstream);
    this.segment = segment;
    this.function = function;
  }

  @Override
  @Nullable T pull() throws Exception {
    try {
      return upstream.next();
    } catch (Exception e) {
      throw segment.stopping(e) ? e : mapped(e);
    }
  }

  private Exception mapped(Exception failure) throws Exception {
    try {
      return requireNonNull(function.apply(failure), "mapError must not give null");
    } catch (Throwable t) {
      Failures.suppress(t, failure);
      throw t;
    }
  }
}

/** Pulls one by one: in a bulk loop what downstream throws would be recovered from too. */
final class RecoverCursor<T, X extends Exception> extends BaseCursor<T> {
  private final Segment segment;
  private final Class<X> type;
  private final ThrowingFunction<? super X, ? extends Runnel<? extends T>> function;

  /** Upstream, then what it was recovered with; null between the two. */
  private @Nullable Cursor<? extends T> current;

  private boolean recovered;

  RecoverCursor(
      Cursor<T> upstream,
      Segment segment,
      Class<X> type,
      ThrowingFunction<? super X, ? extends Runnel<? extends T>> function) {
    this.current = upstream;
    this.segment = segment;
    this.type = type;
    this.function = function;
  }

  @Override
  @Nullable T pull() throws Exception {
    Cursor<? extends T> source = requireNonNull(current);
    if (recovered) {
      return source.next();
    }
    try {
      return source.next();
    } catch (Exception e) {
      if (segment.stopping(e) || !type.isInstance(e)) {
        throw e;
      }
      recovered = true;
      return goOn(type.cast(e)).next();
    }
  }

  private Cursor<? extends T> goOn(X failure) throws Exception {
    segment.closeAfter(failure, this::release);
    try {
      Runnel<? extends T> other = function.apply(failure);
      Cursor<? extends T> opened =
          requireNonNull(other, "recoverWith must not give null").open(segment);
      current = opened;
      return opened;
    } catch (Throwable t) {
      Failures.suppress(t, failure);
      throw t;
    }
  }

  @Override
  void release() throws Exception {
    Cursor<? extends T> last = current;
    current = null;
    if (last != null) {
      last.close();
    }
  }
}
