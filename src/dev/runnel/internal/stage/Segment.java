package dev.runnel.internal.stage;

import dev.runnel.internal.park.Clock;
import dev.runnel.internal.park.InterruptWord;
import dev.runnel.internal.park.Interrupts;
import dev.runnel.internal.scope.Coordinator;
import dev.runnel.internal.scope.Forks;
import dev.runnel.internal.scope.TaskScope;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of a run that one thread drives: opened, pulled and closed on that thread. It owns the
 * task scope in which the feeders of the boundaries above it live, if there are any.
 *
 * <p>The last segment of a run is the caller's; each boundary above it has a feeder that drives the
 * next.
 */
public final class Segment {
  private static final Logger LOG = LoggerFactory.getLogger(Segment.class);

  /** So many that the pause costs little beside the rounds, even if they do give elements. */
  private static final int ROUNDS_PER_PAUSE = 4096;

  private final Drive drive;
  private final LateFailures lateFailures;

  /** What gets the elements that the boundary opened right here drops. */
  private final @Nullable Discards discards;

  /** What the threads above install, or null. */
  private final @Nullable Context context;

  private Segment(
      Drive drive,
      LateFailures lateFailures,
      @Nullable Discards discards,
      @Nullable Context context) {
    this.drive = drive;
    this.lateFailures = lateFailures;
    this.discards = discards;
    this.context = context;
  }

  private Segment(Drive drive) {
    this(drive, Segment::warnOfLateFailure, null, null);
  }

  /**
   * Begins a run on the current thread.
   *
   * @param run the name of the terminal operation
   * @param forks whether the pipeline may start threads
   * @return the segment, to be closed after its cursors
   */
  public static Segment open(String run, boolean forks) {
    if (forks) {
      StackRoom.require(); // so there is room for the close, too
    }
    Forks scope = forks ? TaskScope.open(run) : null;
    return new Segment(new Drive(Clock.current(), scope, null));
  }

  /**
   * Begins a run on the current thread that outlives the call: its threads live in a coordinator's
   * scope.
   *
   * @param run the name of the terminal operation
   * @param forks whether the pipeline may start threads
   * @param closer through which another thread's close interrupts a pull
   * @return the segment, to be closed after its cursors, by any thread
   */
  public static Segment openEscaping(String run, boolean forks, InterruptWord closer) {
    Forks scope = forks ? new Coordinator(run) : null;
    return new Segment(new Drive(Clock.current(), scope, closer));
  }

  /** Begins, on the feeder's thread, the segment that it drives. */
  Segment child(String name, boolean forks) {
    Forks scope = forks ? TaskScope.open(name) : null;
    return new Segment(new Drive(drive.clock, scope, null), lateFailures, null, context);
  }

  /**
   * The same segment as the operators above {@code onLateFailure} see it.
   *
   * @param hook gets what functions in flight fail with after the run has stopped early
   * @return a view with that hook
   */
  public Segment withLateFailures(LateFailures hook) {
    return new Segment(drive, hook, discards, context);
  }

  /**
   * The same segment as the boundary right above {@code onDiscard} sees it.
   *
   * @param hook gets the elements that the boundary drops
   * @return a view with that hook
   */
  public Segment withDiscards(Discards hook) {
    return new Segment(drive, lateFailures, hook, context);
  }

  /**
   * The same segment as an operator and what is above it see it: whose boundaries hold other
   * elements.
   *
   * @return a view without a hook for what is dropped
   */
  public Segment withoutDiscards() {
    return discards == null ? this : new Segment(drive, lateFailures, null, context);
  }

  /**
   * The same segment as the operators above {@code withContext} see it.
   *
   * @param inner installed by the threads above, inside what operators below have them install
   * @return a view with that context
   */
  public Segment withContext(Context inner) {
    Context outer = context;
    Context both = outer == null ? inner : () -> nested(outer, inner);
    return new Segment(drive, lateFailures, discards, both);
  }

  /**
   * Installs the context on the current thread, which is one above this segment.
   *
   * @return takes it off again
   * @throws Exception what the user's hook throws
   */
  public AutoCloseable installContext() throws Exception {
    Context installing = context;
    return installing == null ? () -> {} : installing.install();
  }

  /**
   * Has a function run under the context, on whichever thread calls it.
   *
   * @param <T> the type of the elements
   * @param <R> the type of the results
   * @param mapping the function
   * @return the function, with the context installed around each call
   */
  public <T, R> Mapping<T, R> inContext(Mapping<T, R> mapping) {
    Context installing = context;
    return installing == null ? mapping : element -> apply(installing, mapping, element);
  }

