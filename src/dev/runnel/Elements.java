package dev.runnel;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;
import java.util.Vector;
import org.jspecify.annotations.Nullable;

/** The law that no element is null (L7), checked where elements enter. */
final class Elements {
  /** Collections of the JDK that iterate over memory of their own. A subclass may do anything. */
  private static final Set<Class<?>> PLAIN =
      Set.of(
          ArrayList.class,
          ArrayDeque.class,
          LinkedList.class,
          HashSet.class,
          LinkedHashSet.class,
          Vector.class,
          Arrays.asList().getClass(),
          List.of().getClass(),
          List.of(1).getClass(),
          Set.of().getClass(),
          Set.of(1).getClass());

  private Elements() {}

  /** Tells whether iterating over {@code elements} is known to run no user code and to end. */
  static boolean iterateWithoutUserCode(Iterable<?> elements) {
    return PLAIN.contains(elements.getClass());
  }

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
