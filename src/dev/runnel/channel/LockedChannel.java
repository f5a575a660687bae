package dev.runnel.channel;

import static java.util.Objects.requireNonNull;

import dev.runnel.channel.WaitQueue.Node;
import dev.runnel.internal.park.Interrupts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A channel of any number of senders and receivers, behind a lock. */
abstract sealed class LockedChannel<T> implements Channel<T>, SendPort<T>, ReceivePort<T>
    permits ManyToManyChannel, RendezvousChannel, UnboundedChannel, OverflowChannel {
  /*
   * Idea        Calls that wait stand in line, and whoever comes from the other side completes
   *             them: a sender gives its element to the first receiver that it can claim; a
   *             receiver takes the first element, and moves that of the first sender that it can
   *             claim into the place. The end of the channel tells all who wait to try again, and
   *             so to see it.
   * Invariants  I1  a receiver waits only while nothing is queued and no other call waits to send;
   *                 a sender only while there is no room and no other call waits to receive. So
   *                 nothing that comes later overtakes a queued element or one who waits.
   *             I2  calls are woken, and elements discarded, after the lock was left: what is found
   *                 under it is noted in woken and dropped, which are empty whenever it is free.
   *             I3  who waits has left its line when its call returns, by whatever way.
   * Ordering    the lock, and the complete of a Wait.
   * Source      the channels of Go, and of crossbeam.
   * Checked by  ChannelContract, SelectTest
   */
  /**
   * After so many times that the lock was left while others queued for it, who leaves it gives way:
   * else virtual threads that never wait keep their carriers, and with them the lock, from one that
   * heads the queue and needs a carrier.
   */
  private static final int GIVE_WAY_EVERY = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final int capacity;
  private final Discard<T> discard;

  // Guarded by the lock.
  private final Queue<T> queue;
  private final WaitQueue<T> senders = new WaitQueue<>();
  private final WaitQueue<T> receivers = new WaitQueue<>();
  private final WaitQueue<T> woken = new WaitQueue<>();
  private List<T> dropped = List.of();
  private int crowded;
  private final Ending ending = new Ending(); // changed under the lock, read anywhere

  LockedChannel(int capacity, Queue<T> queue, @Nullable Consumer<? super T> hook) {
    this.capacity = capacity;
    this.queue = queue;
    this.discard = new Discard<>(hook);
  }

  // What a flavour decides. Under the lock.

  /**
   * What becomes of an element for which there is no room.
   *
   * @return whether it was accepted; if not, and the channel has not ended, the sender may wait
   */
  boolean overflow(T element) {
    return false;
  }

  final void enqueue(T element) {
    queue.add(element);
  }

  final void drop(T element) {
    if (discard.wanted()) {
      if (dropped.isEmpty()) {
        dropped = new ArrayList<>();
      }
      dropped.add(element);
    }
  }

  final void dropFirst() {
    drop(queue.remove());
  }

  final void dropQueued() {
    while (!queue.isEmpty()) {
      dropFirst();
    }
  }

  /** Ends the channel by a failure, unless it has ended. */
  final boolean failLocked(Throwable failure) {
    return ending.fail(failure) && wakeAll();
  }

  private boolean wakeAll() {
    wakeAll(senders);
    wakeAll(receivers);
    return true;
  }

  private void wakeAll(WaitQueue<T> waiting) {
    for (Node<T> node = waiting.poll(); node != null; node = waiting.poll()) {
      woken.add(node);
    }
  }

  /** Leaves the lock, then wakes and discards what was noted under it. */
  private void unlock() {
    Node<T> wake = woken.takeAll();
    List<T> discarded = dropped;
    dropped = List.of();
    boolean giveWay = lock.hasQueuedThreads() && ++crowded % GIVE_WAY_EVERY == 0;
    lock.unlock();
    WaitQueue.wake(wake);
    discarded.forEach(discard::accept);
    if (giveWay) {
      Interrupts.giveWay();
    }
  }

  // The sending end.

  /** Under the lock. */
  private boolean offer(T element) {
    if (ending.ended()) {
      return false;
    }
    for (Node<T> node = receivers.poll(); node != null; node = receivers.poll()) {
      if (node.wait.claim(node.clause)) {
        node.outcome = new ReceiveResult.Received<>(element);
        woken.add(node);
        return true;
      }
    }
    if (queue.size() < capacity) {
      queue.add(element);
      return true;
    }
    return overflow(element);
  }

  @Override
  public final SendResult<T> trySend(T element) {
    Waiting.requireElement(element);
    boolean taken;
    boolean ended;
    lock.lock();
    try {
      taken = offer(element);
      ended = ending.ended();
    } finally {
      unlock();
    }
    if (taken) {
      return Waiting.accepted();
    }
    return ended
        ? new SendResult.Refused<>(element, ending.reason(List.of(element)))
        : new SendResult.Full<>(element);
  }

  @Override
  public final int sendSome(List<? extends T> elements, int from) {
    lock.lock();
    try {
      int at = from;
      while (at < elements.size() && offer(elements.get(at))) {
        at++;
      }
      return at - from;
    } finally {
      unlock();
    }
  }

  @Override
  public final boolean watchSend(Wait wait, int clause, T element) {
    lock.lock();
    try {
      if (ending.ended() || queue.size() < capacity || receivers.hasOther(wait)) {
        return false;
      }
      senders.add(new Node<>(wait, clause, element));
      return true;
    } finally {
      unlock();
    }
  }

  @Override
  public final void unwatchSend(Wait wait) {
    unwatch(senders, wait);
  }

  private void unwatch(WaitQueue<T> waiting, Wait wait) {
    lock.lock();
    try {
      waiting.removeAll(wait);
    } finally {
      unlock();
    }
  }

  @Override
  public final void send(T element) throws InterruptedException {
    Waiting.send(this, element);
  }

  @Override
  public final SendResult<T> send(T element, Duration timeout) throws InterruptedException {
    return Waiting.send(this, element, requireNonNull(timeout, "timeout"));
  }

  @Override
  public final int sendAll(Collection<? extends T> elements) throws InterruptedException {
    return Waiting.sendAll(this, elements);
  }

  @Override
  public final void close() {
    lock.lock();
    try {
      boolean _ = ending.close() && wakeAll();
    } finally {
      unlock();
    }
  }

  @Override
  public final boolean fail(Throwable failure) {
    requireNonNull(failure, "failure");
    lock.lock();
    try {
      return failLocked(failure);
    } finally {
      unlock();
    }
  }

  @Override
  public final boolean isClosed() {
    return ending.ended();
  }

  // The receiving end.

  /** Under the lock. */
  private @Nullable T poll() {
    T element = queue.poll();
    T next = ofSender();
    if (element == null) {
      return next; // a rendezvous; elsewhere nobody waits while nothing is queued
    }
    if (next != null) {
      queue.add(next);
    }
    return element;
  }

  private @Nullable T ofSender() {
    for (Node<T> node = senders.poll(); node != null; node = senders.poll()) {
      if (node.wait.claim(node.clause)) {
        node.outcome = Waiting.accepted();
        woken.add(node);
        return node.element;
      }
    }
    return null;
  }

  @Override
  public final ReceiveResult<T> tryReceive() {
    T element;
    boolean ended;
    lock.lock();
    try {
      element = poll();
      ended = ending.ended();
    } finally {
      unlock();
    }
    if (element != null) {
      return new ReceiveResult.Received<>(element);
    }
    return ended
        ? new ReceiveResult.Ended<>(ending.reason(List.of()))
        : new ReceiveResult.Empty<>();
  }

  @Override
  public final void receiveSome(List<? super T> into, int max) {
    lock.lock();
    try {
      for (int left = max; left > 0; left--) {
        T element = poll();
        if (element == null) {
          return;
        }
        into.add(element);
      }
    } finally {
      unlock();
    }
  }

  @Override
  public final boolean watchReceive(Wait wait, int clause) {
    lock.lock();
    try {
      if (ending.ended() || !queue.isEmpty() || senders.hasOther(wait)) {
        return false;
      }
      receivers.add(new Node<>(wait, clause, null));
      return true;
    } finally {
      unlock();
    }
  }

  @Override
  public final void unwatchReceive(Wait wait) {
    unwatch(receivers, wait);
  }

  @Override
  public final @Nullable T receive() throws InterruptedException {
    Interrupts.check();
    T element;
    lock.lock();
    try {
      element = poll();
    } finally {
      unlock();
    }
    return element == null ? Waiting.receive(this) : element;
  }

  @Override
  public final ReceiveResult<T> receive(Duration timeout) throws InterruptedException {
    return Waiting.receive(this, requireNonNull(timeout, "timeout"));
  }

  @Override
  public final List<T> receiveAll(int max) throws InterruptedException {
    return Waiting.receiveAll(this, max);
  }

  @Override
  public final Iterator<T> iterator() {
    return Waiting.iterator(this);
  }

  @Override
  public final boolean cancel() {
    lock.lock();
    try {
      ending.cancel();
      dropQueued();
      return wakeAll();
    } finally {
      unlock();
    }
  }

  // Both.

  @Override
  public final void release() {} // no end is bound to a thread

  @Override
  public final int size() {
    lock.lock();
    try {
      return queue.size();
    } finally {
      unlock();
    }
  }

  @Override
  public final int capacity() {
    return capacity;
  }
}
