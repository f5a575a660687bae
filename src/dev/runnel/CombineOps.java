package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.Segment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operators that put streams one after another or side by side. */
sealed interface CombineOps<T> permits Runnel {

  /**
   * Emits the elements of this stream, then those of {@code other}.
   *
   * <p><b>Order</b> all of this stream first. <b>Demand</b> one pull for each pull; {@code other}
   * is opened when this stream has ended.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> looked at between the
   * two.
   *
   * <p><b>Failure</b> passes through unwrapped; after a failure of this stream {@code other} is not
   * run. This stream is closed before {@code other} is opened, and what its close throws fails the
   * run.
   *
   * <p><b>Cost</b> one object per run, for a whole chain of {@code concat}; no stack, however deep.
   *
   * {@snippet class=dev.runnel.ConcatTest region=example}
   *
   * @param other the stream to go on with
   * @return a stream of the elements of both
   * @throws NullPointerException if {@code other} is null
   */
  default Runnel<T> concat(Runnel<? extends T> other) {
    return Runnel.concatAll(List.of((Runnel<T>) this, requireNonNull(other, "other")));
  }

  /**
   * Emits {@code element}, then the elements of this stream. To begin with more than one, write
   * {@code Runnel.of(…).concat(stream)}.
   *
   * <p><b>Order</b> {@code element} first. <b>Demand</b> the first pull pulls nothing upstream,
   * each other one pulls one.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> passes through unwrapped. <b>Cost</b> two objects per run, no buffer.
   *
   * {@snippet class=dev.runnel.StartWithTest region=example}
   *
   * @param element the element to begin with
   * @return a stream of the element and those of this stream
   * @throws NullPointerException if {@code element} is null
   */
  default Runnel<T> startWith(T element) {
    return Runnel.<T>of(element).concat((Runnel<T>) this);
  }

  /**
   * Pairs the first element with the first of {@code other}, the second with the second, and so on;
   * ends when one of them ends. As {@link #zipWith} in every other respect.
   *
   * {@snippet class=dev.runnel.ZipTest region=example}
   *
   * @param <U> the type of the other elements
   * @param other the stream that gives the second of each pair
   * @return a stream of pairs
   * @throws NullPointerException if {@code other} is null
   */
  default <U> Runnel<Pair<T, U>> zip(Runnel<? extends U> other) {
    return this.<U, Pair<T, U>>zipWith(other, Pair::new);
  }

  /**
   * Combines the first element with the first of {@code other}, the second with the second, and so
   * on; ends when one of them ends.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> for each pull, one of this stream, and then one
   * of {@code other} unless this stream has ended; an element of this stream that finds {@code
   * other} at its end is dropped.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> a failure of either, and what {@code function} throws, fails the run; so does
   * a {@code null} result. Closes {@code other}, then this stream. <b>Cost</b> one object per run,
   * no buffer.
   *
   * {@snippet class=dev.runnel.ZipWithTest region=example}
   *
   * @param <U> the type of the other elements
   * @param <R> the type of the results
   * @param other the stream that gives the second argument
   * @param function combines two elements; may block and may throw
   * @return a stream of the results
   * @throws NullPointerException if an argument is null
   */
  default <U, R> Runnel<R> zipWith(
      Runnel<? extends U> other,
      ThrowingBiFunction<? super T, ? super U, ? extends R> function) {
    requireNonNull(other, "other");
    requireNonNull(function, "function");
    return ((Runnel<T>) this)
        .through(
            other.forks(),
            (upstream, segment) -> new ZipCursor<T, U, R>(upstream, other.open(segment), function));
  }

  /**
   * Emits the elements of this stream, or those of {@code other} if this stream has none.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> one pull for each pull; {@code other} is opened
   * only if this stream ended without an element.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> adds no wait.
   *
   * <p><b>Failure</b> passes through unwrapped; after a failure {@code other} is not run. This
   * stream is closed before {@code other} is opened. <b>Cost</b> one object per run, no buffer.
   *
   * {@snippet class=dev.runnel.OrElseTest region=example}
   *
   * @param other the stream to run instead
   * @return a stream of the elements of the one or the other
   * @throws NullPointerException if {@code other} is null
   */
  default Runnel<T> orElse(Runnel<? extends T> other) {
    requireNonNull(other, "other");
    return ((Runnel<T>) this)
        .through(
            other.forks(), (upstream, segment) -> new OrElseCursor<>(upstream, segment, other));
  }

