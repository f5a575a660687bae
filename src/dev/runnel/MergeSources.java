package dev.runnel;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Collection;

/** The static sources that run several streams at once. */
abstract sealed class MergeSources extends ChannelSources permits RangeSources {
  /**
   * Runs {@code sources} at once and emits their elements as they come, with a buffer of {@link
   * Runnel#DEFAULT_BUFFER} for each; see {@link #mergeAll(Collection, int)}.
   *
   * @param <T> the type of the elements
   * @param sources the streams to run
   * @return a stream of the elements of all
   * @throws NullPointerException if {@code sources} or one of them is null
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // only read
  public static <T> Runnel<T> mergeAll(Runnel<? extends T>... sources) {
    return mergeAll(Arrays.asList(requireNonNull(sources, "sources")), Runnel.DEFAULT_BUFFER);
  }

  /**
   * Runs {@code sources} at once and emits their elements as they come, with a buffer of {@link
   * Runnel#DEFAULT_BUFFER} for each; see {@link #mergeAll(Collection, int)}.
   *
   * @param <T> the type of the elements
   * @param sources the streams to run; copied
   * @return a stream of the elements of all
   * @throws NullPointerException if {@code sources} or one of them is null
   */
  public static <T> Runnel<T> mergeAll(Collection<? extends Runnel<? extends T>> sources) {
    return mergeAll(sources, Runnel.DEFAULT_BUFFER);
  }

  /**
   * Runs {@code sources} at once and emits their elements as they come.
   *
   * <p><b>Order</b> kept per source; between sources, as they come, so that a source that is always
   * ready holds back no other. <b>Demand</b> of each source at most {@code buffer + 1} elements are
   * pulled and not handed down yet.
   *
   * <p><b>Threads</b> one feeder per source; all end before the run does. A source is closed by its
   * feeder once its end was reached downstream. If no source can wait or run code of yours
   * ({@code of}, {@code range}, lists and sets of the JDK, and {@code take}, {@code drop}, {@code
   * concat} and {@code merge} over them), none is started: they give up to 64 elements each in
   * turn, on the pulling thread. <b>Interruption</b> an interrupt of the pulling thread ends its
   * wait with an {@link InterruptedException}. When the run stops early, feeders are interrupted
   * and awaited.
   *
   * <p><b>Failure</b> the first source that fails interrupts the others; what it gave before is
   * delivered, then its failure. So does a finaliser that fails at the end of its source.
   *
   * <p><b>Cost</b> a thread per source and run, unless they are run in turn.
   *
   * {@snippet class=dev.runnel.MergeAllTest region=example}
   *
   * @param <T> the type of the elements
   * @param sources the streams to run; copied; none gives an empty stream
   * @param buffer how many elements of each source may wait; one more of each may be on its way
   * @return a stream of the elements of all
   * @throws IllegalArgumentException if {@code buffer < 1}, before anything runs
   * @throws NullPointerException if {@code sources} or one of them is null
   */
  public static <T> Runnel<T> mergeAll(
      Collection<? extends Runnel<? extends T>> sources, int buffer) {
    return mergeAll(sources, StageOptions.defaults().withBuffer(buffer));
  }

  /**
   * As {@link #mergeAll(Collection, int)}, with options.
   *
   * @param <T> the type of the elements
   * @param sources the streams to run; copied; none gives an empty stream
   * @param options the buffer, the name
   * @return a stream of the elements of all
   * @throws NullPointerException if an argument or one of the sources is null
   */
  public static <T> Runnel<T> mergeAll(
      Collection<? extends Runnel<? extends T>> sources, StageOptions options) {
    return Merging.merged(Elements.<T>sources(sources), options);
  }

  /**
   * Runs up to {@code parallelism} of the streams that {@code streams} gives at once and emits
   * their elements as they come, with a buffer of {@link Runnel#DEFAULT_BUFFER} for each; see
   * {@link #parJoin(int, int, Runnel)}.
   *
   * @param <T> the type of the elements
   * @param parallelism how many inner streams may be open at once
   * @param streams gives the inner streams
   * @return a stream of the elements of all inner streams
   * @throws IllegalArgumentException if {@code parallelism < 1}, before anything runs
   * @throws NullPointerException if {@code streams} is null
   */
  public static <T> Runnel<T> parJoin(
      int parallelism, Runnel<? extends Runnel<? extends T>> streams) {
    return parJoin(parallelism, Runnel.DEFAULT_BUFFER, streams);
  }

  /**
   * Runs up to {@code parallelism} of the streams that {@code streams} gives at once and emits
   * their elements as they come; as {@link Runnel#flatMapPar(int, int, ThrowingFunction)} in every
   * other respect, but for streams that no thread is needed for, as {@link #mergeAll(Collection,
   * int)} tells: if {@code streams} and all that it gives are such, they are run in turn.
   *
   * {@snippet class=dev.runnel.ParJoinTest region=example}
   *
   * @param <T> the type of the elements
   * @param parallelism how many inner streams may be open at once
   * @param buffer how many elements of each may wait; one more of each may be on its way
   * @param streams gives the inner streams
   * @return a stream of the elements of all inner streams
   * @throws IllegalArgumentException if {@code parallelism < 1} or {@code buffer < 1}, before
   *     anything runs
   * @throws NullPointerException if {@code streams} is null
   */
  public static <T> Runnel<T> parJoin(
      int parallelism, int buffer, Runnel<? extends Runnel<? extends T>> streams) {
    return parJoin(parallelism, StageOptions.defaults().withBuffer(buffer), streams);
  }

  /**
   * As {@link #parJoin(int, int, Runnel)}, with options.
   *
   * @param <T> the type of the elements
   * @param parallelism how many inner streams may be open at once
   * @param options the buffer, the name
   * @param streams gives the inner streams
   * @return a stream of the elements of all inner streams
   * @throws IllegalArgumentException if {@code parallelism < 1}, before anything runs
   * @throws NullPointerException if an argument is null
   */
  public static <T> Runnel<T> parJoin(
      int parallelism, StageOptions options, Runnel<? extends Runnel<? extends T>> streams) {
    requireNonNull(streams, "streams");
    return Merging.joined(streams, parallelism, options);
  }
}
