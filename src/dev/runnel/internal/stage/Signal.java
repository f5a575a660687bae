package dev.runnel.internal.stage;

import org.jspecify.annotations.Nullable;

/** What travels through a transport beside the elements; user code never sees one. */
sealed interface Signal {

  /**
   * The source has ended.
   *
   * @param total how many elements it gave
   * @param failure what it failed with, or null
   */
  record End(long total, @Nullable Throwable failure) implements Signal {}

  /**
   * The stage has failed: a function did, or a timer, or a finaliser of a source that had ended.
   */
  record Failed(Throwable failure) implements Signal {}
}