  /**
   * Runs this stream over and over, without end.
   *
   * <p><b>Order</b> upstream order, round after round. <b>Demand</b> one pull upstream for each
   * pull.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> looked at in each round,
   * so that repeating an empty stream can be stopped.
   *
   * <p><b>Failure</b> passes through unwrapped; no further round begins. Each round is closed
   * before the next begins. <b>Cost</b> one object per run, and those of a run of this stream for
   * each round.
   *
   * {@snippet class=dev.runnel.RepeatTest region=example}
   *
   * @return an endless stream
   */
  default Runnel<T> repeat() {
    Runnel<T> self = (Runnel<T>) this;
    return new Runnel<>(new Sequence.Repeat<>(self.opener(), -1), self.forks());
  }

  /**
   * Runs this stream {@code n} times. As {@link #repeat()} in every other respect; the last round
   * stays open until the run is closed.
   *
   * @param n how many rounds to run in all; 0 for an empty stream
   * @return a stream of the elements of all rounds
   * @throws IllegalArgumentException if {@code n < 0}
   */
  default Runnel<T> repeat(long n) {
    Counts.notNegative(n, "n");
    Runnel<T> self = (Runnel<T>) this;
    return new Runnel<>(new Sequence.Repeat<>(self.opener(), n), self.forks());
  }
}

final class ZipCursor<T, U, R> extends OperatorCursor<T, R> {
  private final Cursor<? extends U> other;
  private final ThrowingBiFunction<? super T, ? super U, ? extends R> function;
  private boolean over;

  ZipCursor(
      Cursor<T> upstream,
      Cursor<? extends U> other,
      ThrowingBiFunction<? super T, ? super U, ? extends R> function) {
    super(upstream);
    this.other = other;
    this.function = function;
  }

  @Override
  @Nullable R pull() throws Exception {
    T left = upstream.next();
    U right = left == null ? null : other.next();
    return left == null || right == null ? null : combined(left, right);
  }

  @Override
  boolean push(Step<? super R> step) throws Exception {
    boolean ended =
        upstream.forEachWhile(
            left -> {
              U right = other.next();
              over = right == null;
              return right != null && step.accept(combined(left, right));
            });
    return ended || over;
  }

  private R combined(T left, U right) throws Exception {
    return Elements.nonNull(function.apply(left, right), "zipWith");
  }

  @Override
  void finish() throws Exception {
    other.close();
  }
}

final class OrElseCursor<T> extends BaseCursor<T> {
  private final Segment segment;
  private @Nullable Cursor<? extends T> current;

  /** What is to be run instead; null once that has been decided either way. */
  private @Nullable Runnel<? extends T> other;

  OrElseCursor(Cursor<T> upstream, Segment segment, Runnel<? extends T> other) {
    this.segment = segment;
    this.current = upstream;
    this.other = other;
  }

  @Override
  @Nullable T pull() throws Exception {
    Cursor<? extends T> source = requireNonNull(current);
    Runnel<? extends T> instead = other;
    T element = source.next();
    other = null;
    return element == null && instead != null ? opened(instead).next() : element;
  }

  @Override
  boolean push(Step<? super T> step) throws Exception {
    Cursor<? extends T> source = requireNonNull(current);
    Runnel<? extends T> instead = other;
    if (instead == null) {
      return source.forEachWhile(step);
    }
    boolean ended =
        source.forEachWhile(
            element -> {
              other = null;
              return step.accept(element);
            });
    if (!ended || other == null) {
      return ended;
    }
    other = null;
    return opened(instead).forEachWhile(step);
  }

  private Cursor<? extends T> opened(Runnel<? extends T> instead) throws Exception {
    release();
    Cursor<? extends T> cursor = instead.open(segment);
    current = cursor;
    return cursor;
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
