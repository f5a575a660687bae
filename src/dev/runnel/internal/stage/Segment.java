package dev.runnel.internal.stage;

import dev.runnel.internal.park.Clock;
import dev.runnel.internal.park.InterruptWord;
import dev.runnel.internal.park.Interrupts;
import java.util.concurrent.Callable;

/** The part of a run that one thread drives: opened, pulled and closed on that thread. */
public final class Segment implements AutoCloseable {
  private final Clock clock = Clock.current();

  /** Looks at interruption; sources call it for each element, and loops without elements each round. */
  public void check() throws InterruptedException {
    InterruptWord word = InterruptWord.ofCurrentThread();
    if (word != null && word.interrupted()) {
      throw new InterruptedException();
    }
    Interrupts.check();
  }

  /**
   * Tells whether {@code thrown} comes from an interrupt that stops this run, so that no recovery, no
   * retry and no error mapping may see it.
   */
  public boolean stopping(Throwable thrown) {
    return thrown instanceof InterruptedException;
  }

  /** Runs an acquire or a release that is not cut short by an interrupt. */
  public <A> A shielded(Callable<A> action) throws Exception {
    return Interrupts.shielded(action);
  }

  /** Where the time of this run comes from. */
  public Clock clock() {
    return clock;
  }

  @Override
  public void close() {}
}
