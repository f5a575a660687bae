package dev.runnel;

import org.jspecify.annotations.Nullable;

/** The law that no element is null (L7), checked where elements enter. */
final class Elements {
  private Elements() {}

  /** Returns {@code element}, or fails naming the operator whose source or function gave null. */
  static <T> T nonNull(@Nullable T element, String operator) {
    if (element == null) {
      throw new NullPointerException("elements must not be null: " + operator + " got null");
    }
    return element;
  }
}
