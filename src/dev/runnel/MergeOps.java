package dev.runnel;

import static java.util.Objects.requireNonNull;

/** Operators that run several streams at once into one. */
sealed interface MergeOps<T> permits Runnel {

  /**
   * Runs this stream and {@code other} at once and emits the elements of both as they come, with a
   * buffer of {@link Runnel#DEFAULT_BUFFER} for each; see {@link
   * Runnel#mergeAll(java.util.Collection, int)}.
   *
   * {@snippet class=dev.runnel.MergeTest region=example}
   *
   * @param other the stream to run beside this one
   * @return a stream of the elements of both
   * @throws NullPointerException if {@code other} is null
   */
  default Runnel<T> merge(Runnel<? extends T> other) {
    return Runnel.mergeAll((Runnel<T>) this, requireNonNull(other, "other"));
  }
}
