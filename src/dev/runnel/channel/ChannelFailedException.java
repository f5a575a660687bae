package dev.runnel.channel;

import java.util.List;

/** Tells that a channel has failed; the cause is what it failed with. */
public final class ChannelFailedException extends ChannelException {
  private static final long serialVersionUID = 1;

  private final transient Throwable failure;

  ChannelFailedException(Throwable failure, List<?> refused) {
    super("the channel has failed: " + failure, failure, refused);
    this.failure = failure;
  }

  @Override
  ChannelException with(List<?> refused) {
    return new ChannelFailedException(failure, refused);
  }
}
