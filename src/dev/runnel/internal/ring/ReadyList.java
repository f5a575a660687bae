package dev.runnel.internal.ring;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What many producers have made ready for one consumer. Idle ones cost it nothing, and it parks
 * once for all of them. Never waits.
 *
 * @param <N> the type of what is ready; each is in the list at most once at a time
 */
public final class ReadyList<N extends ReadyList.Node<N>> {
  /*
   * Idea        One word: null (empty), a stack of nodes, or ASLEEP (empty, the consumer waits).
   *             Producers push; the consumer takes all at once and turns them round.
   * Invariants  I1  a node is pushed by who took its ring's announcement back, so at most once
   *                 until the consumer has taken it and announced again.
   *             I2  ASLEEP is set over null only, and taken by the first push or wake after it.
   * Ordering    P1  push: compareAndExchange -> take: getAndSet    its link, its ring's slots
   *             P2  sleep: compareAndSet null to ASLEEP -> push. One variable, so there is no gap
   *                 in which the consumer might park wrongly.
   * Progress    push: lock-free; take: wait-free.   Source: Treiber 1986, with take-all, so no ABA.
   * Checked by  ReadyListStress (P1, P2), ReadyListTest
   */
  private static final VarHandle TOP =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "top", VarHandle.class, ReadyList.class, Object.class);

  private static final Object ASLEEP = new Object();

  private final Wake wake;

  @SuppressWarnings("unused")
  private volatile @Nullable Object top;

  /** Consumer only: taken and not returned yet, in order. */
  private @Nullable N first;

  private @Nullable N last;

  /**
   * What can be in a list.
   *
   * @param <N> its own type
   */
  public abstract static class Node<N extends Node<N>> {
    @Nullable N next;

    /** Creates a node that is in no list. */
    protected Node() {}
  }

  /**
   * Creates an empty list.
   *
   * @param wake called when the consumer's announcement is taken back by another thread
   */
  public ReadyList(Wake wake) {
    this.wake = wake;
  }

  /**
   * Enters a node that is not in the list; any thread.
   *
   * @param node what is ready
   */
  public void push(N node) {
    Object seen = TOP.getAcquire(this);
    for (;;) {
      link(node, seen);
      Object now = TOP.compareAndExchange(this, seen, node); // P1, P2
      if (now == seen) {
        if (seen == ASLEEP) {
          wake.wake();
        }
        return;
      }
      seen = now;
    }
  }

  @SuppressWarnings("unchecked") // what is neither null nor ASLEEP is a node
  private void link(N node, @Nullable Object below) {
    node.next = below == ASLEEP ? null : (N) below;
  }

  /** Puts a node that was taken, and is still ready, behind all others; consumer only. */
  public void requeue(N node) {
    takeAll(); // what became ready meanwhile was there before it
    append(node);
  }

  /**
   * Takes the node that has been ready for longest; consumer only.
   *
   * @return it, or null if none is ready
   */
  public @Nullable N poll() {
    if (first == null) {
      takeAll();
    }
    N node = first;
    if (node != null) {
      first = node.next;
      node.next = null;
      if (first == null) {
        last = null;
      }
    }
    return node;
  }

  /**
   * Announces that the consumer will wait; consumer only, after a poll found none.
   *
   * @return whether it may wait; false if a node was pushed meanwhile
   */
  public boolean consumerLeaves() {
    return TOP.compareAndSet(this, null, ASLEEP); // P2
  }

  /**
   * Takes the consumer's announcement back; consumer only.
   *
   * @return false if another thread took it, whose {@link Wake} has been or will be called
   */
  public boolean consumerStays() {
    return TOP.compareAndSet(this, ASLEEP, null); // P2
  }

  /** Tells whether the consumer's announcement stands; any thread. */
  public boolean consumerWaits() {
    return TOP.getVolatile(this) == ASLEEP; // P2: sees who took it; ends a wait only
  }

  @SuppressWarnings("unchecked") // the consumer is awake, so what is not null is a node
  private void takeAll() {
    if (TOP.getOpaque(this) == null) { // a hint: who parks is told by P2
      return;
    }
    N node = (N) TOP.getAndSet(this, null); // P1
    N reversed = null;
    N newest = node;
    while (node != null) {
      N below = node.next;
      node.next = reversed;
      reversed = node;
      node = below;
    }
    if (reversed != null) {
      if (last == null) {
        first = reversed;
      } else {
        last.next = reversed;
      }
      last = newest;
    }
  }

  private void append(N node) {
    node.next = null;
    if (last == null) {
      first = node;
    } else {
      last.next = node;
    }
    last = node;
  }
}
