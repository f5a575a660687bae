package dev.runnel.channel;

import java.time.Duration;
import java.util.Collection;

/**
 * The end of a channel that elements go in by.
 *
 * <p>Elements of one sending thread are received in the order in which they were sent. None is
 * null.
 *
 * @param <T> the type of the elements
 */
public interface Sender<T> extends AutoCloseable {

  /**
   * Sends an element, waiting for room.
   *
   * <p><b>Order</b> senders that wait are served in the order of their arrival. <b>Interruption</b>
   * on entry and while waiting: then the element has not been sent, and the flag is clear. No
   * exception follows an element that was accepted.
   *
   * @param element what to send
   * @throws InterruptedException if the thread is interrupted before the element was accepted
   * @throws ChannelException if the channel is closed, failed or cancelled; it holds the element
   */
  void send(T element) throws InterruptedException;

  /**
   * Sends an element if there is room now.
   *
   * <p><b>Interruption</b> adds no wait, and the flag is not looked at.
   *
   * @param element what to send
   * @return whether it was accepted; if not, why, and the element
   */
  SendResult<T> trySend(T element);

  /**
   * Sends an element, waiting for room up to a time.
   *
   * <p><b>Interruption</b> as for {@link #send(Object)}.
   *
   * @param element what to send
   * @param timeout how long to wait; not at all if it is not positive
   * @return whether it was accepted; if not, why, and the element
   * @throws InterruptedException if the thread is interrupted before the element was accepted
   */
  SendResult<T> send(T element, Duration timeout) throws InterruptedException;

  /**
   * Sends elements in their order, waiting for room, and publishing many at once where there is.
   *
   * <p><b>Interruption</b> on entry and while waiting: with the flag clear if no element was
   * accepted; else the call returns how many were, and the flag is set.
   *
   * @param elements what to send; read before the first is sent
   * @return how many were accepted: all of them, unless the thread was interrupted
   * @throws NullPointerException if one is null; then none was sent
   * @throws InterruptedException if the thread is interrupted before the first was accepted
   * @throws ChannelException if the channel is closed, failed or cancelled; it holds those that
   *     were not accepted
   */
  int sendAll(Collection<? extends T> elements) throws InterruptedException;

  /**
   * Closes the channel, or the one way into it that this sender is: what was accepted is still
   * received, then receivers see the end. Does nothing if it is over already. Any thread; does not
   * wait. A sender that waits is refused.
   */
  @Override
  void close();

  /**
   * As {@link #close}, but after what was accepted receivers see a failure.
   *
   * @param failure why; the cause of the {@link ChannelFailedException} that receivers get
   * @return whether this call has ended the channel; if not, the failure is nowhere kept
   */
  boolean fail(Throwable failure);

  /**
   * Gives the end up for another thread, if it belongs to the calling one. Where an end is not
   * bound to a thread, this does nothing.
   */
  void release();

  /**
   * Tells whether sending has ended: by a close, a failure, or a cancel.
   *
   * @return whether nothing more is accepted
   */
  boolean isClosed();
}
