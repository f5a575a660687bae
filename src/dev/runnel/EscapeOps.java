package dev.runnel;

/** Terminal operations whose run goes on after the call has returned. */
sealed interface EscapeOps<T> permits Runnel {

  /**
   * Begins a run that the caller pulls by hand, in a {@code try} with resources.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> one element for each pull; boundaries run ahead
   * as they state.
   *
   * <p><b>Threads</b> the caller drives the operators below the last boundary; the threads above it
   * live in the scope of a coordinator thread, which is started only if there is a boundary, and
   * which scoped values of the caller do not reach. <b>Interruption</b> a pull throws {@link
   * InterruptedException} before or while it waits, and the run is closed.
   *
   * <p><b>Failure</b> thrown by the pull, as other terminal operations throw it; the run is then
   * closed.
   *
   * <p><b>Cost</b> a few objects per run.
   *
   * {@snippet class=dev.runnel.OpenTest region=example}
   *
   * @return the open run, to be closed by the caller; it closes itself at the end and on failure
   * @throws InterruptedException if the calling thread is interrupted before the run
   */
  default OpenCursor<T> open() throws InterruptedException {
    return OpenCursor.open((Runnel<T>) this);
  }

  /**
   * Begins a run in the background, for its effects: as {@link Runnel#drain} on a thread of its
   * own.
   *
   * <p><b>Order</b> upstream order. <b>Demand</b> pulls all.
   *
   * <p><b>Threads</b> one virtual thread drives the operators below the last boundary, where the
   * caller's does in other runs; scoped values of the caller do not reach the run.
   * <b>Interruption</b> this call does not wait, and an interrupt of its caller does not reach the
   * run; {@link BackgroundRun#cancel} does.
   *
   * <p><b>Failure</b> thrown by {@link BackgroundRun#join}, with a marker of this call; else by
   * {@link BackgroundRun#close}.
   *
   * <p><b>Cost</b> a thread, a few objects and a stack trace per run.
   *
   * {@snippet class=dev.runnel.StartTest region=example}
   *
   * @return the run, to be joined or closed by the caller
   * @throws RunnelException if {@link Runnel#withContext} stands right before this and its capture
   *     threw a checked exception, its cause
   */
  default BackgroundRun start() {
    return BackgroundRun.start((Runnel<T>) this);
  }
}
