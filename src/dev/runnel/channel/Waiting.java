package dev.runnel.channel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.park.Clock;
import dev.runnel.internal.park.Interrupts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * A call that waits, whatever the flavour: it attempts, lets itself be told of changes, waits, and
 * attempts again. Here too are the waiting calls of a channel in terms of those that do not wait.
 *
 * @param <R> what an attempt comes to when it is decided
 */
abstract class Waiting<R> {
  private static final SendResult<Object> ACCEPTED = new SendResult.Accepted<>();

  /** Attempts once; null if it is not decided. */
  abstract @Nullable R attempt();

  /** Registers the call; false if an attempt is worth while now. */
  abstract boolean watch(Wait wait);

  /** Takes all registrations of the call back. */
  abstract void unwatch(Wait wait);

  /** What it comes to that another thread has completed the call. */
  abstract R completed(int clause, Object outcome);

  /**
   * Waits until the call is decided. To be called after an attempt that was not.
   *
   * @param timeout how long, positive, or null for ever
   * @return null if the time is over
   * @throws InterruptedException if the thread is interrupted before the call was decided
   */
  final @Nullable R await(@Nullable Duration timeout) throws InterruptedException {
    Wait wait = new Wait();
    if (timeout == null) {
      return await(wait);
    }
    Clock.Alarm alarm = wait.expireAfter(timeout);
    try {
      return await(wait);
    } finally {
      alarm.cancel();
    }
  }

  private @Nullable R await(Wait wait) throws InterruptedException {
    for (;;) {
      boolean interrupted = round(wait);
      if (wait.claimed()) {
        if (interrupted) {
          Interrupts.restore(); // too late to leave: the call is complete
        }
        return completed(wait.clause(), wait.outcome());
      }
      if (interrupted) {
        throw new InterruptedException();
      }
      R result = attempt();
      if (result != null || wait.expired()) {
        return result;
      }
    }
  }

  /** Waits once, and leaves the call registered nowhere; true if an interrupt ended it. */
  private boolean round(Wait wait) {
    wait.open();
    try {
      if (watch(wait)) {
        wait.await();
      }
      return false;
    } catch (InterruptedException e) {
      return true;
    } finally {
      boolean _ = wait.withdraw();
      unwatch(wait);
    }
  }

  // The calls of a sender.

  static <T> T requireElement(T element) {
    return requireNonNull(element, "an element must not be null");
  }

  /** What is to be sent, all of it there before any is sent. */
  static Object[] requireElements(Collection<?> elements) {
    Object[] all = elements.toArray();
    for (Object element : all) {
      requireElement(element);
    }
    return all;
  }

  @SuppressWarnings("unchecked") // it holds no element
  static <T> SendResult<T> accepted() {
    return (SendResult<T>) ACCEPTED;
  }

  static <T> void send(SendPort<T> port, T element) throws InterruptedException {
    if (send(port, element, null) instanceof SendResult.Refused<T> refused) {
      throw refused.reason();
    }
  }

  /** Sends within a time, or for ever if that is null; then the result is not {@code Full}. */
  static <T> SendResult<T> send(SendPort<T> port, T element, @Nullable Duration timeout)
      throws InterruptedException {
    requireElement(element);
    Interrupts.check();
    SendResult<T> result = port.trySend(element);
    if (!(result instanceof SendResult.Full) || (timeout != null && !timeout.isPositive())) {
      return result;
    }
    SendResult<T> decided = new Sending<>(port, element).await(timeout);
    return decided == null ? new SendResult.Full<>(element) : decided;
  }

  @SuppressWarnings("unchecked") // an array of elements of the collection
  static <T> int sendAll(SendPort<T> port, Collection<? extends T> elements)
      throws InterruptedException {
    List<T> all = (List<T>) Arrays.asList(requireElements(elements));
    Interrupts.check();
    int sent = port.sendSome(all, 0);
    while (sent < all.size()) {
      SendResult<T> result;
      try {
        result = send(port, all.get(sent), null);
      } catch (InterruptedException e) {
        if (sent == 0) {
          throw e;
        }
        Interrupts.restore();
        return sent;
      }
      if (result instanceof SendResult.Refused<T> refused) {
        throw refused.reason().with(all.subList(sent, all.size()));
      }
      sent++;
      sent += port.sendSome(all, sent);
    }
    return sent;
  }

