package dev.runnel.channel;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A bounded channel in which no sender waits: a policy says what is dropped instead. */
final class OverflowChannel<T> extends LockedChannel<T> {
  private final Overflow policy;

  OverflowChannel(int capacity, Overflow policy, @Nullable Consumer<? super T> hook) {
    super(capacity, new ArrayDeque<>(), hook);
    this.policy = policy;
  }

  @Override
  boolean overflow(T element) {
    switch (policy) {
      case WAIT -> {
        return false;
      }
      case FAIL -> {
        boolean _ = failLocked(new ChannelOverflowException(capacity()));
        return false;
      }
      case DROP_NEWEST -> drop(element);
      case DROP_OLDEST -> {
        dropFirst();
        enqueue(element);
      }
      case KEEP_LATEST -> {
        dropQueued();
        enqueue(element);
      }
    }
    return true;
  }
}
