package dev.runnel.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** Counts the threads of the library before and after: none may outlive the run that started it. */
public final class ThreadLedger {
  private long before;

  /** Notes how many threads there are. */
  public void begin() {
    before = live();
  }

  /** Fails if a thread started since {@link #begin} still lives. */
  public void assertNoneLeft() {
    assertEquals(before, live(), "threads of the library that live on");
  }

  private static long live() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("runnel"))
        .count();
  }
}
