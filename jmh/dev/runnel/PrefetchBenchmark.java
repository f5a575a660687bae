package dev.runnel;

import dev.runnel.MapContenders.Reactor;
import dev.runnel.MapContenders.Rx;
import dev.runnel.kit.Caller;
import dev.runnel.kit.Sum;
import io.reactivex.rxjava3.core.Flowable;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import reactor.core.publisher.Flux;

/**
 * What does one boundary cost, a source on one thread and what is below it on another, 256 elements
 * apart at most? Above it is a user function in {@code mapped}, and a range alone in {@code pure}.
 * Nothing crosses in {@code reactorFused} and {@code rxjavaFused}: the thread below runs their
 * source too; {@code hide} keeps them from that, so that those are the rivals.
 *
 * <p>A good answer, on a virtual thread and at a million elements: at least what the best of the
 * others does in {@code mapped}, and 1.5 times that in {@code pure}. Run it by
 * {@code jmh/run PrefetchBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgs = "-Xmx2g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class PrefetchBenchmark {
  private static final int BUFFER = 256;

  /** Which thread runs the stream. */
  @Param("virtual")
  public Caller caller;

  /** How many elements there are. */
  @Param({"1", "1000", "1000000"})
  public int size;

  /** A run, which hands what it gives to the sum. */
  private interface Run {
    void run(Sum sum) throws Exception;
  }

  private long run(Run run) throws Exception {
    return caller.call(() -> {
      Sum sum = new Sum();
      run.run(sum);
      return sum.checkedRange(size);
    });
  }

  @Benchmark
  public long mapped_runnel() throws Exception {
    return run(sum -> Runnel.range(0, size).map(i -> i).prefetch(BUFFER).forEach(sum::add));
  }

  @Benchmark
  public long mapped_rxjavaHide() throws Exception {
    return run(sum -> observed(Flowable.range(0, size).map(i -> i).hide(), Rx.COMPUTATION, sum));
  }

  @Benchmark
  public long mapped_rxjavaHideVirtual() throws Exception {
    return run(sum -> observed(Flowable.range(0, size).map(i -> i).hide(), Rx.VIRTUAL, sum));
  }

  @Benchmark
  public long mapped_rxjavaFused() throws Exception {
    return run(sum -> observed(Flowable.range(0, size).map(i -> i), Rx.COMPUTATION, sum));
  }

  @Benchmark
  public long mapped_reactorHide() throws Exception {
    return run(sum -> published(Flux.range(0, size).map(i -> i).hide(), Reactor.PARALLEL, sum));
  }

  @Benchmark
  public long mapped_reactorHideVirtual() throws Exception {
    return run(sum -> published(Flux.range(0, size).map(i -> i).hide(), Reactor.VIRTUAL, sum));
  }

  @Benchmark
  public long mapped_reactorSubscribeOn() throws Exception {
    return run(sum -> published(Flux.range(0, size).map(i -> i).subscribeOn(Reactor.PARALLEL),
        Reactor.PARALLEL, sum));
  }

  @Benchmark
  public long mapped_reactorFused() throws Exception {
    return run(sum -> published(Flux.range(0, size).map(i -> i), Reactor.PARALLEL, sum));
  }

  @Benchmark
  public long mapped_arrayBlockingQueue() throws Exception {
    return run(sum -> queued(i -> i, sum));
  }

  @Benchmark
  public long pure_runnel() throws Exception {
    return run(sum -> Runnel.range(0, size).prefetch(BUFFER).forEach(sum::add));
  }

  @Benchmark
  public long pure_rxjavaHide() throws Exception {
    return run(sum -> observed(Flowable.range(0, size).hide(), Rx.COMPUTATION, sum));
  }

  @Benchmark
  public long pure_rxjavaHideVirtual() throws Exception {
    return run(sum -> observed(Flowable.range(0, size).hide(), Rx.VIRTUAL, sum));
  }

  @Benchmark
  public long pure_rxjavaFused() throws Exception {
    return run(sum -> observed(Flowable.range(0, size), Rx.COMPUTATION, sum));
  }

  @Benchmark
  public long pure_reactorHide() throws Exception {
    return run(sum -> published(Flux.range(0, size).hide(), Reactor.PARALLEL, sum));
  }

  @Benchmark
  public long pure_reactorHideVirtual() throws Exception {
    return run(sum -> published(Flux.range(0, size).hide(), Reactor.VIRTUAL, sum));
  }

  @Benchmark
  public long pure_reactorSubscribeOn() throws Exception {
    return run(
        sum -> published(Flux.range(0, size).subscribeOn(Reactor.PARALLEL), Reactor.PARALLEL, sum));
  }

  @Benchmark
  public long pure_reactorFused() throws Exception {
    return run(sum -> published(Flux.range(0, size), Reactor.PARALLEL, sum));
  }

  @Benchmark
  public long pure_arrayBlockingQueue() throws Exception {
    return run(sum -> queued(Integer::valueOf, sum));
  }

  private static void observed(
      Flowable<Integer> source, io.reactivex.rxjava3.core.Scheduler on, Sum sum) {
    source.observeOn(on, false, BUFFER).doOnNext(sum::add).ignoreElements().blockingAwait();
  }

  private static void published(
      Flux<Integer> source, reactor.core.scheduler.Scheduler on, Sum sum) {
    source.publishOn(on, BUFFER).doOnNext(sum::add).blockLast();
  }

  private void queued(IntFunction<Integer> source, Sum sum) throws InterruptedException {
    BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(BUFFER);
    Thread producer = Thread.startVirtualThread(() -> put(source, queue));
    for (int i = 0; i < size; i++) {
      sum.add(queue.take());
    }
    producer.join();
  }

  private void put(IntFunction<Integer> source, BlockingQueue<Integer> queue) {
    try {
      for (int i = 0; i < size; i++) {
        queue.put(source.apply(i));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the producer", e);
    }
  }
}
