package dev.runnel.internal.stage;

import dev.runnel.internal.park.Clock;
import dev.runnel.internal.park.InterruptWord;
import dev.runnel.internal.park.Interrupts;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The concurrent map: one feeder, workers started by need, and a transport that gives results as
 * they come or in source order.
 */
final class MapStage<T, R> extends ConcurrentStage<R> implements Feeder.Sink<T> {
  /*
   * Idea        The feeder offers elements as claims, workers map them and put the results. A
   *             worker that fails lowers the limit to the last index that is still wanted, stops
   *             the claims, and interrupts the feeder and every worker beyond the limit, whether or
   *             not anyone pulls.
   * Invariants  I1  at most n workers, so at most n functions run; started by the feeder only.
   *             I2  in source order a claimed j < i always runs: claims are taken in order, and
   *                 nothing at or below the limit is refused or interrupted.
   *             I3  a worker's indices ascend, so once it may be interrupted, all that it will map
   *                 may be: it enters its word for a burst of elements, not for each.
   * Ordering    P1  work: current = index, then read limit
   *                 stopBeyond: lower limit, then read current
   *                 Both volatile: either the worker sees that its element is not wanted any more,
   *                 or whoever lowered the limit sees the element and interrupts it.
   * Checked by  ParEvalMapTest, ParEvalMapUnorderedTest
   */
  private static final long NOTHING = -1;

  private final Segment.@Nullable Discards discards;
  private final Mapping<? super T, ? extends R> mapping;
  private final int parallelism;
  private final boolean ordered;
  private final Feeder<T> feeder;
  private final Room room;
  private final Transport.Lane way = transport.open();
  private final Claims<T> claims;
  private final Queue<Worker> workers = new ConcurrentLinkedQueue<>();
  private final AtomicInteger live = new AtomicInteger();
  private final AtomicInteger arrived = new AtomicInteger();
  private final AtomicLong limit = new AtomicLong(Long.MAX_VALUE);
  private final Duration drain;

  /** Written by the consumer before it stops the feeder: functions in flight go on for a while. */
  private volatile boolean draining;

  private Clock.@Nullable Alarm deadline;

  /** Feeder only. */
  private int started;

  /** Consumer only. */
  private long total = Long.MAX_VALUE;
  private @Nullable Throwable sourceFailure;

  MapStage(
      Segment segment,
      StageSettings settings,
      Upstream.Source<T> source,
      int parallelism,
      boolean ordered,
      Transport transport,
      Mapping<? super T, ? extends R> mapping) {
    super(segment, settings, transport);
    this.mapping = mapping;
    this.discards = source.discards();
    this.drain = settings.drain();
    this.parallelism = parallelism;
    this.ordered = ordered;
    // The feeder's segment needs a scope for the workers, whatever the source holds.
    Upstream.Source<T> forking =
        source.forking();
    int buffer = settings.buffer();
    long bound = (long) parallelism + buffer;
    this.claims = new Claims<>(bound);
    this.feeder = new Feeder<>(segment, name, forking, this, bound, buffer);
    this.room = feeder.room();
  }

  @Override
  List<Feeder<T>> feeders() {
    return List.of(feeder);
  }

  @Override
  void handDown() {
    room.handed(delivered.count());
  }

  @Override
  void publish() {
    room.publish(delivered.count());
  }

  @Override
  void ended(Signal.End end) {
    total = end.total();
    sourceFailure = end.failure();
  }

  @Override
  boolean exhausted() {
    if (delivered.count() < total) {
      return false;
    }
    failWith(sourceFailure);
    return true;
  }

  @Override
  void stop(@Nullable Throwable primary) {
    draining = primary == null && drain.isPositive();
    stopBeyond(NOTHING);
    if (draining) {
      deadline = segment.clock().schedule(drain, this::interruptBeyondLimit);
    }
    feeder.stop(primary);
  }

  @Override
  public void element(T element, long index) {
    transport.expect(index);
    claims.offer(element);
    // Counted before the workers that have not come yet are: each of these takes one of them.
    if (started < parallelism && claims.waiting() > started - arrived.get()) {
      startWorker();
    }
  }

  @Override
  public void ended(long count, @Nullable Throwable failure) {
    if (failure != null) {
      noteFailure(failure);
    }
    claims.end();
    transport.expect(count);
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
    return live.get() > 0;
  }

  @Override
  public void closeFailed(Throwable failure) {
    noteCloseFailure(failure);
  }

  @Override
  public void done() {
    if (deadline != null) {
      deadline.cancel();
    }
    Discarding rest = new Discarding(segment, discards);
    claims.clear(rest);
    if (rest.failure != null) {
      noteCloseFailure(rest.failure);
    }
    feederDone();
  }

  private void startWorker() {
    Worker worker = new Worker();
    live.incrementAndGet();
    workers.add(worker);
    try {
      feeder.forkWorker(name + " worker " + (started + 1), worker);
    } catch (Throwable t) {
      workers.remove(worker);
      live.decrementAndGet();
      throw t;
    }
    started++;
  }

  /** A function has failed: acts itself, whether or not anyone is pulling. */
  private void fail(Transport.Lane lane, long index, Throwable failure) {
    noteFailure(failure);
    stopBeyond(ordered ? index : NOTHING);
    feeder.interrupt();
    lane.put(index, new Signal.Failed(failure));
  }

  /** Lets nothing start any more, and interrupts what runs for an index above {@code last}. */
  private void stopBeyond(long last) {
    limit.accumulateAndGet(last, Math::min); // P1: before any current is read
    claims.stop();
    if (!draining) {
      interruptBeyondLimit();
    }
  }

  private void interruptBeyondLimit() {
    for (Worker worker : workers) {
      if (worker.current > limit.get()) {
        worker.word.interrupt();
      }
    }
  }

  private final class Worker implements Runnable {
    private final Transport.Lane lane = transport.open();
    private final Claims.Place place = claims.open();
    final InterruptWord word = new InterruptWord();

    /** The index of the element that the function runs on, or ran on last. */
    private volatile long current = NOTHING;

    @Override
    public void run() {
      try {
        word.carry(this::work);
      } finally {
        if (live.decrementAndGet() == 0) {
          feeder.nudge();
        }
      }
    }

    private void work() {
      arrived.incrementAndGet();
      boolean goesOn = true;
      while (goesOn) {
        goesOn = mapAll();
      }
    }

    /** Maps elements until none waits, but waits for the first; returns whether it may go on. */
    private boolean mapAll() {
      T element = claims.take(place); // declared here: a frame that waits retains none
      boolean goesOn = element != null;
      if (goesOn) {
        word.enter();
        while (element != null) {
          goesOn = map(element);
          element = goesOn ? claims.poll(place) : null;
        }
        word.leave();
        Interrupts.clear();
      }
      return goesOn;
    }

    /** Maps one element; returns whether this worker may go on. */
    private boolean map(T element) {
      long index = place.index();
      current = index; // P1: before the limit is read
      if (index > limit.get()) {
        claims.giveBack(element);
        return false;
      }
      Object result = null;
      Throwable failure = null;
      try {
        result = mapping.apply(element);
      } catch (Throwable t) {
        failure = t;
      }
      Interrupts.clear(); // whoever set it meant the function, not the next element's
      boolean interrupted = word.interrupted();
      if (result != null) {
        lane.put(index, result);
      } else if (failure != null && interrupted) {
        noteBrokenOff(failure);
      } else if (failure != null) {
        fail(lane, index, failure);
      }
      return failure == null && !interrupted;
    }
  }
}
