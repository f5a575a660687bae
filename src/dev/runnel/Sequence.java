package dev.runnel;

import dev.runnel.internal.stage.Segment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A stream that is other streams one after another. Where one such stream is inside another, they
 * are spliced into one queue rather than nested, so that their depth costs no stack.
 */
sealed interface Sequence<T> extends Opener<T> {

  /** Puts what comes of this before what waits already; runs inside a pull, may run user code. */
  void expand(Deque<Opener<? extends T>> waiting) throws Exception;

  @Override
  default Cursor<T> open(Segment segment) {
    return new ConcatCursor<>(segment, this);
  }

  /**
   * The given streams.
   *
   * @param pure whether all of them are
   */
  record Concat<T>(List<? extends Runnel<? extends T>> sources, boolean pure)
      implements Sequence<T> {
    Concat(List<? extends Runnel<? extends T>> sources) {
      this(sources, sources.stream().allMatch(source -> source.opener().pure()));
    }

    @Override
    public void expand(Deque<Opener<? extends T>> waiting) {
      for (Runnel<? extends T> source : sources.reversed()) {
        waiting.push(source.opener());
      }
    }
  }

  /** A stream that is made when its turn comes. */
  record Defer<T>(Callable<? extends Runnel<? extends T>> source) implements Sequence<T> {
    @Override
    public void expand(Deque<Opener<? extends T>> waiting) throws Exception {
      Runnel<? extends T> made = source.call();
      if (made == null) {
        throw new NullPointerException("source must not give null: defer got null");
      }
      waiting.push(made.opener());
    }
  }

  /** The same stream {@code rounds} times; for ever if {@code rounds} is negative. */
  record Repeat<T>(Opener<T> source, long rounds) implements Sequence<T> {
    @Override
    public void expand(Deque<Opener<? extends T>> waiting) {
      if (rounds != 0) {
        if (rounds != 1) {
          waiting.push(rounds < 0 ? this : new Repeat<>(source, rounds - 1));
        }
        waiting.push(source);
      }
    }
  }
}

/**
 * Runs the streams of a {@link Sequence} in turn, each closed before the next is made or opened.
 */
final class ConcatCursor<T> extends BaseCursor<T> {
  private final Segment segment;
  private final Deque<Opener<? extends T>> waiting = new ArrayDeque<>();
  private @Nullable Cursor<? extends T> current;

  ConcatCursor(Segment segment, Sequence<T> sequence) {
    this.segment = segment;
    waiting.push(sequence);
  }

  @Override
  @Nullable T pull() throws Exception {
    for (Cursor<? extends T> source = current(); source != null; source = advance()) {
      T element = source.next();
      if (element != null) {
        return element;
      }
    }
    return null;
  }

  @Override
  boolean push(Step<? super T> step) throws Exception {
    for (Cursor<? extends T> source = current(); source != null; source = advance()) {
      if (!source.forEachWhile(step)) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Cursor<? extends T> current() throws Exception {
    return current == null ? advance() : current;
  }

  /** Opens the next stream, or returns null if none is left; then the last one stays open. */
  private @Nullable Cursor<? extends T> advance() throws Exception {
    while (!waiting.isEmpty()) {
      segment.checkIdle(); // empty streams repeated for ever give no element at which to look
      release();
      Opener<? extends T> next = waiting.pop();
      if (next instanceof Sequence<? extends T> sequence) {
        splice(sequence);
      } else {
        current = next.open(segment);
        return current;
      }
    }
    return null;
  }

  @SuppressWarnings("unchecked") // a sequence of a subtype of T puts in openers of that subtype
  private void splice(Sequence<? extends T> sequence) throws Exception {
    ((Sequence<T>) sequence).expand(waiting);
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
