package dev.runnel.internal.ring;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Threads that wait for work, the last one on top, of which one at a time is sent to look for it.
 * Never waits.
 *
 * @param <N> what stands for a thread
 */
public final class IdleStack<N extends IdleStack.Node> {
  /*
   * Idea        One word: the number of the node on top, SCOUT while one that was roused has not
   *             arrived, and a version. While a scout is on its way nobody else is roused: it looks
   *             for work when it arrives, and before it begins with some it has the next roused if
   *             more is there. So a burst of work costs a wake-up per arrival, not per piece.
   * Invariants  I1  a node on the stack is pushed by its own thread, which then waits until it is
   *                 roused; it is popped once, by who rouses it.
   *             I2  the version changes with every push and pop: a pop that was overtaken fails.
   * Ordering    P1  push: WORD by compareAndSet, then the caller looks for work;
   *                 the giver of work adds it, then rouse: WORD.getVolatile
   *                 Sequentially consistent: the giver finds the node, or its thread the work.
   *             P2  arrived: WORD by getAndBitwiseAnd, then the caller looks for work;
   *                 the giver as in P1: it finds no scout on its way, or the scout finds the work
   *             P3  push: compareAndSet -> rouse: compareAndSet   the node's below
   * Progress    lock-free.          Source: Treiber 1986, by number and version.
   * Checked by  IdleStackStress (P1, P2), IdleStackTest, ClaimModelTest
   */
  private static final VarHandle WORD =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "word", VarHandle.class, IdleStack.class, long.class);

  private static final long TOP = (1L << 31) - 1;
  private static final long SCOUT = 1L << 31;
  private static final long VERSION = 1L << 32;

  @SuppressWarnings("unused")
  private volatile long word;

  /** By number, from 1 on; replaced by a wider one. Written by who adds. */
  private volatile @Nullable Node[] nodes = new @Nullable Node[4];

  private int added;

  /** What stands for a thread. */
  public abstract static class Node {
    int number;

    /** The number of the node below on the stack. */
    int below;

    /** Creates a node that is on no stack. */
    protected Node() {}
  }

  /** Creates an empty stack. */
  public IdleStack() {}

  /** Makes a node known, once; one thread only, before the node's thread uses it. */
  public void add(N node) {
    added++;
    node.number = added;
    @Nullable Node[] all = nodes;
    if (added >= all.length) {
      all = Arrays.copyOf(all, 2 * all.length);
    }
    all[added] = node;
    nodes = all;
  }

  /**
   * Puts a node on the stack; its own thread. It looks for work once more before it waits.
   *
   * @param node not on the stack
   */
  public void push(N node) {
    long seen = word;
    for (;;) {
      node.below = (int) (seen & TOP);
      long now = ((seen & ~TOP) | node.number) + VERSION;
      long was = (long) WORD.compareAndExchange(this, seen, now); // P1, P3
      if (was == seen) {
        return;
      }
      seen = was;
    }
  }

  /**
   * Takes the node on top, unless one is on its way already; any thread, after it has added work.
   *
   * @return whom to wake: it calls {@link #arrived} when it has woken; or null
   */
  public @Nullable N rouse() {
    long seen = (long) WORD.getVolatile(this); // P1, P2: after the work was added
    while ((seen & SCOUT) == 0 && (seen & TOP) != 0) {
      N top = node(seen);
      long now = ((seen & ~TOP) | SCOUT | ((Node) top).below) + VERSION;
      long was = (long) WORD.compareAndExchange(this, seen, now); // P3
      if (was == seen) {
        return top;
      }
      seen = was;
    }
    return null;
  }

  /**
   * Takes the node on top, whoever is on its way; any thread.
   *
   * @return whom to wake, as for {@link #rouse}; or null
   */
  public @Nullable N rouseAnother() {
    long seen = (long) WORD.getVolatile(this); // P1
    while ((seen & TOP) != 0) {
      N top = node(seen);
      long now = ((seen & ~TOP) | ((Node) top).below) + VERSION;
      long was = (long) WORD.compareAndExchange(this, seen, now); // P3
      if (was == seen) {
        return top;
      }
      seen = was;
    }
    return null;
  }

  /** Notes that a roused thread is awake and about to look for work. */
  public void arrived() {
    long _ = (long) WORD.getAndBitwiseAnd(this, ~SCOUT); // P2
  }

  @SuppressWarnings("unchecked") // only nodes that were added are numbered
  private N node(long word) {
    return (N) requireNonNull(nodes[(int) (word & TOP)]);
  }

  /** Tells whether nobody is on the stack. */
  public boolean empty() {
    return ((long) WORD.getVolatile(this) & TOP) == 0; // P1
  }

  /** Tells whether one that was roused has not arrived yet. */
  public boolean scouting() {
    return ((long) WORD.getVolatile(this) & SCOUT) != 0; // P2
  }
}
