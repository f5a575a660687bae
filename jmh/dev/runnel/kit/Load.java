package dev.runnel.kit;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Elements that are boxed beforehand, and the sum that tells whether all of them came through. */
public final class Load {
  private static final Integer[] VALUES = new Integer[1024];
  private static final int MASK = VALUES.length - 1;

  static {
    Arrays.setAll(VALUES, i -> i);
  }

  private Load() {}

  /** The i-th element. */
  public static Integer at(int i) {
    return VALUES[i & MASK];
  }

  /** The elements in an array: the i-th is at {@code i} modulo its length, a power of two. */
  public static Integer[] array() {
    return VALUES.clone();
  }

  /** The elements in batches: the i-th is at {@code i} modulo their number, a power of two. */
  public static List<List<Integer>> batches(int size) {
    return IntStream.range(0, VALUES.length / size)
        .mapToObj(i -> List.of(Arrays.copyOfRange(VALUES, i * size, (i + 1) * size)))
        .toList();
  }

  /** The sum of some elements. */
  public static long sum(Iterable<Integer> elements) {
    long sum = 0;
    for (int element : elements) {
      sum += element;
    }
    return sum;
  }

  /** Returns the sum of the first {@code count} elements if it is that, and fails if not. */
  public static long checked(int count, long sum) {
    long full = (long) (count / VALUES.length) * VALUES.length * MASK / 2;
    long rest = count & MASK;
    if (sum != full + rest * (rest - 1) / 2) {
      throw new AssertionError("elements were lost or doubled: the sum is " + sum);
    }
    return sum;
  }
}
