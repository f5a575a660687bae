package dev.runnel.channel;

import java.util.List;

/** Tells that a channel has failed; the cause is what it failed with. */
public final class ChannelFailedException extends ChannelException {
  private static final long serialVersionUID = 1;

  ChannelFailedException(Throwable failure, List<?> refused) {
    super("the channel has failed: " + failure, failure, refused);
  }
}
