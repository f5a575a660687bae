package dev.runnel.internal.stage;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transport in source order: items arrive in any order and are given by index, without a gap.
 * The window holds what came before its turn; it grows by need up to the stage's bound. Nothing
 * follows a {@link Signal.Failed}.
 */
final class WindowTransport implements Transport {
  private static final int INITIAL_CAPACITY = 16;

  /** An item and its place. */
  private record Parcel(long index, Object item) {}

  private final RingTransport arrivals = new RingTransport();

  /** Consumer only: the item with index i waits at i modulo the length, a power of two. */
  private @Nullable Object[] window = new @Nullable Object[INITIAL_CAPACITY];

  private long head;
  private boolean failed;

  @Override
  public Lane open() {
    Lane arriving = arrivals.open();
    return (index, item) -> arriving.put(index, new Parcel(index, item));
  }

  @Override
  public @Nullable Object poll() {
    if (failed) {
      return null;
    }
    Object item = atHead();
    while (item == null) {
      Object parcel = arrivals.poll();
      if (parcel == null) {
        return null;
      }
      keep((Parcel) parcel);
      item = atHead();
    }
    return item;
  }

  @Override
  public Object take() throws InterruptedException {
    for (Object item = poll();; item = poll()) {
      if (item != null) {
        return item;
      }
      keep((Parcel) arrivals.take());
    }
  }

  @Override
  public void clear(Consumer<Object> dropped) {
    for (@Nullable Object item : window) {
      if (item != null) {
        dropped.accept(item);
      }
    }
    arrivals.clear(parcel -> dropped.accept(((Parcel) parcel).item));
    window = new @Nullable Object[0];
    failed = true;
  }

  private @Nullable Object atHead() {
    int slot = (int) head & (window.length - 1);
    Object item = window[slot];
    if (item != null) {
      window[slot] = null;
      head++;
      failed = item instanceof Signal.Failed;
    }
    return item;
  }

  private void keep(Parcel parcel) {
    while (parcel.index() - head >= window.length) {
      grow();
    }
    window[(int) parcel.index() & (window.length - 1)] = parcel.item();
  }

  private void grow() {
    @Nullable Object[] wider = new @Nullable Object[window.length * 2];
    for (long i = head; i < head + window.length; i++) {
      wider[(int) i & (wider.length - 1)] = window[(int) i & (window.length - 1)];
    }
    Arrays.fill(window, null);
    window = wider;
  }
}
