package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.Failures;
import dev.runnel.internal.stage.Segment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Opens upstream again after a failure. Pulls one by one: in a bulk loop what downstream throws
 * would be retried too.
 */
final class RetryCursor<T> extends BaseCursor<T> {
  /** How many earlier failures are kept for the last one, so that endless attempts hold no heap. */
  static final int KEPT = 16;

  private final Opener<T> upstream;
  private final Segment segment;
  private final Retry policy;
  private final Deque<Exception> earlier = new ArrayDeque<>(0);

  /** The run of this attempt; null while none is open. */
  private @Nullable Cursor<T> current;

  private long startedNanos;
  private int attempt;

  RetryCursor(Opener<T> upstream, Segment segment, Retry policy) throws Exception {
    this.upstream = upstream;
    this.segment = segment;
    this.policy = policy;
    this.current = upstream.open(segment);
  }

  @Override
  @Nullable T pull() throws Exception {
    if (attempt == 0) {
      attempt = 1;
      startedNanos = segment.clock().nanoTime();
    }
    try {
      for (;;) {
        try {
          return requireNonNull(current).next();
        } catch (Exception e) {
          if (segment.stopping(e)) {
            throw e;
          }
          prepareNext(e);
        }
      }
    } catch (Throwable t) {
      earlier.forEach(failure -> Failures.suppress(t, failure));
      throw t;
    }
  }

  /** Closes the attempt that failed, and opens the next one after its wait, or throws. */
  private void prepareNext(Exception failure) throws Exception {
    segment.closeAfter(failure, this::release);
    if (attempt == policy.attempts()) {
      throw failure;
    }
    remember(failure); // from here on it is suppressed on whatever else is thrown
    Duration delay = policy.delayAfter(attempt);
    if (!policy.condition().test(failure) || delay.compareTo(remaining()) > 0) {
      throw failure;
    }
    segment.check(); // or the wait is not cut short, if an interrupt was swallowed already
    segment.clock().sleep(delay);
    segment.check();
    attempt++;
    current = upstream.open(segment);
  }

  /** What is left of the budget. */
  private Duration remaining() {
    Duration spent = Duration.ofNanos(segment.clock().nanoTime() - startedNanos);
    return policy.budget().minus(spent);
  }

  private void remember(Exception failure) {
    if (earlier.size() == KEPT) {
      earlier.removeFirst();
    }
    earlier.addLast(failure);
  }

  @Override
  void release() throws Exception {
    Cursor<T> last = current;
    current = null;
    if (last != null) {
      last.close();
    }
  }
}
