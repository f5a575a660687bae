package dev.runnel;

import com.pivovarit.collectors.ParallelCollectors;
import dev.runnel.internal.stage.QueueStages;
import dev.runnel.kit.Crew;
import io.reactivex.rxjava3.core.Flowable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.infra.Blackhole;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A concurrent map as each library does it: it runs when called, hands each result to the sink, one
 * at a time, and returns when all has ended.
 */
final class MapContenders {
  static final ExecutorService VIRTUAL = Executors.newVirtualThreadPerTaskExecutor();

  private MapContenders() {}

  /** What is mapped: the numbers below {@code size}, up to {@code parallelism} at once. */
  record Job(
      int size,
      int parallelism,
      Function<Integer, Integer> function,
      Consumer<Integer> sink) {}

  /** How a library does it. */
  @FunctionalInterface
  interface Contender {
    void run(Job job) throws Exception;
  }

  // What the functions do; each gives its argument.

  static Integer sleep1ms(Integer i) {
    return slept(i, 1_000_000);
  }

  static Integer sleep10ms(Integer i) {
    return slept(i, 10_000_000);
  }

  /** 100 µs, but for each fiftieth element 10 ms. */
  static Integer sleepSkewed(Integer i) {
    return slept(i, i % 50 == 0 ? 10_000_000 : 100_000);
  }

