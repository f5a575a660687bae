package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.scope.Backend;
import dev.runnel.internal.stage.Failures;
import dev.runnel.internal.stage.Segment;
import org.jspecify.annotations.Nullable;

/**
 * A pull-based stream: a description of where elements come from and what becomes of them, which a
 * terminal operation runs.
 *
 * {@snippet class=dev.runnel.TourTest region=quotes}
 *
 * <p>Immutable, so it may be shared between threads and run any number of times. User functions may
 * block and may throw checked exceptions. Terminal operations declare {@link InterruptedException}
 * and no other checked exception.
 *
 * <p>Every operator keeps these laws:
 *
 * <ol>
 *   <li><b>Cold.</b> Nothing runs until a terminal operation runs it. Every run has fresh
 *       state: run a stream twice, partly, or from two threads at once, and each run is complete
 *       by itself. Sources over streams, readers and iterators therefore take a supplier.
 *   <li><b>Demand.</b> An element is pulled from upstream only when downstream asks for one,
 *       except across an asynchronous boundary ({@code prefetch}, the {@code par} operators,
 *       {@code merge}, {@code timeout}), which states how far it may be ahead as an exact number.
 *       {@code take(n)} never asks for element n + 1; {@code take(0)} asks for nothing.
 *   <li><b>Confinement.</b> Boundaries cut a pipeline into segments. Each segment is opened,
 *       pulled and closed on one and the same thread, and the last one is the thread that called
 *       the terminal operation. So locks, transactions and thread-locals work, also below a
 *       boundary.
 *   <li><b>Structure.</b> When a terminal operation returns or throws, every thread it started
 *       has ended and every resource it opened is closed, exactly once; within a segment in
 *       reverse order of opening. A boundary closes what is above it only after the work in flight
 *       has ended and its results were handed down.
 *   <li><b>Failure.</b> The first failure in the order of the stage stops the run and is
 *       thrown; the others are suppressed on it, none is lost. Unchecked exceptions and errors
 *       reach the caller as the same object; a checked exception is the cause of one {@link
 *       RunnelException}. One that was thrown on another thread carries one suppressed marker that
 *       names the stage and has the call site of the run; its cause is where the stage was built,
 *       if the logger {@code dev.runnel} was at DEBUG then. What user code throws because the
 *       library interrupted it is no failure, and recovery, retry and error mapping never see it.
 *       If the caller is interrupted when a failure arrives, the failure is suppressed on the
 *       {@link InterruptedException}.
 *   <li><b>Conservation.</b> An element that a buffer has accepted is delivered, or discarded
 *       when the run stops, exactly once. One that was given to a user function is that
 *       function's.
 *   <li><b>No null.</b> A null element is a {@link NullPointerException} where it enters.
 *   <li><b>Interruption.</b> Whatever waits reacts to an interrupt promptly: it stops and
 *       awaits its threads, and the law of structure holds. A run that needs nothing more when the
 *       interrupt comes returns normally and leaves the flag set. Closing waits uninterruptibly
 *       and restores the flag; acquiring and releasing a resource is not cut short.
 *   <li><b>Bounds.</b> Every buffer has a bound and every concurrency a limit, stated at the
 *       operator.
 * </ol>
 *
 * <p>A function that ignores interruption delays the end of its run until it returns. When a close
 * has waited for such a function for 10 seconds, or an acquire or a release has run that long, a
 * warning in the log of {@code dev.runnel} names the stage and the thread and shows the top of its
 * stack; it comes again at growing intervals. The system property {@code
 * dev.runnel.warnAfterSeconds} sets another time, and 0 turns the warnings off; it is read once.
 *
 * @param <T> the type of the elements
 */
