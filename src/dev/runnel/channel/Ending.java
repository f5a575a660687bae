package dev.runnel.channel;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How a channel has ended: closed or failed, whichever came first, and cancelled above both. */
final class Ending {
  private static final Object CLOSED = new Object();

  /** Null, CLOSED, or the failure. */
  private final AtomicReference<@Nullable Object> how = new AtomicReference<>();

  private volatile boolean cancelled;

  /** Ends it by a close; returns whether it had not ended before. */
  boolean close() {
    return how.compareAndSet(null, CLOSED);
  }

  /** Ends it by a failure; returns whether it had not ended before. */
  boolean fail(Throwable failure) {
    return how.compareAndSet(null, failure);
  }

  /** Ends it by a cancel, also after a close or a failure. */
  void cancel() {
    cancelled = true;
    how.compareAndSet(null, CLOSED);
  }

  boolean ended() {
    return how.get() != null;
  }

  boolean cancelled() {
    return cancelled;
  }

  /** Throws what a receiver that waits is told, unless it is the end. */
  void throwUnlessClosed() {
    ChannelException reason = reason(List.of());
    if (!(reason instanceof ChannelClosedException)) {
      throw reason;
    }
  }

  /** What tells the caller; after it has ended. */
  ChannelException reason(List<?> refused) {
    if (cancelled) {
      return new ChannelCancelledException(refused);
    }
    return how.get() instanceof Throwable failure
        ? new ChannelFailedException(failure, refused)
        : new ChannelClosedException(refused);
  }
}
