package dev.runnel.internal.scope;

import dev.runnel.internal.park.Latch;
import dev.runnel.internal.park.Waiter;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A virtual thread that owns a task scope for a run that outlives the call which began it. Any
 * thread forks in it and closes it; scoped values of the caller do not reach the threads it forks.
 */
public final class Coordinator implements Forks {
  private final String name;
  private final Backend backend;
  private final Queue<Request> requests = new ConcurrentLinkedQueue<>();
  private final Waiter waiter = new Waiter();
  private final Thread thread;
  private volatile boolean closed;

  /**
   * Starts the thread.
   *
   * @param name what it coordinates, for the names of its thread and scope
   */
  public Coordinator(String name) {
    this.name = name;
    this.backend = Backend.current(); // chosen here, so that a wrong choice fails in the caller
    this.thread = Thread.ofVirtual().name(name + " coordinator").unstarted(this::run);
    thread.start();
  }

  @Override
  public void fork(String threadName, Runnable body) {
    Request request = new Request(threadName, body);
    requests.add(request); // before closed is read: the thread sets it, then refuses what is queued
    if (closed && requests.remove(request)) { // else the thread has it, and answers
      request.refuse(name);
    }
    waiter.signal();
    request.answered.awaitUninterruptibly();
    if (request.failure instanceof Error e) {
      throw e;
    }
    if (request.failure instanceof RuntimeException e) {
      throw e;
    }
  }

  @Override
  public void close() {
    closed = true;
    waiter.signal();
    Waiter.awaitEnd(thread);
  }

  private void run() {
    try (TaskScope scope = TaskScope.open(name, backend)) {
      while (!closed) {
        waiter.awaitUninterruptibly(() -> closed || !requests.isEmpty());
        for (Request request = requests.poll(); request != null; request = requests.poll()) {
          request.serve(scope);
        }
      }
    } finally {
      closed = true;
      for (Request request = requests.poll(); request != null; request = requests.poll()) {
        request.refuse(name);
      }
    }
  }

  private static final class Request {
    private final String thread;
    private final Runnable body;
    private final Latch answered = new Latch();

    /** Written before the answer. */
    private @Nullable Throwable failure;

    Request(String thread, Runnable body) {
      this.thread = thread;
      this.body = body;
    }

    void serve(TaskScope scope) {
      try {
        scope.fork(thread, body);
      } catch (Throwable t) {
        failure = t;
      }
      answered.open();
    }

    void refuse(String name) {
      failure =
          new IllegalStateException(name + " must be open to start " + thread + ", was closed");
      answered.open();
    }
  }
}