public final class Runnel<T> extends Sources
    implements MapOps<T>, LimitOps<T>, StateOps<T>, CombineOps<T>, ParallelOps<T>, MergeOps<T>,
    BufferOps<T>, TimeOps<T>, ErrorOps<T>, ResourceOps<T>, RunOps<T>,
    EscapeOps<T>, ContextOps<T> {
  /** How many elements a boundary buffers unless it is told otherwise: {@value}. */
  public static final int DEFAULT_BUFFER = 64;

  private final Opener<T> opener;

  /** Whether a run of this pipeline may start threads, so that it needs a task scope. */
  private final boolean forks;

  /** What {@code onDiscard} right here gives dropped elements to, or null. */
  private final Segment.@Nullable Discards discards;

  Runnel(Opener<T> opener, boolean forks) {
    this(opener, forks, null);
  }

  Runnel(Opener<T> opener, boolean forks, Segment.@Nullable Discards discards) {
    this.opener = opener;
    this.forks = forks;
    this.discards = discards;
  }

  /**
   * Tells in which kind of task scope the threads of runs live in this VM: {@code
   * StructuredTaskScope} if preview features are enabled or the JDK is 28 or later, else plain
   * virtual threads. The system property {@code dev.runnel.scope} overrides: {@code jdk}, {@code
   * own} or {@code auto}.
   *
   * @return the kind
   * @throws IllegalArgumentException if the system property has another value
   */
  public static ScopeBackend scopeBackend() {
    return switch (Backend.current()) {
      case JDK -> ScopeBackend.STRUCTURED_TASK_SCOPE;
      case OWN -> ScopeBackend.VIRTUAL_THREADS;
    };
  }

  /**
   * Puts an operator of your own into the pipeline.
   *
   * <p>The first pull of a run calls {@code stage} with the cursor of that run to pull from, and
   * the cursor it returns gives the elements from then on. A run that never pulls never calls it.
   *
   * <p><b>Order</b> and <b>demand</b> as the stage's cursor pulls.
   *
   * <p><b>Threads</b> the pulling thread calls {@code stage}, pulls and closes. <b>Interruption</b>
   * adds no wait of its own.
   *
   * <p><b>Failure</b> what {@code stage} or its cursor throws passes unwrapped. At the close the
   * stage's cursor is closed, then upstream, each once however often it is asked; a later failure
   * is suppressed on an earlier one.
   *
   * <p><b>Cost</b> two objects per run, no buffer.
   *
   * {@snippet class=dev.runnel.ViaTest region=example}
   *
   * @param <R> the type of the elements that the stage gives
   * @param stage makes the cursor of one run
   * @return a stream of what the stage gives
   * @throws NullPointerException if {@code stage} is null
   */
  public <R> Runnel<R> via(Stage<? super T, R> stage) {
    requireNonNull(stage, "stage");
    return through((upstream, segment) -> new ViaCursor<>(upstream, stage));
  }

  /** How an operator's cursor is put on its upstream, for one run. */
  @FunctionalInterface
  interface Link<T, R> {
    Cursor<R> over(Cursor<T> upstream, Segment segment) throws Exception;
  }

  /** Adds an operator that holds no user code, whose streams end when upstream does. */
  <R> Runnel<R> throughPure(Link<T, R> link) {
    return new Runnel<>(Opener.Pure.when(opener.pure(), segment -> linked(link, segment)), forks);
  }

  /** Adds an operator that starts no thread. */
  <R> Runnel<R> through(Link<T, R> link) {
    return through(forks, link);
  }

  /**
   * Adds an operator; {@code forking} if its function returns streams, which may hold boundaries.
   */
  <R> Runnel<R> through(boolean forking, Link<T, R> link) {
    return new Runnel<>(segment -> linked(link, segment), forks || forking);
  }

  private <R> Cursor<R> linked(Link<T, R> link, Segment segment) throws Exception {
    Segment above = segment.withoutDiscards(); // what is dropped there is not of this type
    Cursor<T> upstream = opener.open(above);
    try {
      return link.over(upstream, above);
    } catch (Throwable t) {
      try {
        upstream.close();
      } catch (Throwable u) {
        Failures.suppress(t, u);
      }
      throw t;
    }
  }

  Cursor<T> open(Segment segment) throws Exception {
    return opener.open(segment);
  }

  Opener<T> opener() {
    return opener;
  }

  boolean forks() {
    return forks;
  }

  Segment.@Nullable Discards discards() {
    return discards;
  }
}
