package dev.runnel.channel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.park.Interrupts;
import dev.runnel.internal.park.Waiter;
import dev.runnel.internal.ring.Owner;
import dev.runnel.internal.ring.SpscRing;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sending end of a ring: of one thread at a time. */
abstract class RingSender<T> implements SendPort<T> {
  private final Ending ending;
  private final Owner owner = new Owner();
  private final Waiter waiter = new Waiter();

  /** The call over several channels that waits here, if one does. */
  private volatile @Nullable Wait wait;

  RingSender(Ending ending) {
    this.ending = ending;
  }

  abstract SpscRing<T> ring();

  /** Tells who waits for room to look again; any thread. */
  final void rouse() {
    waiter.signal();
    Wait now = wait;
    if (now != null) {
      now.hint();
    }
  }

  @Override
  public final void send(T element) throws InterruptedException {
    Waiting.requireElement(element);
    if (Interrupts.flagged() || !owner.bound() || ring().offer(element) != 1) { // short: is inlined
      sendAnyhow(element);
    }
  }

  private void sendAnyhow(T element) throws InterruptedException {
    Interrupts.check();
    for (int sent = offer(element); sent != 1; sent = offer(element)) {
      if (sent == SpscRing.REFUSED) {
        throw ending.reason(List.of(element));
      }
      awaitRoom();
    }
  }

  @Override
  public final SendResult<T> trySend(T element) {
    Waiting.requireElement(element);
    return switch (offer(element)) {
      case SpscRing.REFUSED -> new SendResult.Refused<>(element, ending.reason(List.of(element)));
      case SpscRing.FULL -> new SendResult.Full<>(element);
      default -> Waiting.accepted();
    };
  }

  @Override
  public final SendResult<T> send(T element, Duration timeout) throws InterruptedException {
    return Waiting.send(this, element, requireNonNull(timeout, "timeout"));
  }

  @Override
  public final int sendAll(Collection<? extends T> elements) throws InterruptedException {
    Object[] all = Waiting.requireElements(elements);
    Interrupts.check();
    int from = 0;
    while (from < all.length) {
      int sent = mine() ? ring().offer(all, from, all.length) : SpscRing.REFUSED;
      if (sent == SpscRing.REFUSED) {
        throw ending.reason(Arrays.asList(all).subList(from, all.length));
      }
      from += sent;
      if (sent == SpscRing.FULL && !awaitedRoom(from > 0)) {
        return from;
      }
    }
    return from;
  }

  @Override
  public final void release() {
    owner.release();
  }

  @Override
  public final boolean watchSend(Wait call, int clause, T element) {
    if (!mine()) {
      return false;
    }
    if (wait == call) {
      return true; // by another of its clauses
    }
    wait = call; // before the announcement: who takes that back rouses
    if (ring().producerLeaves()) {
      return true;
    }
    wait = null;
    return false;
  }

  @Override
  public final void unwatchSend(Wait call) {
    if (wait == call) {
      ring().producerStays();
      wait = null;
    }
  }

  private int offer(T element) {
    return mine() ? ring().offer(element) : SpscRing.REFUSED;
  }

  /** Fails unless the end is this thread's, but tells false on a closed ring: anyone is refused. */
  private boolean mine() {
    if (owner.bind()) {
      return true;
    }
    if (ring().closed()) {
      return false; // and its slots are left alone
    }
    throw RingReceiver.misuse("sending", owner);
  }

  private void awaitRoom() throws InterruptedException {
    if (ring().producerLeaves()) {
      try {
        waiter.await(() -> !ring().producerWaits());
      } catch (InterruptedException e) {
        ring().producerStays();
        throw e;
      }
    }
  }

  /** As {@link #awaitRoom}; an interrupt after something was moved is kept, and tells false. */
  private boolean awaitedRoom(boolean moved) throws InterruptedException {
    try {
      awaitRoom();
      return true;
    } catch (InterruptedException e) {
      if (!moved) {
        throw e;
      }
      Interrupts.restore();
      return false;
    }
  }
}
