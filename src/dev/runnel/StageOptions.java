package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.StageSettings;
import java.time.Duration;

/**
 * What can be set at an operator with threads of its own, beside how many. Immutable; start from
 * {@link #defaults} and change what differs.
 *
 * {@snippet class=dev.runnel.StageOptionsTest region=example}
 *
 * @param buffer how many elements may wait for the pulling thread, or be pulled beyond those that
 *     functions run on; at least 1. Default {@link Runnel#DEFAULT_BUFFER}
 * @param name what the stage is called, after the name of its operator, in the names of its threads
 *     and of its scope in a thread dump, and in the marker on its failures. Default: empty, nothing
 * @param drain how long functions in flight may go on when the run stops early, because downstream
 *     wants no more, before they are interrupted; not negative. What they return is discarded, what
 *     they throw is a late failure. For calls that an interrupt harms, such as one of a pooled
 *     socket, which it closes. The thread that pulls upstream is interrupted at once all the same,
 *     and after a failure or an interrupt of the caller so are they. Default: zero, at once
 */
public record StageOptions(int buffer, String name, Duration drain) {
  private static final StageOptions DEFAULTS =
      new StageOptions(Runnel.DEFAULT_BUFFER, "", Duration.ZERO);

  /**
   * Checks the rules.
   *
   * @throws IllegalArgumentException if {@code buffer < 1} or {@code drain} is negative
   * @throws NullPointerException if {@code name} or {@code drain} is null
   */
  public StageOptions {
    Counts.positive(buffer, "buffer");
    requireNonNull(name, "name");
    if (drain.isNegative()) {
      throw new IllegalArgumentException("drain must be >= 0, was " + drain);
    }
  }

  /**
   * What operators do that are told nothing.
   *
   * @return the defaults
   */
  public static StageOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Changes the buffer.
   *
   * @param elements the new buffer
   * @return options with that buffer
   * @throws IllegalArgumentException if {@code elements < 1}
   */
  public StageOptions withBuffer(int elements) {
    return new StageOptions(elements, name, drain);
  }

  /**
   * Changes the name.
   *
   * @param stage the new name
   * @return options with that name
   * @throws NullPointerException if {@code stage} is null
   */
  public StageOptions withName(String stage) {
    return new StageOptions(buffer, stage, drain);
  }

  /**
   * Lets functions in flight end when the run stops early.
   *
   * @param deadline how long they may go on before they are interrupted
   * @return options with that time
   * @throws IllegalArgumentException if {@code deadline} is negative
   * @throws NullPointerException if {@code deadline} is null
   */
  public StageOptions withDrain(Duration deadline) {
    return new StageOptions(buffer, name, deadline);
  }

  /** What the stage of an operator is built with; called where the user builds it. */
  StageSettings settings(String operator) {
    return StageSettings.of(
        name.isEmpty() ? "runnel " + operator : "runnel " + operator + " " + name, buffer, drain);
  }
}
