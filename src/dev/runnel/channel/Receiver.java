package dev.runnel.channel;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of a channel that elements come out of.
 *
 * @param <T> the type of the elements
 */
public interface Receiver<T> extends Iterable<T> {

  /**
   * Receives the next element, waiting for it.
   *
   * <p><b>Interruption</b> on entry and while waiting: then no element was taken, and the flag is
   * clear.
   *
   * @return the element, or null when the channel was closed and everything was received
   * @throws InterruptedException if the thread is interrupted before an element was taken
   * @throws ChannelFailedException if the channel failed and everything before that was received
   * @throws ChannelCancelledException if the channel was cancelled
   */
  @Nullable T receive() throws InterruptedException;

  /**
   * Receives an element if one is there now.
   *
   * <p><b>Interruption</b> adds no wait, and the flag is not looked at.
   *
   * @return the element, or why there is none
   */
  ReceiveResult<T> tryReceive();

  /**
   * Receives the next element, waiting for it up to a time.
   *
   * <p><b>Interruption</b> as for {@link #receive()}.
   *
   * @param timeout how long to wait; not at all if it is not positive
   * @return the element, or why there is none
   * @throws InterruptedException if the thread is interrupted before an element was taken
   */
  ReceiveResult<T> receive(Duration timeout) throws InterruptedException;

  /**
   * Receives what is there, waiting for at least one element.
   *
   * <p><b>Interruption</b> as for {@link #receive()}.
   *
   * @param max how many elements at most, at least 1
   * @return the elements, in order, unmodifiable; none when the channel was closed and everything
   *     was received
   * @throws IllegalArgumentException if {@code max < 1}
   * @throws InterruptedException if the thread is interrupted before an element was taken
   * @throws ChannelFailedException as for {@link #receive()}
   * @throws ChannelCancelledException as for {@link #receive()}
   */
  List<T> receiveAll(int max) throws InterruptedException;

  /**
   * Ends the channel from this side: senders are refused, and what is queued goes to the discard
   * hook. Any thread; does not wait.
   *
   * @return true when everything is accounted for; false if a receiving thread that is alive owns
   *     the end, and will discard the rest in its next call or release. A later call finishes for a
   *     thread that has died.
   */
  boolean cancel();

  /**
   * Gives the end up for another thread, if it belongs to the calling one. Where an end is not
   * bound to a thread, this does nothing.
   */
  void release();

  /**
   * Counts the elements that wait to be received, at about this moment.
   *
   * @return how many
   */
  int size();

  /**
   * Returns how many elements can wait.
   *
   * @return 0 for a rendezvous, {@link Integer#MAX_VALUE} for an unbounded channel
   */
  int capacity();

  /**
   * Iterates over what is received until the end. {@code hasNext} waits; an interrupt makes it
   * throw a {@link java.util.concurrent.CancellationException} with the flag set.
   *
   * @return an iterator for one thread; elements it has not given stay in the channel, but for one
   *     that {@code hasNext} has told of
   */
  @Override
  Iterator<T> iterator();
}
