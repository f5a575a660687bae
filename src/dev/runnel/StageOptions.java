package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.StageSettings;

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
 */
public record StageOptions(int buffer, String name) {
  private static final StageOptions DEFAULTS = new StageOptions(Runnel.DEFAULT_BUFFER, "");

  /**
   * Checks the rules.
   *
   * @throws IllegalArgumentException if {@code buffer < 1}
   * @throws NullPointerException if {@code name} is null
   */
  public StageOptions {
    Counts.positive(buffer, "buffer");
    requireNonNull(name, "name");
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
    return new StageOptions(elements, name);
  }

  /**
   * Changes the name.
   *
   * @param stage the new name
   * @return options with that name
   * @throws NullPointerException if {@code stage} is null
   */
  public StageOptions withName(String stage) {
    return new StageOptions(buffer, stage);
  }

  /** What the stage of an operator is built with; called where the user builds it. */
  StageSettings settings(String operator) {
    return StageSettings.of(
        name.isEmpty() ? "runnel " + operator : "runnel " + operator + " " + name, buffer);
  }
}
