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
    BufferOps<T>, TimeOps<T>, RunOps<T> {
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
   * StructuredTaskScope} if preview features are enabled or the JDK is 28 or later, else plain virtual
   * threads. The system property {@code dev.runnel.scope} overrides: {@code jdk}, {@code own} or {@code
   * auto}.
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

  /** How an operator's cursor is put on its upstream, for one run. */
  @FunctionalInterface
  interface Link<T, R> {
    Cursor<R> over(Cursor<T> upstream, Segment segment) throws Exception;
  }

  /** Adds an operator that starts no thread. */
  <R> Runnel<R> through(Link<T, R> link) {
    return through(forks, link);
  }

  /** Adds an operator; {@code forking} if its function returns streams, which may hold boundaries. */
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
