package dev.runnel.channel;

/**
 * What came of an attempt to receive.
 *
 * @param <T> the type of the element
 */
public sealed interface ReceiveResult<T> {

  /**
   * An element was received.
   *
   * @param <T> the type of the element
   * @param element what was received
   */
  record Received<T>(T element) implements ReceiveResult<T> {}

  /**
   * No element was there, or none in time.
   *
   * @param <T> the type of the element
   */
  record Empty<T>() implements ReceiveResult<T> {}

  /**
   * No element will come any more: everything that was accepted is received or discarded.
   *
   * @param <T> the type of the element
   * @param reason how the channel has ended, to be thrown or read
   */
  record Ended<T>(ChannelException reason) implements ReceiveResult<T> {}
}
