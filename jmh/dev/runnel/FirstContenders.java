package dev.runnel;

import com.pivovarit.collectors.ParallelCollectors;
import dev.runnel.MapContenders.Reactor;
import dev.runnel.MapContenders.Rx;
import io.reactivex.rxjava3.core.Flowable;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The first result of a concurrent map of 10,000 elements, 10 at once, whose function does nothing;
 * each returns it when the rest has been stopped.
 */
final class FirstContenders {
  private static final int SIZE = 10_000;
  private static final int PARALLELISM = 10;

  private FirstContenders() {}

  static long runnel() throws InterruptedException {
    return Runnel.range(0, SIZE).parEvalMapUnordered(PARALLELISM, i -> i).first().orElseThrow();
  }

  static long rxjavaVirtual() {
    return rxjava(Rx.VIRTUAL);
  }

  static long rxjavaComputation() {
    return rxjava(Rx.COMPUTATION);
  }

  private static long rxjava(io.reactivex.rxjava3.core.Scheduler on) {
    return Flowable.range(0, SIZE)
        .flatMap(i -> Flowable.fromCallable(() -> i).subscribeOn(on), PARALLELISM)
        .firstOrError()
        .blockingGet();
  }

  static long reactorVirtual() {
    return reactor(Reactor.VIRTUAL);
  }

  static long reactorParallel() {
    return reactor(Reactor.PARALLEL);
  }

  private static long reactor(reactor.core.scheduler.Scheduler on) {
    return Flux.range(0, SIZE)
        .flatMap(i -> Mono.fromCallable(() -> i).subscribeOn(on), PARALLELISM)
        .next()
        .block();
  }

  static long jdk() {
    return IntStream.range(0, SIZE).boxed()
        .gather(Gatherers.mapConcurrent(PARALLELISM, i -> i))
        .findFirst()
        .orElseThrow();
  }

  /** It has no way to stop: all elements are mapped before the first can be had. */
  static long parallelCollectors() {
    return IntStream.range(0, SIZE).boxed()
        .collect(ParallelCollectors.parallelToStream(i -> i, MapContenders.VIRTUAL, PARALLELISM))
        .findFirst()
        .orElseThrow();
  }
}