  private static final class Sending<T> extends Waiting<SendResult<T>> {
    private final SendPort<T> port;
    private final T element;

    Sending(SendPort<T> port, T element) {
      this.port = port;
      this.element = element;
    }

    @Override
    @Nullable SendResult<T> attempt() {
      SendResult<T> result = port.trySend(element);
      return result instanceof SendResult.Full ? null : result;
    }

    @Override
    boolean watch(Wait wait) {
      return port.watchSend(wait, 0, element);
    }

    @Override
    void unwatch(Wait wait) {
      port.unwatchSend(wait);
    }

    @Override
    @SuppressWarnings("unchecked") // the port completes with it
    SendResult<T> completed(int clause, Object outcome) {
      return (SendResult<T>) outcome;
    }
  }

  // The calls of a receiver.

  static <T> @Nullable T receive(ReceivePort<T> port) throws InterruptedException {
    return switch (receive(port, null)) {
      case ReceiveResult.Received<T>(T element) -> element;
      case ReceiveResult.Ended<T>(ChannelClosedException _) -> null;
      case ReceiveResult.Ended<T>(ChannelException reason) -> throw reason;
      case ReceiveResult.Empty<T> _ -> throw new AssertionError("a wait without limit is over");
    };
  }

  /** Receives within a time, or for ever if that is null; then the result is not {@code Empty}. */
  static <T> ReceiveResult<T> receive(ReceivePort<T> port, @Nullable Duration timeout)
      throws InterruptedException {
    Interrupts.check();
    ReceiveResult<T> result = port.tryReceive();
    if (!(result instanceof ReceiveResult.Empty) || (timeout != null && !timeout.isPositive())) {
      return result;
    }
    ReceiveResult<T> decided = new Receiving<>(port).await(timeout);
    return decided == null ? result : decided;
  }

  static void requireMax(int max) {
    if (max < 1) {
      throw new IllegalArgumentException("max must be > 0, was " + max);
    }
  }

  static <T> List<T> receiveAll(ReceivePort<T> port, int max) throws InterruptedException {
    requireMax(max);
    Interrupts.check();
    List<T> received = new ArrayList<>();
    port.receiveSome(received, max);
    if (received.isEmpty()) {
      T element = receive(port);
      if (element != null) {
        received.add(element);
        port.receiveSome(received, max - 1);
      }
    }
    return Collections.unmodifiableList(received);
  }

  private static final class Receiving<T> extends Waiting<ReceiveResult<T>> {
    private final ReceivePort<T> port;

    Receiving(ReceivePort<T> port) {
      this.port = port;
    }

    @Override
    @Nullable ReceiveResult<T> attempt() {
      ReceiveResult<T> result = port.tryReceive();
      return result instanceof ReceiveResult.Empty ? null : result;
    }

    @Override
    boolean watch(Wait wait) {
      return port.watchReceive(wait, 0);
    }

    @Override
    void unwatch(Wait wait) {
      port.unwatchReceive(wait);
    }

    @Override
    @SuppressWarnings("unchecked") // the port completes with it
    ReceiveResult<T> completed(int clause, Object outcome) {
      return (ReceiveResult<T>) outcome;
    }
  }

  static <T> Iterator<T> iterator(Receiver<T> receiver) {
    return new Received<>(receiver);
  }

  private static final class Received<T> implements Iterator<T> {
    private final Receiver<T> receiver;
    private @Nullable T next;
    private boolean ended;

    Received(Receiver<T> receiver) {
      this.receiver = receiver;
    }

    @Override
    public boolean hasNext() {
      if (next == null && !ended) {
        try {
          next = receiver.receive();
          ended = next == null;
        } catch (InterruptedException e) {
          Interrupts.restore();
          var cancelled = new CancellationException("interrupted while waiting for an element");
          cancelled.initCause(e);
          throw cancelled;
        }
      }
      return next != null;
    }

    @Override
    public T next() {
      if (!hasNext()) {
        throw new NoSuchElementException("the channel is closed");
      }
      T element = requireNonNull(next);
      next = null;
      return element;
    }
  }
}
