package dev.runnel.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.internal.scope.TaskScope;

/** Counts the threads of the library before and after: none may outlive the run that started it. */
public final class ThreadLedger {
  private long before;

  /** Notes how many threads there are. */
  public void begin() {
    before = TaskScope.liveThreads();
  }

  /** Fails if a thread started since {@link #begin} still lives. */
  public void assertNoneLeft() {
    assertEquals(before, TaskScope.liveThreads(), "threads of the library that live on");
  }
}
