package dev.runnel.channel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.park.Interrupts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A choice between receives and sends on several channels: {@link #await} waits until one of them
 * can be done, does it, and does none of the others. It is built once and awaited many times, by
 * one thread.
 *
 * <p>The choice is fair: what is looked at first is the clause after the one that was chosen last,
 * so a clause that stays ready is chosen within as many awaits as there are clauses. The first of
 * all is random. {@link #inOrder} makes the order of the clauses their priority instead.
 *
 * <p>A receive whose channel was closed and has nothing left takes no part any more. Any other end
 * of a channel is what a clause can be chosen for, and then thrown: a failed or a cancelled channel
 * for a receive; for a send an ended one, and the exception holds the element.
 *
 * {@snippet class=dev.runnel.channel.SelectTest region=example}
 *
 * @param <R> what a choice comes to
 */
public final class Select<R> {
  /*
   * Idea        Attempt each clause; if none can be done, register the call in each channel and
   *             wait. A clause that could be done when it comes to be registered sends the call
   *             back to its attempts, registered nowhere. It never meets itself: a channel passes
   *             over the registrations of the same call.
   * Invariants  I1  a call attempts only while it is registered nowhere, so that a channel pairs a
   *                 call that attempts with one that waits, never two that wait.
   * Progress    Two calls that face each other could each find the other registered, both leave,
   *             find nobody, and so on. So from its second round on a call registers, and leaves
   *             if that was in vain, in its turn: whom it finds then has come to stay, or is in
   *             the first round of its call, of which each call has only one.
   * Source      the shape is that of Go's and crossbeam's select; the turn is this library's.
   * Checked by  SelectTest
   */
  private static final ReentrantLock TURN = new ReentrantLock();

  private final List<Clause<R>> clauses = new ArrayList<>();
  private boolean inOrder;

  /** The clause that was chosen last. */
  private int last = -1;

  private Select() {}

  /**
   * Creates a select without clauses.
   *
   * @param <R> what a choice comes to
   * @return a fair select
   */
  public static <R> Select<R> create() {
    return new Select<>();
  }

  /**
   * Adds a clause that receives an element.
   *
   * @param <T> the type of the elements
   * @param receiver where from
   * @param received gets the element when the clause was chosen, on the thread that awaits, under
   *     no lock; what it returns is what the await returns
   * @return this
   * @throws IllegalArgumentException if the receiver is not one of this library's
   */
  public <T> Select<R> receive(
      Receiver<T> receiver, Function<? super T, ? extends R> received) {
    requireNonNull(receiver, "receiver");
    if (!(receiver instanceof ReceivePort<T> port)) {
      throw foreign("receiver", receiver);
    }
    clauses.add(new ReceiveClause<T, R>(port, requireNonNull(received, "received")));
    return this;
  }

  /**
   * Adds a clause that sends an element.
   *
   * @param <T> the type of the elements
   * @param sender where to
   * @param element asked for the element once in each await, before anything is attempted, on the
   *     thread that awaits; if the clause is not chosen, the element stays with the caller
   * @param sent called when the element was sent, on the thread that awaits, under no lock; what it
   *     returns is what the await returns
   * @return this
   * @throws IllegalArgumentException if the sender is not one of this library's
   */
  public <T> Select<R> send(
      Sender<T> sender, Supplier<? extends T> element, Supplier<? extends R> sent) {
    requireNonNull(sender, "sender");
    if (!(sender instanceof SendPort<T> port)) {
      throw foreign("sender", sender);
    }
    clauses.add(
        new SendClause<T, R>(
            port, requireNonNull(element, "element"), requireNonNull(sent, "sent")));
    return this;
  }

  private static IllegalArgumentException foreign(String end, Object given) {
    return new IllegalArgumentException(
        "a select needs a " + end + " of this library, was a " + given.getClass().getName());
  }

  /**
   * Makes the order of the clauses their priority: of those that can be done the first is chosen,
   * and others may never be.
   *
   * @return this
   */
  public Select<R> inOrder() {
    inOrder = true;
    return this;
  }

  /**
   * Waits until a clause can be done, and does it.
   *
   * <p><b>Order</b> as the class tells. <b>Threads</b> the calling thread; starts none.
   *
   * <p><b>Interruption</b> on entry and while waiting: then no clause was done, and the flag is
   * clear. One that comes too late leaves the flag set.
   *
   * <p><b>Failure</b> passes on what the functions of a clause throw; what was received or sent by
   * then is so.
   *
   * <p><b>Cost</b> a waiting call costs a few objects for each clause, and a short lock of the
   * channel's where it has one.
   *
   * @return what the function of the chosen clause returned
   * @throws InterruptedException if the thread is interrupted before a clause was done
   * @throws ChannelClosedException if no clause can ever be chosen, or a send was chosen whose
   *     channel is closed
   * @throws ChannelFailedException if a clause was chosen whose channel has failed
   * @throws ChannelCancelledException if a clause was chosen whose channel was cancelled
   * @throws IllegalStateException if the select has no clause
   */
  public R await() throws InterruptedException {
    Interrupts.check();
    Call call = new Call();
    Chosen chosen = call.attempt();
    return finish(chosen != null ? chosen : requireNonNull(call.await((Duration) null)));
  }

  /**
   * Waits until a clause can be done, up to a time, and does it.
   *
   * <p><b>Interruption</b>, <b>Failure</b>, <b>Cost</b> as for {@link #await()}.
   *
   * @param timeout how long to wait; not at all if it is not positive
   * @return what the function of the chosen clause returned; empty if the time was over
   * @throws InterruptedException if the thread is interrupted before a clause was done
   * @throws ChannelException as for {@link #await()}
   * @throws IllegalStateException if the select has no clause
   */
  public Optional<R> await(Duration timeout) throws InterruptedException {
    requireNonNull(timeout, "timeout");
    Interrupts.check();
    Call call = new Call();
    Chosen chosen = call.attempt();
    if (chosen == null && timeout.isPositive()) {
      chosen = call.await(timeout);
    }
    return Optional.ofNullable(chosen).map(this::finish);
  }

  /**
   * Does a clause that can be done now, if there is one.
   *
   * <p><b>Interruption</b> adds no wait, and the flag is not looked at. <b>Failure</b> as for
   * {@link #await()}.
   *
   * @return what the function of the chosen clause returned; empty if none could be done
   * @throws ChannelException as for {@link #await()}
   * @throws IllegalStateException if the select has no clause
   */
  public Optional<R> tryNow() {
    return Optional.ofNullable(new Call().attempt()).map(this::finish);
  }

  private R finish(Chosen chosen) {
    last = chosen.clause();
    R result = clauses.get(last).result(chosen.outcome());
    return requireNonNull(result, "the function of a clause must not return null");
  }

  private record Chosen(int clause, Object outcome) {}

  /** One await. */
  private final class Call extends Waiting<Chosen> {
    private final int size = clauses.size();
    private final @Nullable Object[] elements = new @Nullable Object[size];
    private final BitSet over = new BitSet(size);
    private final int start;

    /** How many clauses are registered, or may be, from the start. */
    private int watched;

    private boolean again;

    Call() {
      if (size == 0) {
        throw new IllegalStateException("a select must have a clause before it is awaited");
      }
      if (inOrder) {
        start = 0;
      } else {
        start = last < 0 ? ThreadLocalRandom.current().nextInt(size) : (last + 1) % size;
      }
      for (int i = 0; i < size; i++) {
        elements[i] = clauses.get(i).element();
      }
    }

    private int at(int turn) {
      return (start + turn) % size;
    }

    @Override
    @Nullable Chosen attempt() {
      for (int turn = 0; turn < size; turn++) {
        int i = at(turn);
        Object outcome = over.get(i) ? null : clauses.get(i).attempt(elements[i]);
        if (outcome instanceof ReceiveResult.Ended<?>(ChannelClosedException _)) {
          over.set(i);
        } else if (outcome != null) {
          return new Chosen(i, outcome);
        }
      }
      if (over.cardinality() == size) {
        throw new ChannelClosedException(List.of());
      }
      return null;
    }

    @Override
    boolean watch(Wait wait) {
      if (!again) {
        again = true;
        return register(wait);
      }
      TURN.lock();
      try {
        if (register(wait)) {
          return true;
        }
        boolean _ = wait.withdraw();
        unwatch(wait);
        return false;
      } finally {
        TURN.unlock();
      }
    }

    private boolean register(Wait wait) {
      while (watched < size) {
        int i = at(watched++);
        if (!over.get(i) && !clauses.get(i).watch(wait, i, elements[i])) {
          return false;
        }
      }
      return true;
    }

    @Override
    void unwatch(Wait wait) {
      while (watched > 0) {
        int i = at(--watched);
        if (!over.get(i)) {
          clauses.get(i).unwatch(wait);
        }
      }
    }

    @Override
    Chosen completed(int clause, Object outcome) {
      return new Chosen(clause, outcome);
    }
  }

  /** An operation that may be chosen. */
  private abstract static sealed class Clause<R> {

    /** What is to be sent in one await. */
    abstract @Nullable Object element();

    /** Null if it cannot be done now. */
    abstract @Nullable Object attempt(@Nullable Object element);

    abstract boolean watch(Wait wait, int clause, @Nullable Object element);

    abstract void unwatch(Wait wait);

    /** Runs the user's function for what came of it, or throws the end of the channel. */
    abstract R result(Object outcome);
  }

  private static final class ReceiveClause<T, R> extends Clause<R> {
    private final ReceivePort<T> port;
    private final Function<? super T, ? extends R> received;

    ReceiveClause(ReceivePort<T> port, Function<? super T, ? extends R> received) {
      this.port = port;
      this.received = received;
    }

    @Override
    @Nullable Object element() {
      return null;
    }

    @Override
    @Nullable Object attempt(@Nullable Object element) {
      ReceiveResult<T> result = port.tryReceive();
      return result instanceof ReceiveResult.Empty ? null : result;
    }

    @Override
    boolean watch(Wait wait, int clause, @Nullable Object element) {
      return port.watchReceive(wait, clause);
    }

    @Override
    void unwatch(Wait wait) {
      port.unwatchReceive(wait);
    }

    @Override
    @SuppressWarnings("unchecked") // it is what attempt returned, or what the port completed with
    R result(Object outcome) {
      return switch ((ReceiveResult<T>) outcome) {
        case ReceiveResult.Received<T>(T element) -> received.apply(element);
        case ReceiveResult.Ended<T>(ChannelException reason) -> throw reason;
        case ReceiveResult.Empty<T> _ -> throw new AssertionError("chosen, and empty");
      };
    }
  }

  private static final class SendClause<T, R> extends Clause<R> {
    private final SendPort<T> port;
    private final Supplier<? extends T> element;
    private final Supplier<? extends R> sent;

    SendClause(
        SendPort<T> port, Supplier<? extends T> element, Supplier<? extends R> sent) {
      this.port = port;
      this.element = element;
      this.sent = sent;
    }

    @Override
    Object element() {
      return Waiting.requireElement(element.get());
    }

    @SuppressWarnings("unchecked") // it is what element returned
    private T own(@Nullable Object offered) {
      return (T) requireNonNull(offered);
    }

    @Override
    @Nullable Object attempt(@Nullable Object offered) {
      SendResult<T> result = port.trySend(own(offered));
      return result instanceof SendResult.Full ? null : result;
    }

    @Override
    boolean watch(Wait wait, int clause, @Nullable Object offered) {
      return port.watchSend(wait, clause, own(offered));
    }

    @Override
    void unwatch(Wait wait) {
      port.unwatchSend(wait);
    }

    @Override
    R result(Object outcome) {
      if (outcome instanceof SendResult.Refused<?> refused) {
        throw refused.reason();
      }
      return sent.get();
    }
  }
}
