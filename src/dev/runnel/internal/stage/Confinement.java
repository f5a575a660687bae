package dev.runnel.internal.stage;

import dev.runnel.internal.park.Clock;
import dev.runnel.internal.park.InterruptWord;
import dev.runnel.internal.park.Interrupts;
import dev.runnel.internal.park.Latch;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a user holds to the thread that opened it, and lets any thread close it. A close while
 * the owner pulls interrupts that pull, and the owner closes; otherwise the closing thread does.
 */
public final class Confinement {
  private enum State {
    IDLE,
    PULLING,
    /** Another thread, or the owner from inside its pull, wants it closed. */
    CLOSE_WANTED,
    CLOSING,
    CLOSED
  }

  private final String name;
  private final Thread owner = Thread.currentThread();
  private final InterruptWord word;
  private final Failures.Action closing;
  private final Clock clock = Clock.current();
  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
  private final Latch closed = new Latch();

  /** The thread that closes, once one does. */
  private volatile @Nullable Thread closer;

  /** What the closing threw; told once. */
  private volatile @Nullable Throwable failure;

  /**
   * Confines to the current thread.
   *
   * @param name names the thing in messages
   * @param word interrupts the owner's pulls
   * @param closing what is to be closed, once
   */
  public Confinement(String name, InterruptWord word, Failures.Action closing) {
    this.name = name;
    this.word = word;
    this.closing = closing;
  }

  /**
   * Begins a pull; {@link #leave} ends it.
   *
   * @throws IllegalStateException on another thread, after the close, and inside another pull
   */
  public void enter() {
    if (!onOwner()) {
      throw new IllegalStateException(
          "%s must be pulled by the thread that opened it, %s, was pulled by %s; give each a run"
              .formatted(name, owner, Thread.currentThread()));
    }
    if (!state.compareAndSet(State.IDLE, State.PULLING)) {
      boolean inside = state.get() == State.PULLING || state.get() == State.CLOSE_WANTED;
      throw new IllegalStateException(
          name
              + (inside
                  ? " must not be pulled from inside its own pull"
                  : " must be open to be pulled, was closed"));
    }
    word.enter();
  }

  /** Ends a pull, and closes if a close was called meanwhile. */
  public void leave() {
    if (word.leave()) {
      Interrupts.clear(); // it was meant for this pull
    }
    if (!state.compareAndSet(State.PULLING, State.IDLE)) {
      state.set(State.CLOSING);
      closeNow();
    }
  }

  /**
   * Closes, once, and waits until that is done; called by the owner inside its own pull, leaves the
   * closing to the end of the pull. So does a thread that works for the pull or the closing, which
   * awaits it.
   *
   * @throws IllegalStateException on a thread that works for what is confined while its owner is
   *     not pulling: nobody could await it
   * @throws Exception what the closing threw, if this call did it or waited for it
   */
  public void close() throws Exception {
    for (;;) {
      switch (state.get()) {
        case IDLE -> {
          if (word.employsCurrentThread()) {
            throw new IllegalStateException(
                name
                    + " must not be closed by a thread of its own run while nobody pulls it, was by "
                    + Thread.currentThread()
                    + "; close it where it was opened");
          }
          if (state.compareAndSet(State.IDLE, State.CLOSING)) {
            closeNow();
          }
        }
        case PULLING -> {
          if (state.compareAndSet(State.PULLING, State.CLOSE_WANTED) && !onOwner()) {
            word.interrupt();
          }
        }
        case CLOSE_WANTED -> {
          if (onOwner() || word.employsCurrentThread()) {
            return; // from inside its own pull, which awaits this thread
          }
          awaitClosed();
        }
        case CLOSING -> {
          if (Thread.currentThread() == closer || word.employsCurrentThread()) {
            return; // from inside its own closing, which awaits this thread
          }
          awaitClosed();
        }
        case CLOSED -> {
          Throwable told = failure;
          failure = null;
          Failures.rethrow(told);
          return;
        }
      }
    }
  }

  /**
   * Tells whether all is closed.
   *
   * @return whether a close has ended
   */
  public boolean closed() {
    return state.get() == State.CLOSED;
  }

  private void awaitClosed() {
    try (Patience _ = Patience.untilEnded(clock, name, this::awaited)) {
      closed.awaitUninterruptibly();
    }
  }

  private List<Thread> awaited() {
    Thread closing = closer;
    return List.of(closing == null ? owner : closing);
  }

  private boolean onOwner() {
    return Thread.currentThread() == owner;
  }

  private void closeNow() {
    closer = Thread.currentThread();
    try {
      Interrupts.shielded(
          () -> {
            closing.run();
            return this;
          });
    } catch (Throwable t) {
      failure = t;
    }
    state.set(State.CLOSED);
    closed.open();
  }
}
