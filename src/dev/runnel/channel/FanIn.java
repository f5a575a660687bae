package dev.runnel.channel;

/**
 * Many senders into one receiver, each by a way of its own, without a lock: nobody waits for
 * another's element, and idle senders cost the receiver nothing.
 *
 * <p>An element that was accepted is received, but a receiving call that does not wait may miss it
 * for the moment that its sender needs to tell of it; also when the fan-in is closed meanwhile.
 *
 * <p>The receiver serves senders that have something in turn, after at most 32 elements of one; so
 * a {@link #receiveAll} gives what is there of one sender, and no more than that. Each sender
 * belongs to the first thread that uses it, and so does the receiving end, until released.
 *
 * @param <T> the type of the elements
 */
public sealed interface FanIn<T> extends Receiver<T>, AutoCloseable permits FanInChannel {

  /**
   * Adds a sender. Closing it ends its own way only; failing it fails the whole.
   *
   * @return a sender with room for {@link #capacity} elements of its own
   * @throws ChannelException if the whole has ended
   */
  Sender<T> sender();

  /**
   * Closes all senders, and takes no new one: what was accepted is still received, then the
   * receiver sees the end. Does not wait.
   */
  @Override
  void close();
}
