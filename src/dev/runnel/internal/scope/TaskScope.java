package dev.runnel.internal.scope;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.park.Uncaught;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A set of virtual threads that do not outlive it: forked by the thread that opened the scope, and
 * awaited by its close. The scope interrupts nobody; whoever forks a thread stops it.
 *
 * <p>Rules of both kinds: {@link #fork} and {@link #close} from another thread than the one that
 * opened the scope throw {@link WrongThreadException}; a fork after the close throws
 * {@link IllegalStateException}; a body that throws cancels nothing.
 */
public abstract sealed class TaskScope implements Forks, AutoCloseable
    permits JdkTaskScope, OwnTaskScope {
  private static final LongAdder LIVE = new LongAdder();

  private final Thread owner = Thread.currentThread();
  private boolean closed;

  TaskScope() {}

  /**
   * Opens a scope of the VM's {@linkplain Backend#current kind}, owned by the current thread.
   *
   * @param name shown in thread dumps where the backend has a tree of scopes
   * @return the open scope
   */
  public static TaskScope open(String name) {
    return open(name, Backend.current());
  }

  /**
   * Opens a scope of the given kind, owned by the current thread.
   *
   * @param name shown in thread dumps where the backend has a tree of scopes
   * @param backend the kind
   * @return the open scope
   */
  public static TaskScope open(String name, Backend backend) {
    return switch (backend) {
      case JDK -> new JdkTaskScope(name);
      case OWN -> new OwnTaskScope();
    };
  }

  /**
   * Counts the bodies forked in any scope of this VM that have not ended yet, for diagnostics.
   *
   * @return the number of live bodies, exact when nothing is being forked or ending
   */
  public static long liveThreads() {
    return LIVE.sum();
  }

  @Override
  public final void fork(String name, Runnable body) {
    requireOwner("fork");
    if (closed) {
      throw new IllegalStateException("a task scope must be open to fork in it, was closed");
    }
    LIVE.increment();
    try {
      start(name, new Work(name, body));
    } catch (Throwable t) {
      LIVE.decrement();
      throw t;
    }
  }

  /**
   * Waits until every forked thread has ended, however often the owner is interrupted; its flag is
   * then as it was, or set if an interrupt came meanwhile. Does nothing the second time.
   */
  @Override
  public final void close() {
    requireOwner("close");
    if (!closed) {
      closed = true;
      awaitAll();
    }
  }

  /** Starts a virtual thread that is awaited by {@link #awaitAll}. */
  abstract void start(String name, Runnable body);

  /** Waits uninterruptibly until all threads have ended, and gives the scope up. */
  abstract void awaitAll();

  private void requireOwner(String action) {
    if (Thread.currentThread() != owner) {
      throw new WrongThreadException(
          "%s must be called by the thread that opened the task scope, %s, was called by %s"
              .formatted(action, owner, Thread.currentThread()));
    }
  }

  /** What a thread runs. It is forgotten at its begin: a thread that has ended may be known on. */
  private static final class Work implements Runnable {
    private final String name;
    private @Nullable Runnable body;

    Work(String name, Runnable body) {
      this.name = name;
      this.body = body;
    }

    @Override
    public void run() {
      Runnable mine = requireNonNull(body);
      body = null;
      try {
        Thread.currentThread().setName(name);
        mine.run();
      } catch (Throwable t) {
        Uncaught.report(t); // and never to the scope, which would interrupt the siblings
      } finally {
        LIVE.decrement();
      }
    }
  }
}
