package dev.runnel.channel;

/**
 * What came of an attempt to send.
 *
 * @param <T> the type of the element
 */
public sealed interface SendResult<T> {

  /**
   * The channel has the element.
   *
   * @param <T> the type of the element
   */
  record Accepted<T>() implements SendResult<T> {}

  /**
   * There was no room, or none in time; the sender keeps the element.
   *
   * @param <T> the type of the element
   * @param element what was not sent
   */
  record Full<T>(T element) implements SendResult<T> {}

  /**
   * The channel takes nothing any more; the sender keeps the element.
   *
   * @param <T> the type of the element
   * @param element what was not sent
   * @param reason how the channel has ended, to be thrown or read
   */
  record Refused<T>(T element, ChannelException reason) implements SendResult<T> {}

  /**
   * Tells whether the channel has the element.
   *
   * @return whether it was accepted
   */
  default boolean accepted() {
    return this instanceof Accepted;
  }
}
