package dev.runnel.kit;

/** Adds up what a run hands down, by one thread at a time, and tells whether all came through. */
public final class Sum {
  private long value;

  /** Takes an element. */
  public void add(Integer element) {
    value += element;
  }

  /** Returns the sum if it is this one, and fails if not. */
  public long checked(long expected) {
    if (value != expected) {
      throw new AssertionError("the sum is " + value + " and not " + expected);
    }
    return value;
  }

  /** Returns the sum if it is that of each number below {@code count}, and fails if not. */
  public long checkedRange(long count) {
    return checked(count * (count - 1) / 2);
  }
}
