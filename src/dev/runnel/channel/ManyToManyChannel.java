package dev.runnel.channel;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A bounded channel of any number of senders and receivers; its buffer grows by need. */
final class ManyToManyChannel<T> extends LockedChannel<T> {
  ManyToManyChannel(int capacity, @Nullable Consumer<? super T> hook) {
    super(capacity, new ArrayDeque<>(), hook);
  }
}
