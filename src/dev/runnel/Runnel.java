package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.scope.Backend;
import dev.runnel.internal.stage.Failures;
import dev.runnel.internal.stage.Segment;

/**
 * A pull-based stream.
 *
 * @param <T> the type of the elements
 */
public final class Runnel<T> extends Sources
    implements MapOps<T>, LimitOps<T>, StateOps<T>, CombineOps<T>, ParallelOps<T>, MergeOps<T>,
    BufferOps<T>, TimeOps<T>, ErrorOps<T>, ResourceOps<T>, RunOps<T> {
  /** How many elements a boundary buffers unless it is told otherwise: {@value}. */
  public static final int DEFAULT_BUFFER = 64;

  private final Opener<T> opener;

  /** Whether a run of this pipeline may start threads, so that it needs a task scope. */
  private final boolean forks;

  Runnel(Opener<T> opener, boolean forks) {
    this.opener = opener;
    this.forks = forks;
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
    Cursor<T> upstream = opener.open(segment);
    try {
      return link.over(upstream, segment);
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
}
