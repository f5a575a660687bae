package dev.runnel;

import dev.runnel.internal.stage.Segment;
import org.jspecify.annotations.Nullable;

/** The static sources of {@link Runnel} that count. */
abstract sealed class RangeSources extends MergeSources permits ResourceSources {

  /**
   * Emits the integers from {@code start} up to, not including, {@code end}.
   *
   * <p><b>Order</b> ascending. <b>Demand</b> one number for each pull.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> looked at before each
   * pull, and at least every 64 numbers when a whole range is pushed through.
   *
   * <p><b>Failure</b> none. <b>Cost</b> one object per run, one boxed number per element.
   *
   * {@snippet class=dev.runnel.RangeTest region=example}
   *
   * @param start the first number
   * @param end the limit, not emitted
   * @return a stream of the numbers; empty if {@code start >= end}
   */
  public static Runnel<Integer> range(int start, int end) {
    return range(start, end, 1);
  }

  /**
   * Emits {@code start}, {@code start + step} and so on, as long as {@code end} is not reached. As
   * {@link #range(int, int)} in every other respect.
   *
   * @param start the first number
   * @param end the limit, not emitted
   * @param step the distance of a number from the one before; negative to count down
   * @return a stream of the numbers; empty if {@code end} does not lie beyond {@code start}
   * @throws IllegalArgumentException if {@code step} is 0
   */
  public static Runnel<Integer> range(int start, int end, int step) {
    return ints(Span.halfOpen(start, end, step));
  }

  /**
   * Emits the long integers from {@code start} up to, not including, {@code end}. As {@link
   * #range(int, int)} in every other respect.
   *
   * @param start the first number
   * @param end the limit, not emitted
   * @return a stream of the numbers; empty if {@code start >= end}
   */
  public static Runnel<Long> range(long start, long end) {
    return range(start, end, 1L);
  }

  /**
   * Emits {@code start}, {@code start + step} and so on, as long as {@code end} is not reached. As
   * {@link #range(int, int)} in every other respect.
   *
   * @param start the first number
   * @param end the limit, not emitted
   * @param step the distance of a number from the one before; negative to count down
   * @return a stream of the numbers; empty if {@code end} does not lie beyond {@code start}
   * @throws IllegalArgumentException if {@code step} is 0
   */
  public static Runnel<Long> range(long start, long end, long step) {
    return longs(Span.halfOpen(start, end, step));
  }

  /**
   * Emits the integers from {@code start} up to and including {@code end}, which may be {@link
   * Integer#MAX_VALUE}.
   *
   * <p><b>Order</b> ascending. <b>Demand</b> one number for each pull.
   *
   * <p><b>Threads</b> the pulling thread; starts none. <b>Interruption</b> looked at before each
   * pull, and at least every 64 numbers when a whole range is pushed through.
   *
   * <p><b>Failure</b> none. <b>Cost</b> one object per run, one boxed number per element.
   *
   * {@snippet class=dev.runnel.RangeClosedTest region=example}
   *
   * @param start the first number
   * @param end the greatest number
   * @return a stream of the numbers; empty if {@code start > end}
   */
  public static Runnel<Integer> rangeClosed(int start, int end) {
    return rangeClosed(start, end, 1);
  }

  /**
   * Emits {@code start}, {@code start + step} and so on, as long as {@code end} is not passed. As
   * {@link #rangeClosed(int, int)} in every other respect.
   *
   * @param start the first number
   * @param end the limit, emitted if a step lands on it
   * @param step the distance of a number from the one before; negative to count down
   * @return a stream of the numbers; empty if {@code end} lies on the other side of {@code start}
   * @throws IllegalArgumentException if {@code step} is 0
   */
  public static Runnel<Integer> rangeClosed(int start, int end, int step) {
    return ints(Span.closed(start, end, step));
  }

  /**
   * Emits the long integers from {@code start} up to and including {@code end}, which may be {@link
   * Long#MAX_VALUE}. As {@link #rangeClosed(int, int)} in every other respect.
   *
   * @param start the first number
   * @param end the greatest number
   * @return a stream of the numbers; empty if {@code start > end}
   */
  public static Runnel<Long> rangeClosed(long start, long end) {
    return rangeClosed(start, end, 1L);
  }

