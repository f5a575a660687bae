package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.Failures;
import dev.runnel.internal.stage.Segment;
import org.jspecify.annotations.Nullable;

/** Operators that act at the begin and at the end of a run. */
sealed interface ResourceOps<T> permits Runnel {

  /**
   * Runs {@code action} before upstream is asked for the first time.
   *
   * <p>So it runs before upstream acquires anything, once per run, and not at all in a run that
   * never pulls.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> one pull upstream for each pull.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> what {@code action} throws fails the run.
   *
   * <p><b>Cost</b> one object per run, no buffer.
   *
   * {@snippet class=dev.runnel.OnStartTest region=example}
   *
   * @param action what to do first; may block and may throw
   * @return a stream of the same elements
   * @throws NullPointerException if {@code action} is null
   */
  default Runnel<T> onStart(ThrowingRunnable action) {
    requireNonNull(action, "action");
    return self().through((upstream, segment) -> new OnStartCursor<>(upstream, action));
  }

  /**
   * Runs {@code action} after upstream has been closed, and tells it how upstream ended.
   *
   * <p>It runs exactly once for each time this part of the pipeline is opened, also if nothing is
   * ever pulled, and is never interrupted by the run. Finalisers run from the source down: what is
   * upstream of this operator is released before, what is downstream after. The outcome is {@link
   * Outcome.Completed} if the end of upstream was reached; {@link Outcome.Failed} if upstream
   * failed, in a pull or in closing; else {@link Outcome.Cancelled}: downstream stopped or failed,
   * or the run was interrupted.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> one pull upstream for each pull.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> the action runs to its
   * end.
   *
   * <p><b>Failure</b> what {@code action} throws is suppressed on the failure of the run, or thrown
   * if alone.
   *
   * <p><b>Cost</b> one object per run, no buffer.
   *
   * {@snippet class=dev.runnel.OnFinalizeTest region=example}
   *
   * @param action what to do last; may block and may throw
   * @return a stream of the same elements
   * @throws NullPointerException if {@code action} is null
   */
  default Runnel<T> onFinalize(ThrowingConsumer<? super Outcome> action) {
    requireNonNull(action, "action");
    return self().through((upstream, segment) -> new FinalizeCursor<>(upstream, segment, action));
  }

  /**
   * Closes {@code resource} after upstream has been closed. As {@link #onFinalize} in every other
   * respect.
   *
   * <p>The resource exists once, so this is for a stream that is run once; a second run closes it
   * again. A run that is refused because its caller is interrupted opens nothing and closes
   * nothing. Prefer {@link Runnel#using}, which acquires a resource for each run.
   *
   * {@snippet class=dev.runnel.CloseWithTest region=example}
   *
   * @param resource what to close
   * @return a stream of the same elements
   * @throws NullPointerException if {@code resource} is null
   */
  default Runnel<T> closeWith(AutoCloseable resource) {
    requireNonNull(resource, "resource");
    return onFinalize(_ -> resource.close());
  }

  private Runnel<T> self() {
    return (Runnel<T>) this;
  }

  /**
   * Gives {@code hook} each element that a buffer next to this place holds when the run stops: so
   * that handles are closed of which no one else knows. Passes all others.
   *
   * <p>It covers the boundary right above it, a {@code prefetch}, {@code merge}, {@code timeout} or
   * concurrent map: what that has made and nobody pulled. And it covers a concurrent map right
   * below it: what that has pulled and run no function on; an element that was given to a function
   * is the function's. No operator may stand between.
   *
   * <p><b>Order</b> upstream order; of what is dropped, none promised. <b>Demand</b> adds none.
   *
   * <p><b>Threads</b> the hook is called on the thread that pulls or, for what waits below, on the
   * feeder, after what is above has been closed. <b>Interruption</b> the hook is not interrupted.
   *
   * <p><b>Failure</b> what the hook throws is a failure of closing: the others are still given to
   * it, and it is suppressed on the run's failure, or thrown if there is none.
   *
   * <p><b>Cost</b> nothing while the run goes on.
   *
   * {@snippet class=dev.runnel.OnDiscardTest region=example}
   *
   * @param hook takes an element that nobody will pull
   * @return a stream of the same elements
   * @throws NullPointerException if {@code hook} is null
   */
  @SuppressWarnings("unchecked") // the boundary right above, or below, holds elements of this type
  default Runnel<T> onDiscard(ThrowingConsumer<? super T> hook) {
    requireNonNull(hook, "hook");
    Runnel<T> self = (Runnel<T>) this;
    Segment.Discards discards = element -> hook.accept((T) element);
    return new Runnel<>(
        segment -> self.open(segment.withDiscards(discards)), self.forks(), discards);
  }
}

final class OnStartCursor<T> extends OperatorCursor<T, T> {
  private @Nullable ThrowingRunnable action;

  OnStartCursor(Cursor<T> upstream, ThrowingRunnable action) {
    super(upstream);
    this.action = action;
  }

  @Override
  @Nullable T pull() throws Exception {
    start();
    return upstream.next();
  }

  @Override
  boolean push(Step<? super T> step) throws Exception {
    start();
    return upstream.forEachWhile(step);
  }

  private void start() throws Exception {
    ThrowingRunnable first = action;
    if (first != null) {
      action = null;
      first.run();
    }
  }
}

/** Releases after upstream, not before it: what upstream uses is still there while it closes. */
final class FinalizeCursor<T> extends BaseCursor<T> {
  private final Cursor<T> upstream;
  private final Segment segment;
  private final ThrowingConsumer<? super Outcome> action;
  private Outcome outcome = new Outcome.Cancelled();

  /** Whether downstream has an element in a bulk loop, so that what is thrown is not upstream's. */
  private boolean handedDown;

  FinalizeCursor(
      Cursor<T> upstream, Segment segment, ThrowingConsumer<? super Outcome> action) {
    this.upstream = upstream;
    this.segment = segment;
    this.action = action;
  }

  @Override
  @Nullable T pull() throws Exception {
    try {
      T element = upstream.next();
      if (element == null) {
        outcome = new Outcome.Completed();
      }
      return element;
    } catch (Throwable t) {
      note(t);
      throw t;
    }
  }

  @Override
  boolean push(Step<? super T> step) throws Exception {
    try {
      boolean ended = upstream.forEachWhile(element -> handDown(element, step));
      if (ended) {
        outcome = new Outcome.Completed();
      }
      return ended;
    } catch (Throwable t) {
      if (!handedDown) {
        note(t);
      }
      throw t;
    }
  }

  private boolean handDown(T element, Step<? super T> step) throws Exception {
    handedDown = true;
    boolean more = step.accept(element);
    handedDown = false;
    return more;
  }

  private void note(Throwable failure) {
    if (!segment.stopping(failure)) {
      outcome = new Outcome.Failed(failure);
    }
  }

  @Override
  void release() throws Exception {
    Failures.both(this::closeUpstream, () -> segment.shielded(this::finished));
  }

  private void closeUpstream() throws Exception {
    try {
      upstream.close();
    } catch (Throwable t) {
      if (!(outcome instanceof Outcome.Failed)) {
        outcome = new Outcome.Failed(t);
      }
      throw t;
    }
  }

  private Outcome finished() throws Exception {
    action.accept(outcome);
    return outcome;
  }
}
