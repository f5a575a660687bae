package dev.runnel.internal.stage;

import dev.runnel.internal.park.Waiter;
import dev.runnel.internal.ring.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An asynchronous boundary of a running pipeline, as the thread below it sees it: it pulls elements
 * that other threads have made, and closes the boundary when it wants no more.
 *
 * <p>End and failure come through the transport after the elements that were sent before them. The
 * first failure in the stage's order is thrown by {@link #next}; what else fails is suppressed on
 * it by the time {@link #close} has returned.
 */
public abstract sealed class ConcurrentStage<R> permits MapStage, FanInStage {
  private static final Logger LOG = LoggerFactory.getLogger(ConcurrentStage.class);

  /** So many elements without a wait are taken for a sign that the next are near. */
  private static final int BURST = 16;

  final String name;
  private final StageSettings settings;
  final Transport transport;

  final Segment segment;

  /** Where the consumer waits for the feeders to end. */
  private final Waiter closing = new Waiter();

  private final AtomicInteger running = new AtomicInteger();

  /** What sources and functions failed with. */
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  /** What user code threw after the library had interrupted it. */
  private final Queue<Throwable> brokenOff = new ConcurrentLinkedQueue<>();

  /** What closing the sources threw. */
  private final Queue<Throwable> closeFailures = new ConcurrentLinkedQueue<>();

  /** Consumer only: how many elements were returned. */
  final Tally delivered = new Tally();

  /** Consumer only: the count of these when it last found none. */
  private long deliveredBeforeWait;

  /** Consumer only: known to have failed; thrown when what came before it has been handed down. */
  private @Nullable Throwable failed;

  /** Consumer only: the failure that {@link #next} has thrown. */
  private @Nullable Throwable thrown;

  private boolean over;
  private boolean closed;

  ConcurrentStage(Segment segment, StageSettings settings, Transport transport) {
    this.segment = segment;
    this.settings = settings;
    this.name = settings.name();
    this.transport = transport;
  }

  /**
   * Gives the next element, waiting for it.
   *
   * @return the element, or null at the end and ever after
   * @throws InterruptedException if the consumer is interrupted while it waits
   * @throws Exception the stage's failure, as it was thrown
   */
  public final @Nullable R next() throws Exception {
    handDown();
    while (!over) {
      Object item = exhausted() ? null : failed == null ? receive() : transport.poll();
      switch (item) {
        case null -> over = true;
        case Signal.Failed signal -> failed = failed == null ? signal.failure() : failed;
        case Signal.End signal -> ended(signal);
        default -> {
          delivered.add();
          return result(item);
        }
      }
    }
    Throwable failure = failed;
    failed = null;
    if (failure != null) {
      thrown = failure;
      segment.noteForeign(failure, origin(failure));
      Failures.rethrow(failure);
    }
    return null;
  }

  /**
   * Stops the threads of this stage, awaits their end and the closing of what is above, and throws
   * what that threw. Does nothing the second time; waits uninterruptibly.
   *
   * @throws Exception what a finaliser above threw
   */
  public final void close() throws Exception {
    if (closed) {
      return;
    }
    StackRoom.require(); // or it is left to the segment's close, which is nearer to the bottom
    closed = true;
    over = true;
    Throwable primary = thrown != null ? thrown : segment.primary();
    stop(primary);
    awaitFeeders();
    segment.remove(this);
    Discarding rest = new Discarding(segment, segment.discards());
    transport.clear(rest);
    Throwable failure = settle(primary);
    for (Throwable closeFailure : closeFailures) {
      if (closeFailure != thrown) {
        if (failure == null) {
          segment.noteForeignClose(closeFailure, origin(closeFailure));
        }
        failure = Failures.first(failure, closeFailure);
      }
    }
    failure = rest.failure == null ? failure : Failures.first(failure, rest.failure);
    Failures.rethrow(failure);
  }

  /** Starts the feeders; the segment closes what has begun if this throws. */
  final ConcurrentStage<R> start() {
    segment.add(this);
    for (Feeder<?> feeder : feeders()) {
      running.incrementAndGet();
      try {
        feeder.start();
      } catch (Throwable t) {
        running.decrementAndGet();
        throw t;
      }
    }
    return this;
  }

  /** Tells in a few words what runs above, for the message of a time-out; any thread. */
  final String describe() {
    return String.join("; ", feeders().stream().map(Feeder::describe).toList());
  }

  /**
   * Notes a failure that {@link #next} will throw, or that is suppressed on another. Any thread.
   */
  final void noteFailure(Throwable failure) {
    failures.add(failure);
  }

  /** Notes what user code threw because the library interrupted it. Any thread. */
  final void noteBrokenOff(Throwable failure) {
    brokenOff.add(failure);
  }

  /** Notes what closing a source threw. Any thread. */
  final void noteCloseFailure(Throwable failure) {
    closeFailures.add(failure);
  }

  /** Notes that a feeder has nothing more to do; the feeder. */
  final void feederDone() {
    if (running.decrementAndGet() == 0) {
      closing.signal();
    }
  }

  /** Makes the stage fail with what a source ended with; consumer only. */
  final void failWith(@Nullable Throwable failure) {
    if (failed == null) {
      failed = failure;
    }
  }

  /** Tells in which stage a failure was thrown: this one, unless it came from one above. */
  private StageSettings origin(Throwable failure) {
    for (Feeder<?> feeder : feeders()) {
      StageSettings above = feeder.origin(failure);
      if (above != null) {
        return above;
      }
    }
    return settings;
  }

  abstract List<? extends Feeder<?>> feeders();

  /** The element that was returned last, if any, has been handed down; consumer only. */
  abstract void handDown();

  /** Tells feeders of all that was handed down, because the consumer is about to wait. */
  abstract void publish();

  /** Takes the end of a source; consumer only. */
  abstract void ended(Signal.End end);

  /** Tells whether everything the sources gave was delivered; consumer only. */
  abstract boolean exhausted();

  /** Stops all threads of this stage; consumer only. */
  abstract void stop(@Nullable Throwable primary);

  private void awaitFeeders() {
    if (running.get() > 0) {
      try (Patience _ = Patience.untilEnded(segment.clock(), name, this::runningFeeders)) {
        closing.awaitUninterruptibly(() -> running.get() == 0);
      }
    }
  }

  private List<Thread> runningFeeders() {
    List<Thread> threads = new ArrayList<>();
    for (Feeder<?> feeder : feeders()) {
      Thread thread = feeder.running();
      if (thread != null) {
        threads.add(thread);
      }
    }
    return threads;
  }

  private Object receive() throws InterruptedException {
    Object item = transport.poll();
    if (item == null) {
      publish();
      if (delivered.count() - deliveredBeforeWait >= BURST) {
        Waiter.standOff(); // elements come fast: more are there in a moment
      }
      deliveredBeforeWait = delivered.count();
      item = transport.take();
    }
    return item;
  }

  @SuppressWarnings("unchecked") // every item that is no signal is what the stage gives
  private R result(Object item) {
    return (R) item;
  }

  /** Suppresses or hands over what failed beside the primary; returns what the hook threw. */
  private @Nullable Throwable settle(@Nullable Throwable primary) {
    Throwable hookFailure = null;
    for (Throwable failure : failures) {
      if (primary == null) {
        try {
          segment.lateFailure(failure);
        } catch (Throwable t) {
          hookFailure = Failures.first(hookFailure, t);
        }
      } else {
        Failures.suppress(primary, failure);
      }
    }
    for (Throwable failure : brokenOff) {
      if (primary == null || Failures.bareInterrupt(failure)) {
        LOG.debug("{}: thrown by what the library interrupted, no failure", name, failure);
      } else {
        Failures.suppress(primary, failure);
      }
    }
    return hookFailure;
  }
}
