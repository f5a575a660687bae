package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.Segment;

/** Opens what is above {@code withContext}. */
record ContextOpener<T>(Runnel<T> upstream, ContextCapture capture) implements Opener<T> {

  @Override
  public Cursor<T> open(Segment segment) throws Exception {
    return upstream.open(segment.withContext(captured()));
  }

  /** Takes the context of the current thread. */
  Segment.Context captured() throws Exception {
    ContextCapture.Captured captured =
        requireNonNull(capture.capture(), "a context capture must not give null");
    return () -> requireNonNull(captured.install(), "a context must not install null");
  }

  /** Opens on a thread to which another brings what it has captured. */
  Cursor<T> openUnder(Segment.Context captured, Segment segment) throws Exception {
    return upstream.open(segment.withContext(captured));
  }
}
