package dev.runnel.channel;

import org.jspecify.annotations.Nullable;

/** The calls that wait at one end of a channel, in order of arrival. Guarded by its lock. */
final class WaitQueue<T> {
  private @Nullable Node<T> first;
  private @Nullable Node<T> last;

  /** One clause of a waiting call, in at most one queue. */
  static final class Node<T> {
    final Wait wait;
    final int clause;

    /** What is to be sent; null where the call receives. */
    final @Nullable T element;

    /** What a claimed call is to be completed with; null if it is to be told to try again. */
    @Nullable Object outcome;

    /** Of the same call, for its thread only. */
    final @Nullable Node<?> nextOfCall;

    private @Nullable WaitQueue<T> queue;
    private @Nullable Node<T> previous;
    private @Nullable Node<T> next;

    Node(Wait wait, int clause, @Nullable T element) {
      this.wait = wait;
      this.clause = clause;
      this.element = element;
      nextOfCall = wait.nodes;
      wait.nodes = this;
    }
  }

  void add(Node<T> node) {
    node.queue = this;
    node.previous = last;
    if (last == null) {
      first = node;
    } else {
      last.next = node;
    }
    last = node;
  }

  @Nullable Node<T> poll() {
    Node<T> node = first;
    if (node != null) {
      unlink(node);
    }
    return node;
  }

  /** Tells whether a clause of another call waits here. */
  boolean hasOther(Wait than) {
    Node<T> node = first;
    while (node != null && node.wait == than) {
      node = node.next;
    }
    return node != null;
  }

  /** Removes the clauses of a call, at the cost of its number of clauses. */
  void removeAll(Wait of) {
    for (Node<?> node = of.nodes; node != null; node = node.nextOfCall) {
      if (node.queue == this) {
        @SuppressWarnings("unchecked") // it is in this queue
        Node<T> mine = (Node<T>) node;
        unlink(mine);
      }
    }
  }

  private void unlink(Node<T> node) {
    if (node.previous == null) {
      first = node.next;
    } else {
      node.previous.next = node.next;
    }
    if (node.next == null) {
      last = node.previous;
    } else {
      node.next.previous = node.previous;
    }
    node.queue = null;
    node.previous = null;
    node.next = null;
  }

  /** Takes all, as a chain for {@link #wake}. */
  @Nullable Node<T> takeAll() {
    Node<T> chain = first;
    first = null;
    last = null;
    return chain;
  }

  /** Completes or hints each call of a chain; without the lock. */
  static <T> void wake(@Nullable Node<T> chain) {
    for (Node<T> node = chain; node != null; node = node.next) {
      if (node.outcome == null) {
        node.wait.hint();
      } else {
        node.wait.complete(node.outcome);
      }
    }
  }
}
