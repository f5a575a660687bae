package dev.runnel.internal.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Sources that another source, the outer one, gives while the stage runs: up to n at once. */
final class JoinStage<T> extends FanInStage<T>
    implements Feeder.Sink<Upstream.Source<T>> {
  /*
   * Idea        The feeder of the outer source waits for a free place, then starts a feeder for the
   *             inner source that it has; an inner feeder that has closed its source gives its
   *             place back. The outer END tells how many inner ones there were.
   * Invariants  I1  at most n inner sources are open, and one more has been given by the outer.
   *             I2  the outer feeder closes its source when no inner feeder runs any more.
   * Ordering    P1  element: add to inners, then read interrupting, stopping
   *                 interruptAllBut, stop: set those, then walk the inners
   *                 Either the outer feeder sees that the new inner source is not wanted, or who
   *                 ends the others finds it among them.
   * Checked by  FlatMapParTest, ParJoinTest
   */
  private final int parallelism;
  private final int buffer;
  private final Feeder<Upstream.Source<T>> outer;
  private final Transport.Lane way = transport.open();
  private final Set<Lane> inners = ConcurrentHashMap.newKeySet();
  private final AtomicInteger open = new AtomicInteger();
  private volatile boolean interrupting;
  private volatile boolean stopping;

  /** Written by the consumer before {@link #stopping}. */
  private @Nullable Throwable primary;

  /** Consumer only. */
  private long ended;

  private long total = Long.MAX_VALUE;

  JoinStage(
      Segment segment,
      StageSettings settings,
      Upstream.Source<Upstream.Source<T>> sources,
      int parallelism) {
    super(segment, settings);
    this.parallelism = parallelism;
    this.buffer = settings.buffer();
    // The outer feeder's segment needs a scope for the inner ones, whatever the outer source holds.
    Upstream.Source<Upstream.Source<T>> forking =
        sources.forking();
    outer = new Feeder<>(segment, name, forking, this, Long.MAX_VALUE, 1);
  }

  @Override
  List<Feeder<?>> feeders() {
    List<Feeder<?>> feeders = new ArrayList<>(List.of(outer));
    inners.forEach(inner -> feeders.add(inner.feeder));
    return feeders;
  }

  @Override
  void ended(Signal.End end) {
    if (rings.lane() == way) {
      total = end.total();
      failWith(end.failure());
    } else {
      super.ended(end);
    }
  }

  @Override
  void laneEnded(Lane inner) {
    ended++;
  }

  @Override
  boolean exhausted() {
    return ended == total;
  }

  @Override
  void laneDone(Lane inner) {
    inners.remove(inner);
    open.decrementAndGet();
    outer.nudge();
  }

  @Override
  void interruptAllBut(@Nullable Lane one) {
    interrupting = true; // P1
    outer.interrupt();
    for (Lane inner : inners) {
      if (inner != one) {
        inner.feeder.interrupt();
      }
    }
  }

  @Override
  void stop(@Nullable Throwable failure) {
    primary = failure;
    stopping = true; // P1
    outer.stop(failure);
    inners.forEach(inner -> inner.feeder.stop(failure));
  }

  // The outer source; called by its feeder.

  @Override
  public void element(Upstream.Source<T> source, long index)
      throws InterruptedException {
    outer.await(() -> open.get() < parallelism);
    Lane inner =
        new Lane(
            outer.driven(), name + " inner", source, buffer, Closing.WHEN_END_IS_TAKEN);
    open.incrementAndGet();
    inners.add(inner); // P1: before interrupting and stopping are read
    if (interrupting) {
      inner.feeder.interrupt();
    }
    if (stopping) {
      inner.feeder.stop(primary);
    }
    try {
      inner.feeder.start();
    } catch (Throwable t) {
      laneDone(inner);
      throw t;
    }
  }

  @Override
  public void ended(long count, @Nullable Throwable failure) {
    if (failure != null) {
      noteFailure(failure);
      interruptAllBut(null);
    }
    way.put(count, new Signal.End(count, failure));
  }

  @Override
  public void brokenOff(Throwable failure) {
    noteBrokenOff(failure);
  }

  @Override
  public boolean mayClose() {
    return false;
  }

  @Override
  public boolean working() {
    return open.get() > 0;
  }

  @Override
  public void closeFailed(Throwable failure) {
    noteCloseFailure(failure);
  }

  @Override
  public void done() {
    feederDone();
  }
}
