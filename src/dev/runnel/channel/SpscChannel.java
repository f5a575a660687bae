package dev.runnel.channel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.ring.SpscRing;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One sending thread, one receiving thread, and a ring between them: no lock, no allocation. */
final class SpscChannel<T> extends RingReceiver<T> implements Channel<T>, SendPort<T> {
  private final RingSender<T> sender = new RingSender<>(ending) {
    @Override
    SpscRing<T> ring() {
      return ring;
    }

    @Override
    public void close() {
      SpscChannel.this.close();
    }

    @Override
    public boolean fail(Throwable failure) {
      return SpscChannel.this.fail(failure);
    }

    @Override
    public boolean isClosed() {
      return ring.closed();
    }
  };

  private final SpscRing<T> ring;

  SpscChannel(int capacity, @Nullable Consumer<? super T> onDiscard) {
    super(onDiscard);
    ring = new SpscRing<>(capacity, this::rouse, sender::rouse);
  }

  @Override
  public void send(T element) throws InterruptedException {
    sender.send(element);
  }

  @Override
  public SendResult<T> trySend(T element) {
    return sender.trySend(element);
  }

  @Override
  public SendResult<T> send(T element, Duration timeout) throws InterruptedException {
    return sender.send(element, timeout);
  }

  @Override
  public int sendAll(Collection<? extends T> elements) throws InterruptedException {
    return sender.sendAll(elements);
  }

  @Override
  public boolean watchSend(Wait call, int clause, T element) {
    return sender.watchSend(call, clause, element);
  }

  @Override
  public void unwatchSend(Wait call) {
    sender.unwatchSend(call);
  }

  @Override
  public void close() {
    ending.close();
    ring.close(); // by who comes second, too: nothing is accepted once this has returned
  }

  @Override
  public boolean fail(Throwable failure) {
    boolean first = ending.fail(requireNonNull(failure, "failure"));
    ring.close();
    return first;
  }

  @Override
  public boolean isClosed() {
    return ring.closed();
  }

  @Override
  public int size() {
    return ring.size();
  }

  @Override
  public int capacity() {
    return ring.capacity();
  }

  @Override
  @Nullable T poll() {
    return ring.poll();
  }

  @Override
  int poll(@Nullable Object[] into, int from, int to) {
    return ring.poll(into, from, to);
  }

  @Override
  Iterable<SpscRing<T>> rings() {
    return List.of(ring);
  }

  @Override
  int available(int wanted) {
    return ring.available(wanted);
  }

  @Override
  void free() {
    ring.free();
  }

  @Override
  boolean consumerLeaves() {
    return ring.consumerLeaves();
  }

  @Override
  boolean consumerStays() {
    return ring.consumerStays();
  }

  @Override
  boolean consumerWaits() {
    return ring.consumerWaits();
  }

  @Override
  boolean drained() {
    return ring.drained();
  }

  @Override
  void shut() {
    ring.close();
  }

  @Override
  void releaseOther() {
    sender.release();
  }
}
