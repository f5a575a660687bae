package dev.runnel.internal.scope;

import dev.runnel.internal.park.InterruptWord;
import dev.runnel.internal.park.Waiter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A virtual thread that makes one result for whoever holds it, beyond the call that began it.
 *
 * @param <V> the type of the result
 */
public final class Background<V> {
  private final InterruptWord word = new InterruptWord();
  private final Thread thread;
  private volatile @Nullable V result;

  /**
   * Starts the thread.
   *
   * @param name the thread's name
   * @param body makes the result, and lets interrupts in by the word it is given; throws nothing
   */
  public Background(String name, Function<InterruptWord, V> body) {
    this.thread =
        Thread.ofVirtual()
            .name(name)
            .unstarted(() -> word.carry(() -> result = body.apply(word)));
    thread.start();
  }

  /** Interrupts the thread where it lets interrupts in; does not wait for its end. Any thread. */
  public void interrupt() {
    word.interrupt();
  }

  /**
   * Tells whether the current thread works, at any remove, for this one, so that it must not wait
   * for its end.
   *
   * @return whether a wait would be one for the waiting thread itself
   */
  public boolean employsCurrentThread() {
    return word.employsCurrentThread();
  }

  /**
   * Returns what the thread has made.
   *
   * @return the result, or null as long as there is none
   */
  public @Nullable V result() {
    return result;
  }

  /**
   * Waits until the thread has ended.
   *
   * @throws InterruptedException if the current thread is interrupted before that
   */
  public void await() throws InterruptedException {
    Waiter.join(thread);
  }

  /** Waits until the thread has ended, however often the current thread is interrupted. */
  public void awaitUninterruptibly() {
    Waiter.awaitEnd(thread);
  }
}
