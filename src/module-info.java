import org.jspecify.annotations.NullMarked;

/**
 * Runnel: pull-based streams on virtual threads.
 *
 * <p>A pipeline reads like plain blocking code, is run by structured concurrency, and hands its
 * elements from thread to thread through bounded buffers. Start at {@link dev.runnel.Runnel}.
 */
@NullMarked module dev.runnel {
  requires org.slf4j;
  requires static org.jspecify;

  exports dev.runnel;
  exports dev.runnel.channel;
}
