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
}
