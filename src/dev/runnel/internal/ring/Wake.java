package dev.runnel.internal.ring;

/** What a ring calls when it takes back the announcement of a side that waits, once for each. */
@FunctionalInterface
public interface Wake {

  /** Wakes who waits, or notes that it has something to do. Does not wait, nor run user code. */
  void wake();
}
