package dev.runnel.internal.stage;

import dev.runnel.internal.park.Waiter;
import dev.runnel.internal.ring.Window;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transport in source order: items arrive in any order and are given by index, without a gap.
 * Nothing follows a {@link Signal.Failed}.
 */
final class WindowTransport implements Transport {
  private final Waiter waiter = new Waiter();
  private final Window<Object> window = new Window<>(waiter::signal);

  /** Consumer only. */
  private boolean failed;

  @Override
  public Lane open() {
    return window::put;
  }

  @Override
  public void expect(long index) {
    window.open(index);
  }

  @Override
  public @Nullable Object poll() {
    Object item = failed ? null : window.poll();
    failed |= item instanceof Signal.Failed;
    return item;
  }

  @Override
  public Object take() throws InterruptedException {
    for (Object item = poll();; item = poll()) {
      if (item != null) {
        return item;
      }
      if (window.consumerLeaves()) {
        try {
          waiter.await(() -> !window.consumerWaits());
        } catch (InterruptedException e) {
          window.consumerStays();
          throw e;
        }
      }
    }
  }

  @Override
  public void clear(Consumer<Object> dropped) {
    window.clear(dropped);
    failed = true;
  }
}
