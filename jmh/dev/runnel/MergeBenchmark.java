package dev.runnel;

import dev.runnel.MapContenders.Reactor;
import dev.runnel.MapContenders.Rx;
import dev.runnel.kit.Caller;
import dev.runnel.kit.Sum;
import io.reactivex.rxjava3.core.Flowable;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import reactor.core.publisher.Flux;

/**
 * What does a merge add to the work of its sources? The rows are those of RxJava's
 * {@code OperatorMergePerf}, by its names; {@code mergeNAsyncStreamsOfN} merges 100 streams. In the
 * rows {@code Sync} no source has a thread of its own, and RxJava and Reactor are shown by their
 * {@code concatMap} too, which is their faster way to do it one after the other; {@code
 * runnelFlatMap} is that of Runnel. Merged elements are handed down on the caller's thread by
 * Runnel, on a thread of one of the sources by the others, which spares them a crossing.
 *
 * <p>A good answer, on a virtual thread: at least 1.2 times the best of the others for two
 * asynchronous streams and 1.5 times for 100; 1.2 times for one or a thousand synchronous ones, and
 * as much as the best where each has one element. Run it by {@code jmh/run 'MergeBenchmark'}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgs = "-Xmx2g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class MergeBenchmark {
  private static final int STREAMS = 100;

  /** Which thread runs the stream. */
  @Param("virtual")
  public Caller caller;

  /** How many elements a stream has. */
  @State(Scope.Thread)
  public static class Thousand {
    @Param("1000")
    public int size;
  }

  /** How many elements the only stream has. */
  @State(Scope.Thread)
  public static class Million {
    @Param("1000000")
    public int size;
  }

  /** How many streams of one element are made. */
  @State(Scope.Thread)
  public static class HundredThousand {
    @Param("100000")
    public int size;
  }

  /** Streams of one element, made beforehand. */
  @State(Scope.Thread)
  public static class Singles {
    @Param("100000")
    public int size;

    List<Runnel<Integer>> runnel;
    List<Flowable<Integer>> rxjava;
    List<Flux<Integer>> reactor;
    Integer[] elements;

    @Setup
    public void make() {
      elements = IntStream.range(0, size).boxed().toArray(Integer[]::new);
      runnel = Stream.of(elements).map(Runnel::of).toList();
      rxjava = Stream.of(elements).map(Flowable::just).toList();
      reactor = Stream.of(elements).map(Flux::just).toList();
    }
  }

  /** A run, which hands what it gives to the sum. */
  private interface Run {
    void run(Sum sum) throws Exception;
  }

  private long run(long expected, Run run) throws Exception {
    return caller.call(() -> {
      Sum sum = new Sum();
      run.run(sum);
      return sum.checked(expected);
    });
  }

  private static long sumBelow(long size) {
    return size * (size - 1) / 2;
  }

  // Streams on threads of their own.

  @Benchmark
  public long mergeTwoAsyncStreamsOfN_runnel(Thousand n) throws Exception {
    return run(2 * sumBelow(n.size), sum -> runnelAsync(2, n.size, sum));
  }

  @Benchmark
  public long mergeTwoAsyncStreamsOfN_rxjavaComputation(Thousand n) throws Exception {
    return run(2 * sumBelow(n.size), sum -> rxjavaAsync(2, n.size, Rx.COMPUTATION, sum));
  }

  @Benchmark
  public long mergeTwoAsyncStreamsOfN_rxjavaVirtual(Thousand n) throws Exception {
    return run(2 * sumBelow(n.size), sum -> rxjavaAsync(2, n.size, Rx.VIRTUAL, sum));
  }

  @Benchmark
  public long mergeTwoAsyncStreamsOfN_reactorParallel(Thousand n) throws Exception {
    return run(2 * sumBelow(n.size), sum -> reactorAsync(2, n.size, Reactor.PARALLEL, sum));
  }

  @Benchmark
  public long mergeTwoAsyncStreamsOfN_reactorVirtual(Thousand n) throws Exception {
    return run(2 * sumBelow(n.size), sum -> reactorAsync(2, n.size, Reactor.VIRTUAL, sum));
  }

  @Benchmark
  public long mergeNAsyncStreamsOfN_runnel(Thousand n) throws Exception {
    return run(STREAMS * sumBelow(n.size), sum -> runnelAsync(STREAMS, n.size, sum));
  }

  @Benchmark
  public long mergeNAsyncStreamsOfN_rxjavaComputation(Thousand n) throws Exception {
    return run(STREAMS * sumBelow(n.size),
        sum -> rxjavaAsync(STREAMS, n.size, Rx.COMPUTATION, sum));
  }

  @Benchmark
  public long mergeNAsyncStreamsOfN_rxjavaVirtual(Thousand n) throws Exception {
    return run(STREAMS * sumBelow(n.size), sum -> rxjavaAsync(STREAMS, n.size, Rx.VIRTUAL, sum));
  }

  @Benchmark
  public long mergeNAsyncStreamsOfN_reactorParallel(Thousand n) throws Exception {
    return run(STREAMS * sumBelow(n.size),
        sum -> reactorAsync(STREAMS, n.size, Reactor.PARALLEL, sum));
  }

  @Benchmark
  public long mergeNAsyncStreamsOfN_reactorVirtual(Thousand n) throws Exception {
    return run(STREAMS * sumBelow(n.size),
        sum -> reactorAsync(STREAMS, n.size, Reactor.VIRTUAL, sum));
  }

  // Streams without threads; a merge of them may run one after the other.

  @Benchmark
  public long merge1SyncStreamOfN_runnel(Million n) throws Exception {
    return run(sumBelow(n.size), sum -> runnelSync(1, n.size, sum));
  }

  @Benchmark
  public long merge1SyncStreamOfN_runnelFlatMap(Million n) throws Exception {
    return run(sumBelow(n.size), sum -> runnelFlatMapSync(1, n.size, sum));
  }

  @Benchmark
  public long merge1SyncStreamOfN_rxjava(Million n) throws Exception {
    return run(sumBelow(n.size), sum -> rxjavaSync(1, n.size, sum));
  }

  @Benchmark
  public long merge1SyncStreamOfN_rxjavaConcat(Million n) throws Exception {
    return run(sumBelow(n.size), sum -> rxjavaConcatSync(1, n.size, sum));
  }

  @Benchmark
  public long merge1SyncStreamOfN_reactor(Million n) throws Exception {
    return run(sumBelow(n.size), sum -> reactorSync(1, n.size, sum));
  }

  @Benchmark
  public long merge1SyncStreamOfN_reactorConcat(Million n) throws Exception {
    return run(sumBelow(n.size), sum -> reactorConcatSync(1, n.size, sum));
  }

  @Benchmark
  public long merge1SyncStreamOfN_jdk(Million n) throws Exception {
    return run(sumBelow(n.size), sum -> jdkSync(1, n.size, sum));
  }

  @Benchmark
  public long mergeNSyncStreamsOfN_runnel(Thousand n) throws Exception {
    return run(n.size * sumBelow(n.size), sum -> runnelSync(n.size, n.size, sum));
  }

  @Benchmark
  public long mergeNSyncStreamsOfN_runnelFlatMap(Thousand n) throws Exception {
    return run(n.size * sumBelow(n.size), sum -> runnelFlatMapSync(n.size, n.size, sum));
  }

  @Benchmark
  public long mergeNSyncStreamsOfN_rxjava(Thousand n) throws Exception {
    return run(n.size * sumBelow(n.size), sum -> rxjavaSync(n.size, n.size, sum));
  }

  @Benchmark
  public long mergeNSyncStreamsOfN_rxjavaConcat(Thousand n) throws Exception {
    return run(n.size * sumBelow(n.size), sum -> rxjavaConcatSync(n.size, n.size, sum));
  }

  @Benchmark
  public long mergeNSyncStreamsOfN_reactor(Thousand n) throws Exception {
    return run(n.size * sumBelow(n.size), sum -> reactorSync(n.size, n.size, sum));
  }

  @Benchmark
  public long mergeNSyncStreamsOfN_reactorConcat(Thousand n) throws Exception {
    return run(n.size * sumBelow(n.size), sum -> reactorConcatSync(n.size, n.size, sum));
  }

  @Benchmark
  public long mergeNSyncStreamsOfN_jdk(Thousand n) throws Exception {
    return run(n.size * sumBelow(n.size), sum -> jdkSync(n.size, n.size, sum));
  }

  @Benchmark
  public long mergeNSyncStreamsOf1_runnel(Singles n) throws Exception {
    return run(sumBelow(n.size), sum -> runnelSingles(n, sum));
  }

  @Benchmark
  public long mergeNSyncStreamsOf1_rxjava(Singles n) throws Exception {
    return run(sumBelow(n.size), sum -> rxjavaSingles(n, sum));
  }

  @Benchmark
  public long mergeNSyncStreamsOf1_rxjavaConcat(Singles n) throws Exception {
    return run(sumBelow(n.size), sum -> rxjavaConcatSingles(n, sum));
  }

  @Benchmark
  public long mergeNSyncStreamsOf1_reactor(Singles n) throws Exception {
    return run(sumBelow(n.size), sum -> reactorSingles(n, sum));
  }

  @Benchmark
  public long mergeNSyncStreamsOf1_reactorConcat(Singles n) throws Exception {
    return run(sumBelow(n.size), sum -> reactorConcatSingles(n, sum));
  }

  @Benchmark
  public long mergeNSyncStreamsOf1_jdk(Singles n) throws Exception {
    return run(sumBelow(n.size), sum -> jdkSingles(n, sum));
  }

  @Benchmark
  public long oneStreamOfNthatMergesIn1_runnelFlatMap(HundredThousand n) throws Exception {
    return run(sumBelow(n.size), sum -> runnelFlatMapFlattened(n.size, sum));
  }

  @Benchmark
  public long oneStreamOfNthatMergesIn1_rxjava(HundredThousand n) throws Exception {
    return run(sumBelow(n.size), sum -> rxjavaFlattened(n.size, sum));
  }

  @Benchmark
  public long oneStreamOfNthatMergesIn1_rxjavaConcat(HundredThousand n) throws Exception {
    return run(sumBelow(n.size), sum -> rxjavaConcatFlattened(n.size, sum));
  }

  @Benchmark
  public long oneStreamOfNthatMergesIn1_reactor(HundredThousand n) throws Exception {
    return run(sumBelow(n.size), sum -> reactorFlattened(n.size, sum));
  }

  @Benchmark
  public long oneStreamOfNthatMergesIn1_reactorConcat(HundredThousand n) throws Exception {
    return run(sumBelow(n.size), sum -> reactorConcatFlattened(n.size, sum));
  }

  @Benchmark
  public long oneStreamOfNthatMergesIn1_jdk(HundredThousand n) throws Exception {
    return run(sumBelow(n.size), sum -> jdkFlattened(n.size, sum));
  }

  // How each library does it.

  /** Identity keeps the source from being one without user code, which would need no thread. */
  private static void runnelAsync(int streams, int size, Sum sum) throws InterruptedException {
    Runnel<Integer> source = Runnel.range(0, size).map(i -> i);
    Runnel.mergeAll(Collections.nCopies(streams, source)).forEach(sum::add);
  }

  private static void rxjavaAsync(
      int streams, int size, io.reactivex.rxjava3.core.Scheduler on, Sum sum) {
    Flowable<Integer> source = Flowable.range(0, size).subscribeOn(on);
    await(Flowable.merge(Collections.nCopies(streams, source)), sum);
  }

  private static void reactorAsync(
      int streams, int size, reactor.core.scheduler.Scheduler on, Sum sum) {
    Flux<Integer> source = Flux.range(0, size).subscribeOn(on);
    await(Flux.merge(Collections.nCopies(streams, source)), sum);
  }

  private static void runnelSync(int streams, int size, Sum sum) throws InterruptedException {
    Runnel.mergeAll(Collections.nCopies(streams, Runnel.range(0, size))).forEach(sum::add);
  }

  private static void runnelFlatMapSync(int streams, int size, Sum sum)
      throws InterruptedException {
    Runnel.range(0, streams).flatMap(i -> Runnel.range(0, size)).forEach(sum::add);
  }

  private static void rxjavaSync(int streams, int size, Sum sum) {
    await(Flowable.range(0, streams).flatMap(i -> Flowable.range(0, size)), sum);
  }

  private static void rxjavaConcatSync(int streams, int size, Sum sum) {
    await(Flowable.range(0, streams).concatMap(i -> Flowable.range(0, size)), sum);
  }

  private static void reactorSync(int streams, int size, Sum sum) {
    await(Flux.range(0, streams).flatMap(i -> Flux.range(0, size)), sum);
  }

  private static void reactorConcatSync(int streams, int size, Sum sum) {
    await(Flux.range(0, streams).concatMap(i -> Flux.range(0, size)), sum);
  }

  private static void jdkSync(int streams, int size, Sum sum) {
    IntStream.range(0, streams).boxed()
        .flatMap(i -> IntStream.range(0, size).boxed())
        .forEach(sum::add);
  }

  private static void runnelSingles(Singles n, Sum sum) throws InterruptedException {
    Runnel.mergeAll(n.runnel).forEach(sum::add);
  }

  private static void rxjavaSingles(Singles n, Sum sum) {
    await(Flowable.merge(n.rxjava), sum);
  }

  private static void rxjavaConcatSingles(Singles n, Sum sum) {
    await(Flowable.concat(n.rxjava), sum);
  }

  private static void reactorSingles(Singles n, Sum sum) {
    await(Flux.merge(n.reactor), sum);
  }

  private static void reactorConcatSingles(Singles n, Sum sum) {
    await(Flux.concat(n.reactor), sum);
  }

  /** Its streams can't be made beforehand: each runs once. */
  private static void jdkSingles(Singles n, Sum sum) {
    Stream.of(n.elements).flatMap(Stream::of).forEach(sum::add);
  }

  private static void runnelFlatMapFlattened(int size, Sum sum) throws InterruptedException {
    Runnel.range(0, size).flatMap(Runnel::of).forEach(sum::add);
  }

  private static void rxjavaFlattened(int size, Sum sum) {
    await(Flowable.range(0, size).flatMap(Flowable::just), sum);
  }

  private static void rxjavaConcatFlattened(int size, Sum sum) {
    await(Flowable.range(0, size).concatMap(Flowable::just), sum);
  }

  private static void reactorFlattened(int size, Sum sum) {
    await(Flux.range(0, size).flatMap(Flux::just), sum);
  }

  private static void reactorConcatFlattened(int size, Sum sum) {
    await(Flux.range(0, size).concatMap(Flux::just), sum);
  }

  private static void jdkFlattened(int size, Sum sum) {
    IntStream.range(0, size).boxed().flatMap(Stream::of).forEach(sum::add);
  }

  private static void await(Flowable<Integer> merged, Sum sum) {
    merged.doOnNext(sum::add).ignoreElements().blockingAwait();
  }

  private static void await(Flux<Integer> merged, Sum sum) {
    merged.doOnNext(sum::add).blockLast();
  }
}