  private static <T, R> R apply(Context context, Mapping<T, R> mapping, T element)
      throws Exception {
    AutoCloseable installed = context.install();
    R result;
    try {
      result = mapping.apply(element);
    } catch (Throwable t) {
      Failures.afterwards(t, installed::close);
      throw t;
    }
    installed.close();
    return result;
  }

  private static AutoCloseable nested(Context outer, Context inner) throws Exception {
    AutoCloseable first = outer.install();
    try {
      AutoCloseable second = inner.install();
      return () -> Failures.both(second::close, first::close);
    } catch (Throwable t) {
      Failures.afterwards(t, first::close);
      throw t;
    }
  }

  /**
   * Looks at interruption. Sources call this for each element, and loops without elements each
   * round, so that user code that has swallowed an interrupt gets no further than its next pull.
   *
   * @throws InterruptedException if the thread is interrupted or the library wants it to stop
   */
  public void check() throws InterruptedException {
    if (drive.stopped()) {
      Interrupts.clear();
      throw new InterruptedException();
    }
    Interrupts.check();
  }

  /**
   * As {@link #check}, for a loop that may go on without an element: it lets other threads run now
   * and then, because a virtual thread that neither waits nor yields keeps its carrier.
   *
   * @throws InterruptedException as for {@link #check}
   */
  public void checkIdle() throws InterruptedException {
    check();
    if (++drive.idleRounds % ROUNDS_PER_PAUSE == 0) {
      Interrupts.giveWay();
    }
  }

  /**
   * Tells whether what was thrown on this thread comes from an interrupt that stops the run, so
   * that no recovery, retry or error mapping may see it. On a thread of the library that is known;
   * on a thread of the user's, an {@link InterruptedException} that did not cross a boundary and
   * whatever is thrown while the interrupt flag is set are taken for it.
   *
   * @param thrown what was caught
   * @return whether the run is being stopped
   */
  public boolean stopping(Throwable thrown) {
    if (drive.stopped() || drive.word != null) {
      return drive.stopped();
    }
    return Interrupts.flagged() || (thrown instanceof InterruptedException && !crossed(thrown));
  }

  /**
   * Runs an acquire or a release that no interrupt cuts short.
   *
   * @param <A> the type of the result
   * @param action what to run
   * @return its result
   * @throws Exception what the action threw
   */
  public <A> A shielded(Callable<A> action) throws Exception {
    try (Patience _ = Patience.shielded(drive.clock)) {
      return Interrupts.shielded(drive.closer, () -> Interrupts.shielded(action));
    }
  }

  /**
   * Returns where the time of this run comes from.
   *
   * @return the clock
   */
  public Clock clock() {
    return drive.clock;
  }

  /**
   * Notes what this segment fails with, before its cursors are closed: what closing brings to light
   * is suppressed on it.
   *
   * @param failure the first failure
   */
  public void failed(Throwable failure) {
    if (drive.primary == null) {
      drive.primary = failure;
    }
  }

  /**
   * Closes what a failure has ended, before something else takes its place: what the closing throws
   * or brings to light is suppressed on the failure.
   *
   * @param failure what was caught
   * @param closing closes what it came from
   */
  public void closeAfter(Throwable failure, Failures.Action closing) {
    Throwable outer = drive.primary;
    drive.primary = failure;
    try {
      closing.run();
    } catch (Throwable t) {
      Failures.suppress(failure, t);
    } finally {
      drive.primary = outer;
    }
  }

  /**
   * Tells whether a failure was thrown on another thread and came through a boundary.
   *
   * @param failure a failure that reached this segment
   * @return whether it crossed a boundary
   */
  public boolean crossed(Throwable failure) {
    return origin(failure) != null;
  }

  /**
   * Tells in which stage above a failure was thrown.
   *
   * @param failure a failure that reached this segment
   * @return what that stage was built with, or null if it was thrown on this thread
   */
  public @Nullable StageSettings origin(Throwable failure) {
    if (failure == drive.foreign) {
      return drive.foreignOrigin;
    }
    return failure == drive.foreignClose ? drive.foreignCloseOrigin : null;
  }

