package dev.runnel.internal.stage;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.park.InterruptWord;
import dev.runnel.internal.park.Interrupts;
import dev.runnel.internal.park.Waiter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread that drives the segment above a stage: opens it, pulls while there is room, and closes
 * it. At the end of its source it parks, the source open, until it is told to close; so what the
 * source holds stays open while the elements that came from it are in use.
 */
final class Feeder<T> {
  /**
   * Where a feeder's elements go, and what it asks before it closes. Called on the feeder's thread.
   */
  interface Sink<T> {
    /**
     * Takes the next element; may wait on the feeder until a condition holds.
     *
     * @throws InterruptedException if the feeder is interrupted while it waits
     */
    void element(T element, long index) throws InterruptedException;

    /** Takes the next elements, as {@link #element}. */
    @SuppressWarnings("unchecked") // filled with elements only
    default void elements(Upstream.Batch batch, long index) throws InterruptedException {
      for (int i = 0; i < batch.size(); i++) {
        element((T) requireNonNull(batch.items[i]), index + i);
      }
    }

    /** Takes the end: nothing follows. */
    void ended(long total, @Nullable Throwable failure);

    /** Takes what was thrown because the library interrupted the feeder. */
    void brokenOff(Throwable thrown);

    /** Tells whether the source may be closed before the stage is; read again after a nudge. */
    boolean mayClose();

    /** Tells whether what came from the source may still be in work; read again after a nudge. */
    boolean working();

    /** Takes what closing the source threw. */
    void closeFailed(Throwable failure);

    /** Takes notice that the feeder has nothing more to do. */
    void done();
  }

  /**
   * How many elements a feeder pulls at a time: one whose bound never makes it wait then lets
   * others run.
   */
  private static final int ROUND = 256;

  private final Segment parent;
  private final String name;
  private final Upstream.Source<T> source;
  private final Sink<T> sink;
  private final Room room;
  private final boolean unbounded;
  private final Waiter waiter = new Waiter();
  private final InterruptWord word;

  /** The threads of the workers that have begun and not ended. */
  private final Set<Thread> workers = ConcurrentHashMap.newKeySet();

  private volatile boolean stopping;

  /** Written by the consumer before {@link #stopping}: what the run below fails with. */
  private @Nullable Throwable primary;

  /** Feeder only. */
  private long pulled;

  private boolean ended;

  /**
   * Written by the feeder before it tells of its end or is done, read by the consumer after: what
   * came through a boundary above, and where it was thrown.
   */
  private @Nullable Throwable foreign;

  private @Nullable StageSettings foreignOrigin;

  /** Written by the feeder, read by a time-out's alarm too. */
  private volatile @Nullable Segment segment;

  /**
   * Creates a feeder that is not started yet.
   *
   * @param parent the segment whose thread consumes; it starts, stops and awaits the feeder
   * @param name the stage's name
   * @param source what to pull from
   * @param sink where elements go
   * @param bound how many elements may be pulled and not handed down
   * @param buffer the buffer among them
   */
  Feeder(
      Segment parent,
      String name,
      Upstream.Source<T> source,
      Sink<T> sink,
      long bound,
      int buffer) {
    this.parent = parent;
    this.name = name;
    this.source = source;
    this.sink = sink;
    this.room = new Room(bound, buffer, waiter);
    this.unbounded = bound > Integer.MAX_VALUE;
    this.word = new InterruptWord(parent.word());
  }

  Room room() {
    return room;
  }

  void start() {
    parent.fork(name + " feeder", () -> word.carry(this::run));
  }

  /** Interrupts what the source is doing; the feeder then parks until {@link #stop}. Any thread. */
  void interrupt() {
    word.interrupt();
  }

  /** Lets the feeder look again at what its sink tells. Any thread. */
  void nudge() {
    waiter.signal();
  }

  /** Stops the feeder for good: it closes its source and ends. Consumer only. */
  void stop(@Nullable Throwable failure) {
    primary = failure;
    stopping = true;
    word.interrupt();
    waiter.signal();
  }

  /** The feeder's thread, while it has begun and not ended; any thread. */
  @Nullable Thread running() {
    return segment == null ? null : word.owner();
  }

  /**
   * What the feeder, its workers, and the stages in the segment it drives are doing; any thread.
   */
  String describe() {
    StringBuilder text = new StringBuilder(StackTop.of(name + " feeder", word.owner()));
    workers.forEach(
        worker -> text.append("; ").append(StackTop.of(worker.getName(), worker)));
    Segment mine = segment;
    if (mine != null) {
      mine.describeStages().forEach(stage -> text.append("; ").append(stage));
    }
    return text.toString();
  }