  /**
   * Emits {@code start}, {@code start + step} and so on, as long as {@code end} is not passed. As
   * {@link #rangeClosed(int, int)} in every other respect.
   *
   * @param start the first number
   * @param end the limit, emitted if a step lands on it
   * @param step the distance of a number from the one before; negative to count down
   * @return a stream of the numbers; empty if {@code end} lies on the other side of {@code start}
   * @throws IllegalArgumentException if {@code step} is 0
   */
  public static Runnel<Long> rangeClosed(long start, long end, long step) {
    return longs(Span.closed(start, end, step));
  }

  private static Runnel<Integer> ints(Span span) {
    Opener.Pure<Integer> opener = segment -> new IntRangeCursor(segment, span);
    return new Runnel<>(opener, false);
  }

  private static Runnel<Long> longs(Span span) {
    Opener.Pure<Long> opener = segment -> new LongRangeCursor(segment, span);
    return new Runnel<>(opener, false);
  }
}

/**
 * The numbers from {@code first} to {@code last}, which is exact: a step lands on it. So the end is
 * found by equality, and nothing overflows next to the limits of {@code long}.
 */
record Span(long first, long last, long step, boolean empty) {

  static Span halfOpen(long start, long end, long step) {
    boolean empty = step > 0 ? start >= end : start <= end;
    return empty ? none(step) : closed(start, step > 0 ? end - 1 : end + 1, step);
  }

  static Span closed(long start, long end, long step) {
    if (step > 0 ? start > end : start < end) {
      return none(step);
    }
    checkStep(step);
    // Distances and steps are taken as unsigned, so that the greatest of both fit.
    long last =
        step > 0
            ? end - Long.remainderUnsigned(end - start, step)
            : end + Long.remainderUnsigned(start - end, -step);
    return new Span(start, last, step, false);
  }

  private static Span none(long step) {
    checkStep(step);
    return new Span(0, 0, step, true);
  }

  private static void checkStep(long step) {
    if (step == 0) {
      throw new IllegalArgumentException("step must be != 0, was 0");
    }
  }
}

abstract class RangeCursor<T> extends BaseCursor<T> {
  private static final int BLOCK = 64; // elements between two looks at interruption

  private final Segment segment;
  private final long step;
  private long next;

  /** How many elements follow the next one; unsigned, for a range may have 2^64. */
  private long left;

  private boolean over;

  RangeCursor(Segment segment, Span span) {
    this.segment = segment;
    next = span.first();
    step = span.step();
    left =
        step > 0
            ? Long.divideUnsigned(span.last() - next, step)
            : Long.divideUnsigned(next - span.last(), -step);
    over = span.empty();
  }

  abstract T box(long number);

  @Override
  @Nullable T pull() throws Exception {
    if (over) {
      return null;
    }
    segment.check();
    long number = next;
    over = left == 0;
    left--;
    next = number + step;
    return box(number);
  }

  @Override
  boolean push(Step<? super T> sink) throws Exception {
    while (!over) {
      segment.check();
      int block = Long.compareUnsigned(left, BLOCK) < 0 ? (int) left + 1 : BLOCK;
      long number = next;
      for (int i = 1; i <= block; i++) { // asks nothing but the sink
        if (!sink.accept(box(number))) {
          advance(i);
          return false;
        }
        number += step;
      }
      advance(block);
    }
    return true;
  }

  private void advance(long count) {
    over = left == count - 1;
    left -= count;
    next += count * step;
  }
}

final class IntRangeCursor extends RangeCursor<Integer> {
  IntRangeCursor(Segment segment, Span span) {
    super(segment, span);
  }

  @Override
  Integer box(long number) {
    return (int) number;
  }
}

final class LongRangeCursor extends RangeCursor<Long> {
  LongRangeCursor(Segment segment, Span span) {
    super(segment, span);
  }

  @Override
  Long box(long number) {
    return number;
  }
}