  /**
   * Stops what is left of stages that were opened here, and awaits every thread they started.
   *
   * @throws Exception what a finaliser of such a stage threw
   */
  public void close() throws Exception {
    Throwable failure = null;
    for (ConcurrentStage<?> stage : drive.stages.reversed()) {
      try {
        stage.close();
      } catch (Throwable t) {
        failure = Failures.first(failure, t);
      }
    }
    if (drive.scope != null) {
      drive.scope.close();
    }
    Failures.rethrow(failure);
  }

  void fork(String name, Runnable body) {
    Forks forks = drive.scope;
    if (forks == null) {
      throw new IllegalStateException(name + " was opened in a segment without a task scope");
    }
    StackRoom.require();
    forks.fork(name, body);
  }

  void add(ConcurrentStage<?> stage) {
    drive.stages.add(stage);
  }

  void remove(ConcurrentStage<?> stage) {
    drive.stages.removeLastOccurrence(stage);
  }

  /** What runs in the stages right above this segment, for the message of a time-out. */
  List<String> describeStages() {
    return drive.stages.stream().map(ConcurrentStage::describe).toList();
  }

  /** What stops this segment from outside: the open cursor's close, or a stage below. */
  @Nullable InterruptWord word() {
    return drive.closer != null ? drive.closer : drive.word;
  }

  @Nullable Throwable primary() {
    return drive.primary;
  }

  void noteForeign(Throwable failure, StageSettings origin) {
    drive.foreign = failure;
    drive.foreignOrigin = origin;
  }

  /**
   * As {@link #noteForeign}, for what closing a boundary throws: of several, the first is thrown.
   */
  void noteForeignClose(Throwable failure, StageSettings origin) {
    if (drive.foreignClose == null) {
      drive.foreignClose = failure;
      drive.foreignCloseOrigin = origin;
    }
  }

  /**
   * Hands over a failure that nobody can be thrown any more, because the run has stopped early. An
   * error of the hook is thrown, with the failure suppressed on it.
   */
  void lateFailure(Throwable failure) {
    try {
      lateFailures.accept(failure);
    } catch (Exception e) {
      Failures.suppress(failure, e);
      warnOfLateFailure(failure);
    } catch (Throwable t) {
      Failures.suppress(t, failure);
      throw t;
    }
  }

  private static void warnOfLateFailure(Throwable failure) {
    LOG.warn("A function failed after its run had stopped early", failure);
  }

  /** Takes failures that nobody can be thrown. */
  @FunctionalInterface
  public interface LateFailures {
    /**
     * Takes one failure.
     *
     * @param failure what was thrown after the run had stopped early
     * @throws Exception what the user's hook throws
     */
    void accept(Throwable failure) throws Exception;
  }

  /**
   * Returns what gets the elements that the boundary opened right here drops.
   *
   * @return the hook, or null
   */
  public @Nullable Discards discards() {
    return discards;
  }

  /** Takes elements that a boundary has accepted and nobody will pull. */
  @FunctionalInterface
  public interface Discards {
    /**
     * Takes one element.
     *
     * @param element what is dropped
     * @throws Exception what the user's hook throws
     */
    void accept(Object element) throws Exception;
  }

  /** What a user wants to have on every thread of a run. */
  @FunctionalInterface
  public interface Context {
    /**
     * Puts it on the current thread.
     *
     * @return takes it off again, on the same thread
     * @throws Exception what the user's hook throws
     */
    AutoCloseable install() throws Exception;
  }

  /** What all views of a segment share. */
  private static final class Drive {
    final Clock clock;

    /** The word of the thread that drives this segment, if the library started the thread. */
    final @Nullable InterruptWord word = InterruptWord.ofCurrentThread();

    /** Through which the close of an escaped run interrupts its pulls. */
    final @Nullable InterruptWord closer;

    final @Nullable Forks scope;

    /**
     * Open stages in order of opening; changed by the driving thread, read by a time-out's alarm.
     */
    final ConcurrentLinkedDeque<ConcurrentStage<?>> stages = new ConcurrentLinkedDeque<>();

    int idleRounds;
    @Nullable Throwable primary;
    @Nullable Throwable foreign;
    @Nullable StageSettings foreignOrigin;
    @Nullable Throwable foreignClose;
    @Nullable StageSettings foreignCloseOrigin;

    Drive(Clock clock, @Nullable Forks scope, @Nullable InterruptWord closer) {
      this.clock = clock;
      this.scope = scope;
      this.closer = closer;
    }

    boolean stopped() {
      return (word != null && word.stopping()) || (closer != null && closer.interrupted());
    }
  }
}
