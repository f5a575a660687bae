package dev.runnel;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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

  /** Copies the streams that an operator of several is given. */
  static <T> List<Runnel<? extends T>> sources(Collection<? extends Runnel<? extends T>> sources) {
    List<Runnel<? extends T>> copy = new ArrayList<>(requireNonNull(sources, "sources"));
    copy.forEach(source -> requireNonNull(source, "sources must not hold null"));
    return copy;
  }
}
