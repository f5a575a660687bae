package dev.runnel.internal.scope;

import dev.runnel.internal.park.Waiter;
import java.util.ArrayList;
import java.util.List;

/**
 * A task scope of plain virtual threads: no scoped values inherited, no tree in the thread dump.
 */
final class OwnTaskScope extends TaskScope {
  /** Below this many threads the ended ones are not looked for. */
  private static final int PURGE_FROM = 64;

  /**
   * Owner only. Ended threads are dropped when it has doubled, so it holds at most twice the live.
   */
  private final List<Thread> threads = new ArrayList<>();

  private int purgeAt = PURGE_FROM;

  @Override
  void start(String name, Runnable body) {
    if (threads.size() >= purgeAt) {
      threads.removeIf(thread -> !thread.isAlive());
      purgeAt = Math.max(PURGE_FROM, 2 * threads.size());
    }
    Thread thread = Thread.ofVirtual().name(name).unstarted(body);
    threads.add(thread); // before it runs, so that none can run unknown
    thread.start();
  }

  @Override
  void awaitAll() {
    threads.forEach(Waiter::awaitEnd);
    threads.clear();
  }
}
