package dev.runnel;

/** The rules of numbers that are given to operators. */
final class Counts {
  private Counts() {}

  static void notNegative(long number, String name) {
    if (number < 0) {
      throw new IllegalArgumentException(name + " must be >= 0, was " + number);
    }
  }

  static void positive(long number, String name) {
    if (number < 1) {
      throw new IllegalArgumentException(name + " must be >= 1, was " + number);
    }
  }
}
