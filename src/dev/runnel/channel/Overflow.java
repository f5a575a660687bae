package dev.runnel.channel;

/**
 * What becomes of an element that is sent to a full channel. What is dropped has been accepted, and
 * goes to the discard hook.
 */
public enum Overflow {
  /** The sender waits for room. */
  WAIT,
  /** The element that is being sent is dropped. */
  DROP_NEWEST,
  /** The element that has waited for longest is dropped. */
  DROP_OLDEST,
  /** All that wait are dropped: receivers get the latest. */
  KEEP_LATEST,
  /** The element is refused, and the channel fails with a {@link ChannelOverflowException}. */
  FAIL
}
