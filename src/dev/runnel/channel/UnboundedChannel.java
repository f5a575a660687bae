package dev.runnel.channel;

import java.util.LinkedList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A channel in which no sender waits. It is linked, so that a long backlog leaves nothing behind.
 */
final class UnboundedChannel<T> extends LockedChannel<T> {
  @SuppressWarnings("JdkObsolete") // an array that has grown would stay
  UnboundedChannel(@Nullable Consumer<? super T> hook) {
    super(Integer.MAX_VALUE, new LinkedList<>(), hook);
  }
}
