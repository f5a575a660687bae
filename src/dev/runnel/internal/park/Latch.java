package dev.runnel.internal.park;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A gate that opens once; any number of threads wait for it. */
public final class Latch {
  private final Queue<Waiter> waiters = new ConcurrentLinkedQueue<>();
  private volatile boolean open;

  /** Creates a shut gate. */
  public Latch() {}

  /** Opens the gate. Any thread. */
  public void open() {
    open = true; // before the waiters are read: who enters later sees it
    waiters.forEach(Waiter::signal);
  }

  /**
   * Waits until the gate is open, however often the thread is interrupted; the flag is as it was,
   * or set if an interrupt came meanwhile.
   */
  public void awaitUninterruptibly() {
    if (!open) {
      Waiter waiter = new Waiter();
      waiters.add(waiter);
      waiter.awaitUninterruptibly(() -> open);
      waiters.remove(waiter);
    }
  }
}
