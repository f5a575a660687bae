package dev.runnel;

import dev.runnel.internal.stage.Segment;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs pure streams as if at once, on the pulling thread: each gives some elements, then it is the
 * next one's turn.
 */
final class InTurnCursor<T> extends BaseCursor<T> {
  /** So many elements that a change of turns costs little beside them. */
  static final int TURN = 64;

  private final Segment segment;
  private final int limit;

  /** Streams that are not opened yet; those of a merge in a merge are on top. */
  private final ArrayDeque<Iterator<? extends Runnel<? extends T>>> waiting = new ArrayDeque<>();

  /** The next of them, or null if there is none. */
  private @Nullable Opener<? extends T> upcoming;

  /** Open, and not the current one; the first has waited longest for its turn. */
  private final ArrayDeque<Cursor<? extends T>> others = new ArrayDeque<>();

  private @Nullable Cursor<? extends T> current;

  /** How many more elements the current one may give before the turn passes. */
  private int left;

  /** Whether downstream stopped the bulk loop. */
  private boolean stopped;

  /**
   * Creates a cursor.
   *
   * @param limit how many streams may be open at once
   */
  InTurnCursor(Segment segment, List<? extends Runnel<? extends T>> streams, int limit) {
    this.segment = segment;
    this.limit = limit;
    waiting.push(streams.iterator());
    upcoming = upcoming();
  }

  /** A merge of pure streams. One inside another is spliced into it, so depth costs no stack. */
  record Merge<T>(List<? extends Runnel<? extends T>> streams) implements Opener.Pure<T> {
    @Override
    public Cursor<T> open(Segment segment) {
      return new InTurnCursor<>(segment, streams, Integer.MAX_VALUE);
    }
  }

  @Override
  @Nullable T pull() throws Exception {
    for (Cursor<? extends T> source = current(); source != null; source = current()) {
      T element = source.next();
      if (element != null) {
        left--;
        pass(source);
        return element;
      }
      end(source);
    }
    return null;
  }

  @Override
  boolean push(Step<? super T> step) throws Exception {
    stopped = false;
    Step<T> counted =
        element -> {
          left--;
          stopped = !step.accept(element);
          return !stopped && left > 0;
        };
    for (Cursor<? extends T> source = current(); source != null; source = current()) {
      boolean alone = others.isEmpty() && upcoming == null;
      if (source.forEachWhile(alone ? step : counted)) {
        end(source);
      } else {
        pass(source);
        if (alone || stopped) {
          return false;
        }
      }
    }
    return true;
  }

  /** The stream whose turn it is, or null if all have ended. */
  private @Nullable Cursor<? extends T> current() throws Exception {
    if (current == null) {
      left = TURN;
      Opener<? extends T> next = others.size() < limit ? upcoming : null;
      if (next == null) {
        current = others.poll();
      } else {
        current = next.open(segment);
        upcoming = upcoming();
      }
    }
    return current;
  }

  private @Nullable Opener<? extends T> upcoming() {
    for (var streams = waiting.peek(); streams != null; streams = waiting.peek()) {
      if (!streams.hasNext()) {
        waiting.pop();
        continue;
      }
      Opener<? extends T> opener = streams.next().opener();
      if (!(opener instanceof Merge<? extends T> merge) || limit < Integer.MAX_VALUE) {
        return opener;
      }
      waiting.push(merge.streams.iterator());
    }
    return null;
  }

  private void pass(Cursor<? extends T> source) {
    if (left == 0) {
      current = null;
      others.add(source);
    }
  }

  private void end(Cursor<? extends T> source) throws Exception {
    current = null;
    source.close();
  }

  @Override
  void release() throws Exception {
    if (current != null) {
      current.close();
    }
    for (Cursor<? extends T> other : others) {
      other.close();
    }
  }
}
