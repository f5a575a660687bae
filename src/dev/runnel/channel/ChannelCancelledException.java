package dev.runnel.channel;

import java.util.List;

/** Tells that the receiving side of a channel has cancelled it. */
public final class ChannelCancelledException extends ChannelException {
  private static final long serialVersionUID = 1;

  ChannelCancelledException(List<?> refused) {
    super("the channel is cancelled", null, refused);
  }

  @Override
  ChannelException with(List<?> refused) {
    return new ChannelCancelledException(refused);
  }
}
