package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.Segment;

/**
 * A pull-based stream.
 *
 * @param <T> the type of the elements
 */
public final class Runnel<T> extends Sources
    implements MapOps<T>, LimitOps<T>, StateOps<T>, CombineOps<T>, RunOps<T> {
  private final Opener<T> opener;

  /** Whether a run of this pipeline may start threads, so that it needs a task scope. */
  private final boolean forks;

  Runnel(Opener<T> opener, boolean forks) {
    this.opener = opener;
    this.forks = forks;
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
    return new Runnel<>(segment -> link.over(opener.open(segment), segment), forks || forking);
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
