package dev.runnel;

import static java.util.Objects.requireNonNull;

/**
 * How a stream, or a part of one, ended; seen at the place of the operator that asks. Told to
 * finalisers and to the release of a resource.
 */
public sealed interface Outcome {

  /** The end was reached: everything upstream was emitted. */
  record Completed() implements Outcome {}

  /**
   * A failure from upstream passed by.
   *
   * @param cause what was thrown upstream, unwrapped
   */
  record Failed(Throwable cause) implements Outcome {

    /**
     * Notes the failure.
     *
     * @throws NullPointerException if {@code cause} is null
     */
    public Failed {
      requireNonNull(cause, "cause");
    }
  }

  /**
   * Neither: downstream wanted no more, failed itself, or the run was interrupted before the end
   * was reached.
   */
  record Cancelled() implements Outcome {}
}
