package dev.runnel;

import dev.runnel.internal.stage.ConcurrentStage;
import dev.runnel.internal.stage.Failures;
import dev.runnel.internal.stage.Segment;
import dev.runnel.internal.stage.Upstream;
import org.jspecify.annotations.Nullable;

/** The cursor below an asynchronous boundary: what is above it runs on other threads. */
final class BoundaryCursor<T> extends BaseCursor<T> {
  /** How many elements are handed on by one call. */
  private static final int ROUND = 256;

  private final Segment segment;
  private final ConcurrentStage<T> stage;
  private boolean over;

  BoundaryCursor(Segment segment, ConcurrentStage<T> stage) {
    this.segment = segment;
    this.stage = stage;
  }

  /** Tells a stage how its feeder opens, pulls and closes {@code stream}. */
  static <T> Upstream.Source<T> source(Runnel<? extends T> stream) {
    return new Upstream.Source<>(
        segment -> new Above<T>(segment, stream),
        stream.forks(),
        stream.discards(),
        stream.opener().pure());
  }

  @Override
  @Nullable T pull() throws Exception {
    segment.check(); // elements that are ready are taken without a wait
    return stage.next();
  }

  @Override
  boolean push(Step<? super T> step) throws Exception {
    boolean goesOn;
    do {
      goesOn = pushSome(step);
    } while (goesOn && !over);
    return goesOn;
  }

  /**
   * Hands some elements on, and tells whether the step wants more; called often, so that it is
   * compiled as a whole and not as one endless loop while it runs.
   */
  private boolean pushSome(Step<? super T> step) throws Exception {
    for (int i = 0; i < ROUND; i++) {
      T element = pull(); // declared here: a frame that waits retains none
      if (element == null) {
        over = true;
        return true;
      }
      if (!step.accept(element)) {
        return false;
      }
    }
    return true;
  }

  @Override
  void release() throws Exception {
    stage.close();
  }

  /** What is above, on the feeder's thread: under the context of the run, which it puts there. */
  private static final class Above<T> implements Upstream<T> {
    private final AutoCloseable context;
    private final Cursor<? extends T> cursor;

    Above(Segment segment, Runnel<? extends T> stream) throws Exception {
      context = segment.installContext();
      try {
        cursor = stream.open(segment);
      } catch (Throwable t) {
        Failures.afterwards(t, context::close);
        throw t;
      }
    }

    @Override
    public @Nullable T next() throws Exception {
      return cursor.next();
    }

    @Override
    public boolean fill(Batch into) throws Exception {
      return cursor.forEachWhile(into::add);
    }

    @Override
    public void close() throws Exception {
      Failures.both(cursor::close, context::close);
    }
  }
}
