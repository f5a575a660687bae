package dev.runnel.channel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells that a channel has ended, in which of the three ways, and what it did not accept. */
public abstract sealed class ChannelException extends RuntimeException
    permits ChannelClosedException, ChannelFailedException, ChannelCancelledException {
  private static final long serialVersionUID = 1;

  /** Null in a copy that was serialized: elements do not travel with it. */
  private final transient @Nullable List<?> refused;

  ChannelException(String message, @Nullable Throwable cause, List<?> refused) {
    super(message, cause);
    this.refused = List.copyOf(refused);
  }

  /**
   * Returns the elements that the call which threw this was to send and that were not accepted.
   *
   * @return them, in order; none where nothing was to be sent, or after a serialization
   */
  public List<?> refused() {
    List<?> elements = refused;
    return elements == null ? List.of() : elements;
  }

  /** The same for a call of the current thread that was to send these. */
  abstract ChannelException with(List<?> refused);
}
