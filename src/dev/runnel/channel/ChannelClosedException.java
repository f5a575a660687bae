package dev.runnel.channel;

import java.util.List;

/** Tells that a channel was closed. */
public final class ChannelClosedException extends ChannelException {
  private static final long serialVersionUID = 1;

  ChannelClosedException(List<?> refused) {
    super("the channel is closed", null, refused);
  }

  @Override
  ChannelException with(List<?> refused) {
    return new ChannelClosedException(refused);
  }
}
