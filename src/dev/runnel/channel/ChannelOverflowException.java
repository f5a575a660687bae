package dev.runnel.channel;

/** Why a channel with {@link Overflow#FAIL} has failed: more was sent than it had room for. */
public final class ChannelOverflowException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ChannelOverflowException(int capacity) {
    super("more was sent than the channel had room for: " + capacity + " elements");
  }
}
