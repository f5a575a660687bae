package dev.runnel;

import dev.runnel.internal.park.InterruptWord;
import dev.runnel.internal.park.Interrupts;
import dev.runnel.internal.scope.Abandoned;
import dev.runnel.internal.scope.Background;
import dev.runnel.internal.stage.Failures;
import dev.runnel.internal.stage.Segment;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run in the background; see {@link Runnel#start()}. Whoever holds it owns the run: any thread
 * may join, cancel and close it.
 *
 * <p>The run does not keep the VM alive, so a program joins it before it ends. One that is dropped
 * without a close is cancelled some time after it has become unreachable, with a warning in the
 * log; so keep it in a variable or field as long as it shall run.
 */
public final class BackgroundRun implements AutoCloseable {
  private final Work work;
  private final Cleaner.Cleanable net;

  private BackgroundRun(Work work) {
    this.work = work;
    this.net = Abandoned.watch(this, "runnel background run", work::settled, work::close);
  }

  /** Begins a run, under the context of the current thread if that is to be captured. */
  static <T> BackgroundRun start(Runnel<T> stream) {
    Failures.CallSite site = new Failures.CallSite("start");
    if (!(stream.opener() instanceof ContextOpener<T> capturing)) {
      return new BackgroundRun(new Work(stream, () -> () -> {}, site));
    }
    Segment.Context context;
    try {
      context = capturing.captured();
    } catch (Throwable t) {
      throw Terminal.<RuntimeException>unchecked(Terminal.wrapped(t));
    }
    Runnel<T> under =
        new Runnel<>(segment -> capturing.openUnder(context, segment), stream.forks());
    return new BackgroundRun(new Work(under, context, site));
  }

  /**
   * Waits until the run has ended: all its threads too, and all it opened is closed. May be called
   * any number of times, by any thread.
   *
   * @throws CancellationException if the run was cancelled before its end
   * @throws InterruptedException if the calling thread is interrupted while it waits; the run goes
   *     on
   * @throws IllegalStateException if a function of the run calls this, which would wait for itself
   * @throws RunnelException if the stream threw a checked exception, its cause; an unchecked one is
   *     thrown as it is
   */
  public void join() throws InterruptedException {
    if (work.thread.employsCurrentThread()) {
      throw new IllegalStateException(
          "a background run must not be joined by a function of its own; return from it instead");
    }
    try {
      work.thread.await();
      switch (work.outcome()) {
        case Outcome.Completed _ -> {
        }
        case Outcome.Cancelled _ ->
            throw new CancellationException("the background run was cancelled");
        case Outcome.Failed failed -> throw work.told(failed);
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Asks the run to stop, and does not wait: what it is doing is interrupted, then all is closed.
   * Does nothing once the run has ended.
   */
  public void cancel() {
    try {
      work.thread.interrupt();
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Tells whether the run has ended and all it opened is closed.
   *
   * @return whether there is an outcome
   */
  public boolean isDone() {
    return outcome().isPresent();
  }

  /**
   * Tells how the run has ended.
   *
   * @return completed, failed or cancelled; empty as long as it goes on
   */
  public Optional<Outcome> outcome() {
    try {
      return Optional.ofNullable(work.thread.result());
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Cancels the run if it has not ended, and waits, uninterruptibly, until it has. A failure that
   * {@link #join()} has told nobody is thrown, once; so is that of a finaliser. Called by a
   * function of the run, it only cancels.
   *
   * @throws RunnelException around a checked exception; an unchecked one is thrown as it is
   */
  @Override
  public void close() {
    try {
      work.close();
    } finally {
      if (work.settled()) {
        net.clean();
      }
      Reference.reachabilityFence(this);
    }
  }

  /** The run, which knows nothing of its handle. */
  private static final class Work {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundRun.class);

    private final Runnel<?> stream;
    private final Segment.Context context;
    private final Failures.CallSite site;
    private volatile boolean told;

    /** The run's own: what user code threw because the run was cancelled. */
    private @Nullable Throwable brokenOff;

    /** Last, because what it starts reads the others. */
    final Background<Outcome> thread;

    Work(Runnel<?> stream, Segment.Context context, Failures.CallSite site) {
      this.stream = stream;
      this.context = context;
      this.site = site;
      this.thread = new Background<>("runnel start", this::run);
    }

    Outcome outcome() {
      Outcome outcome = thread.result();
      if (outcome == null) {
        throw new AssertionError("a background run must have an outcome when it has ended");
      }
      return outcome;
    }

    /** Tells whether the run has ended and nobody needs to be told of a failure. */
    boolean settled() {
      Outcome outcome = thread.result();
      return outcome != null && (told || !(outcome instanceof Outcome.Failed));
    }

    /** Returns what a caller sees of the failure. */
    RuntimeException told(Outcome.Failed failed) {
      told = true;
      throw Terminal.<RuntimeException>unchecked(Terminal.wrapped(failed.cause()));
    }

    void close() {
      thread.interrupt();
      if (!thread.employsCurrentThread()) {
        thread.awaitUninterruptibly();
        if (!told && outcome() instanceof Outcome.Failed failed) {
          throw told(failed);
        }
      }
    }

    private Outcome run(InterruptWord word) {
      Segment segment = null;
      try {
        Segment opened = Segment.open("runnel start", stream.forks());
        segment = opened;
        Failures.both(() -> driveUnderContext(opened, word), opened::close);
      } catch (Throwable t) {
        if (brokenOff != null && !Failures.bareInterrupt(brokenOff)) {
          Failures.suppress(t, brokenOff);
        }
        Failures.markCallSite(t, site, segment == null ? null : segment.origin(t));
        return new Outcome.Failed(t);
      }
      if (brokenOff == null) {
        return new Outcome.Completed();
      }
      LOG.debug("A background run was cancelled; thrown by what it was doing", brokenOff);
      return new Outcome.Cancelled();
    }

    private void driveUnderContext(Segment segment, InterruptWord word) throws Exception {
      AutoCloseable installed = context.install();
      Failures.both(() -> drive(stream, segment, word), installed::close);
    }

    private <T> void drive(Runnel<T> pulled, Segment segment, InterruptWord word)
        throws Exception {
      Cursor<T> cursor = pulled.open(segment);
      Failures.both(() -> pullAll(cursor, segment, word), cursor::close);
    }

    /** Returns normally if the run is cancelled, so that closing it is that of an early stop. */
    private void pullAll(Cursor<?> cursor, Segment segment, InterruptWord word) throws Exception {
      word.enter();
      try {
        segment.check(); // cancelled before the first instruction
        boolean _ = cursor.forEachWhile(_ -> true);
      } catch (Throwable t) {
        if (!word.interrupted() || segment.crossed(t)) {
          segment.failed(t);
          throw t;
        }
        brokenOff = t;
      } finally {
        word.leave();
        Interrupts.clear(); // from here on finalisers run, and nothing cuts them short
      }
    }
  }
}
