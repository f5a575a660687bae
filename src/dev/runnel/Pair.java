package dev.runnel;

import static java.util.Objects.requireNonNull;

/**
 * Two values that belong together.
 *
 * @param <A> the type of the first value
 * @param <B> the type of the second value
 * @param first the first value
 * @param second the second value
 */
public record Pair<A, B>(A first, B second) {

  /**
   * Pairs two values.
   *
   * @throws NullPointerException if one is null
   */
  public Pair {
    requireNonNull(first, "first");
    requireNonNull(second, "second");
  }
}