  private static Integer slept(Integer i, int nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a function here", e);
    }
    return i;
  }

  /** About 1 µs of work where a round takes 2 ns. */
  static Integer compute1us(Integer i) {
    Blackhole.consumeCPU(500);
    return i;
  }

  /** About 100 µs of work where a round takes 2 ns. */
  static Integer compute100us(Integer i) {
    Blackhole.consumeCPU(50_000);
    return i;
  }

  // Runnel, as it is shipped and over queues.

  static void runnel(Job job) throws InterruptedException {
    Runnel.range(0, job.size)
        .parEvalMapUnordered(job.parallelism, job.function::apply)
        .forEach(job.sink::accept);
  }

  static void runnelOrdered(Job job) throws InterruptedException {
    Runnel.range(0, job.size)
        .parEvalMap(job.parallelism, job.function::apply)
        .forEach(job.sink::accept);
  }

  static void linkedBlockingQueue(Job job) throws InterruptedException {
    overQueue(job, new LinkedBlockingQueue<>());
  }

  /** All results that may be ahead have room, and each worker's signal. */
  static void arrayBlockingQueue(Job job) throws InterruptedException {
    overQueue(job, new ArrayBlockingQueue<>(Runnel.DEFAULT_BUFFER + 3 * job.parallelism));
  }

  private static void overQueue(Job job, BlockingQueue<?> queue) throws InterruptedException {
    Runnel<Integer> source = Runnel.range(0, job.size);
    new Runnel<Integer>(
        segment -> new BoundaryCursor<>(segment, QueueStages.mapUnordered(
            segment, BoundaryCursor.source(source), job.parallelism, Runnel.DEFAULT_BUFFER, queue,
            job.function::apply)),
        true).forEach(job.sink::accept);
  }

  // Without threads.

  static void runnelSequential(Job job) throws InterruptedException {
    Runnel.range(0, job.size).map(job.function::apply).forEach(job.sink::accept);
  }

  static void rxjavaSequential(Job job) {
    Flowable.range(0, job.size)
        .map(job.function::apply)
        .doOnNext(job.sink::accept)
        .ignoreElements()
        .blockingAwait();
  }

  static void reactorSequential(Job job) {
    Flux.range(0, job.size).map(job.function).doOnNext(job.sink).blockLast();
  }

  static void jdkSequential(Job job) {
    numbers(job).map(job.function).forEach(job.sink);
  }

  // RxJava and Reactor: a stream for each element, or (rails) elements dealt out in turn.

  /** Schedulers of RxJava. */
  static final class Rx {
    static final io.reactivex.rxjava3.core.Scheduler VIRTUAL =
        io.reactivex.rxjava3.schedulers.Schedulers.from(MapContenders.VIRTUAL);
    static final io.reactivex.rxjava3.core.Scheduler COMPUTATION =
        io.reactivex.rxjava3.schedulers.Schedulers.computation();

    private Rx() {}

    static void virtual(Job job) {
      rxjava(job, VIRTUAL);
    }

    static void computation(Job job) {
      rxjava(job, COMPUTATION);
    }

    static void orderedVirtual(Job job) {
      ordered(job, VIRTUAL);
    }

    static void orderedComputation(Job job) {
      ordered(job, COMPUTATION);
    }

    static void rails(Job job) {
      Flowable.range(0, job.size)
          .parallel(job.parallelism)
          .runOn(COMPUTATION)
          .map(job.function::apply)
          .sequential()
          .doOnNext(job.sink::accept)
          .ignoreElements()
          .blockingAwait();
    }

    private static void rxjava(Job job, io.reactivex.rxjava3.core.Scheduler on) {
      Flowable.range(0, job.size)
          .flatMap(i -> call(job, i, on), job.parallelism)
          .doOnNext(job.sink::accept)
          .ignoreElements()
          .blockingAwait();
    }

    private static void ordered(Job job, io.reactivex.rxjava3.core.Scheduler on) {
      Flowable.range(0, job.size)
          .concatMapEager(i -> call(job, i, on), job.parallelism, 1)
          .doOnNext(job.sink::accept)
          .ignoreElements()
          .blockingAwait();
    }

    static Flowable<Integer> call(Job job, Integer i, io.reactivex.rxjava3.core.Scheduler on) {
      return Flowable.fromCallable(() -> job.function.apply(i)).subscribeOn(on);
    }
  }

  /** Schedulers of Reactor. */
  static final class Reactor {
    static final Scheduler VIRTUAL = Schedulers.fromExecutorService(MapContenders.VIRTUAL);
    static final Scheduler PARALLEL = Schedulers.parallel();

    private Reactor() {}

    static void virtual(Job job) {
      reactor(job, VIRTUAL);
    }

    static void parallel(Job job) {
      reactor(job, PARALLEL);
    }

    static void orderedVirtual(Job job) {
      ordered(job, VIRTUAL);
    }

    static void orderedParallel(Job job) {
      ordered(job, PARALLEL);
    }

    static void rails(Job job) {
      Flux.range(0, job.size)
          .parallel(job.parallelism)
          .runOn(PARALLEL)
          .map(job.function)
          .sequential()
          .doOnNext(job.sink)
          .blockLast();
    }

    private static void reactor(Job job, Scheduler on) {
      Flux.range(0, job.size)
          .flatMap(i -> call(job, i, on), job.parallelism)
          .doOnNext(job.sink)
          .blockLast();
    }

    private static void ordered(Job job, Scheduler on) {
      Flux.range(0, job.size)
          .flatMapSequential(i -> call(job, i, on), job.parallelism, 1)
          .doOnNext(job.sink)
          .blockLast();
    }

    static Mono<Integer> call(Job job, Integer i, Scheduler on) {
      return Mono.fromCallable(() -> job.function.apply(i)).subscribeOn(on);
    }
  }

  // The JDK and what builds on it: a virtual thread for each element.

  static void jdk(Job job) {
    numbers(job)
        .gather(Gatherers.mapConcurrent(job.parallelism, job.function))
        .forEach(job.sink);
  }

  static void parallelCollectors(Job job) {
    numbers(job)
        .collect(ParallelCollectors.parallelToStream(job.function, VIRTUAL, job.parallelism))
        .forEach(job.sink);
  }

  static void parallelCollectorsOrdered(Job job) {
    numbers(job)
        .collect(ParallelCollectors.parallelToOrderedStream(
            job.function, VIRTUAL, job.parallelism))
        .forEach(job.sink);
  }

  private static Stream<Integer> numbers(Job job) {
    return IntStream.range(0, job.size).boxed();
  }

  static void executor(Job job) throws InterruptedException {
    Semaphore free = new Semaphore(job.parallelism);
    BlockingQueue<Integer> results = new LinkedBlockingQueue<>();
    for (int i = 0; i < job.size; i++) {
      Integer element = i;
      free.acquire();
      VIRTUAL.execute(() -> {
        results.add(job.function.apply(element));
        free.release();
      });
    }
    for (int i = 0; i < job.size; i++) {
      job.sink.accept(results.take());
    }
    free.acquire(job.parallelism); // the last threads have ended, but for their last step
  }

  static void executorOrdered(Job job) throws Exception {
    ArrayDeque<Future<Integer>> running = new ArrayDeque<>(job.parallelism);
    for (int i = 0; i < job.size; i++) {
      Integer element = i;
      if (running.size() == job.parallelism) {
        job.sink.accept(running.remove().get());
      }
      running.add(VIRTUAL.submit(() -> job.function.apply(element)));
    }
    for (Future<Integer> future : running) {
      job.sink.accept(future.get());
    }
  }

  /** No stream: so many threads share the numbers, and the sink gets the results in the end. */
  static void bareThreads(Job job) throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    Integer[] results = new Integer[job.size];
    Crew.Task share = () -> {
      for (int i = next.getAndIncrement(); i < job.size; i = next.getAndIncrement()) {
        results[i] = job.function.apply(i);
      }
    };
    Crew.Task[] tasks = new Crew.Task[job.parallelism];
    Arrays.fill(tasks, share);
    Crew.run(tasks);
    for (Integer result : results) {
      job.sink.accept(result);
    }
  }
}