  /** The stage above in which a failure was thrown, or null if none; consumer only. */
  @Nullable StageSettings origin(Throwable failure) {
    return failure == foreign ? foreignOrigin : null;
  }

  /**
   * The segment that the feeder drives, in whose task scope the sink forks; in the feeder's loop
   * only.
   */
  Segment driven() {
    Segment mine = segment;
    if (mine == null) {
      throw new IllegalStateException(name + ": a worker is started by the feeder's loop only");
    }
    return mine;
  }

  /** Forks in the task scope of the segment that the feeder drives; in the feeder's loop only. */
  void forkWorker(String threadName, Runnable body) {
    driven().fork(
        threadName,
        () -> {
          Thread worker = Thread.currentThread();
          workers.add(worker);
          try {
            body.run();
          } finally {
            workers.remove(worker);
          }
        });
  }

  /** Waits until what is nudged about holds; in the feeder's loop only. */
  void await(BooleanSupplier condition) throws InterruptedException {
    waiter.await(condition);
  }

  private void run() {
    try {
      Segment mine = parent.child(name, source.forks());
      segment = mine;
      Failures.both(() -> drive(mine), mine::close);
    } catch (Throwable t) {
      noteOrigin(t, segment);
      if (ended || word.interrupted()) {
        sink.closeFailed(t);
      } else {
        end(t); // the segment could not be opened
      }
    } finally {
      segment = null;
      sink.done();
    }
  }

  private void drive(Segment mine) throws Exception {
    Upstream<T> upstream = null;
    try {
      word.enter();
      mine.check(); // stopped before the first instruction
      upstream = source.opening().open(mine);
      pump(mine, upstream);
    } catch (Throwable t) {
      thrown(t, mine);
    }
    word.leave();
    Interrupts.clear(); // from here on finalisers run, and nothing cuts them short
    waiter.awaitUninterruptibly(() -> stopping || sink.mayClose());
    awaitWorkers(mine);
    if (primary != null) {
      mine.failed(primary);
    }
    if (upstream != null) {
      upstream.close();
    }
  }

  private void awaitWorkers(Segment mine) {
    if (sink.working()) {
      try (Patience _ = Patience.untilEnded(mine.clock(), name, () -> List.copyOf(workers))) {
        waiter.awaitUninterruptibly(() -> !sink.working());
      }
    }
  }

  private void pump(Segment mine, Upstream<T> upstream) throws Exception {
    Upstream.Batch batch = new Upstream.Batch();
    long limit;
    boolean over;
    do {
      limit = Math.min(room.await(pulled), pulled + ROUND);
      over = source.pure() ? pumpBatch(mine, upstream, limit, batch) : pump(mine, upstream, limit);
      if (unbounded) {
        Interrupts.giveWay(); // else it keeps its carrier, and no worker may ever have one
      }
    } while (!over);
    end(null);
  }

  /** Pulls a batch of what nobody can tell is pulled at once; returns whether that was the end. */
  private boolean pumpBatch(
      Segment mine, Upstream<T> upstream, long limit, Upstream.Batch batch) throws Exception {
    mine.check();
    batch.clear(limit - pulled);
    try {
      return upstream.fill(batch);
    } finally {
      sink.elements(batch, pulled);
      pulled += batch.size();
    }
  }

  /**
   * Pulls up to a limit, or to the end, and returns whether that was the end. Called often, so that
   * it is compiled as a whole and not as one endless loop while it runs.
   */
  private boolean pump(Segment mine, Upstream<T> upstream, long limit) throws Exception {
    long count = pulled; // not in the field, whose line the consumer would have to share
    try {
      while (count < limit) {
        mine.check();
        T element = upstream.next();
        if (element == null) {
          return true;
        }
        sink.element(element, count);
        count++;
      }
      return false;
    } finally {
      pulled = count;
    }
  }

  private void thrown(Throwable t, Segment mine) {
    if (word.interrupted()) {
      sink.brokenOff(t);
    } else {
      mine.failed(t);
      noteOrigin(t, mine);
      end(t);
    }
  }

  private void noteOrigin(Throwable failure, @Nullable Segment mine) {
    StageSettings origin = mine == null ? null : mine.origin(failure);
    if (origin != null && foreign == null) {
      foreign = failure;
      foreignOrigin = origin;
    }
  }

  private void end(@Nullable Throwable failure) {
    ended = true;
    sink.ended(pulled, failure);
  }
}
