package dev.runnel;

import com.sun.management.ThreadMXBean;
import dev.runnel.MapContenders.Contender;
import dev.runnel.MapContenders.Job;
import dev.runnel.MapContenders.Reactor;
import dev.runnel.kit.Caller;
import dev.runnel.kit.Sum;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
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
 * What do concurrent operators cost in memory? The figures to read are counters: bytes allocated
 * for each element, as the slope between runs of 100,000 and of 1,000,000 elements that were boxed
 * beforehand; bytes allocated by a run of one element, in the mean of 1,000; live bytes for each
 * worker that waits for work, 10,000 of them; and of 100,000 functions that sleep 10 ms, 10,000 at
 * once, the time, the peak of the heap, garbage included, and how many carriers there were.
 *
 * <p>A good answer: at most 1 byte for each element. Run it by {@code jmh/run CostBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgs = "-Xmx2g")
@Warmup(iterations = 5)
@Measurement(iterations = 5)
public class CostBenchmark {
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
  private static final VirtualThreadSchedulerMXBean SCHEDULER =
      ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
  private static final int FEW = 100_000;
  private static final int MANY = 1_000_000;
  private static final int RUNS = 1_000;
  private static final int SLEEPS = 100_000;
  private static final int WORKERS = 10_000;

  /** Which thread runs the stream. */
  @Param("virtual")
  public Caller caller;

  private Integer[] elements;

  /** Bytes for each element. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class PerElement {
    public double bytesPerElement;
  }

  /** Bytes for each run. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class PerRun {
    public double bytesPerRun;
  }

  /** Bytes for each worker. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class PerWorker {
    public double bytesPerWorker;
  }

  /** What the sleepers took. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Sleepers {
    public double millis;
    public double peakMegabytes;
    public double carriers;
  }

  @Setup
  public void box() {
    elements = new Integer[MANY];
    Arrays.setAll(elements, i -> i);
  }

  // For each element.

  @Benchmark
  public void parEvalMapUnordered_runnel(PerElement bytes) throws Exception {
    slope(bytes, list -> Runnel.from(list).parEvalMapUnordered(10, i -> i));
  }

  @Benchmark
  public void parEvalMap_runnel(PerElement bytes) throws Exception {
    slope(bytes, list -> Runnel.from(list).parEvalMap(10, i -> i));
  }

  /** The identities keep the sources from being ones without user code. */
  @Benchmark
  public void merge_runnel(PerElement bytes) throws Exception {
    slope(bytes, list -> Runnel.from(list.subList(0, list.size() / 2)).map(i -> i)
        .merge(Runnel.from(list.subList(list.size() / 2, list.size())).map(i -> i)));
  }

  @Benchmark
  public void prefetch_runnel(PerElement bytes) throws Exception {
    slope(bytes, list -> Runnel.from(list).prefetch(256));
  }

  @Benchmark
  public void prefetch_reactor(PerElement bytes) throws Exception {
    bytes.bytesPerElement = (allocatedBy(() -> published(MANY)) - allocatedBy(() -> published(FEW)))
        / (double) (MANY - FEW);
  }

  private void slope(PerElement bytes, Pipeline pipeline) throws Exception {
    long many = allocatedBy(() -> run(pipeline, MANY));
    long few = allocatedBy(() -> run(pipeline, FEW));
    bytes.bytesPerElement = (many - few) / (double) (MANY - FEW);
  }

  private interface Pipeline {
    Runnel<Integer> over(List<Integer> elements);
  }

  private void run(Pipeline pipeline, int count) throws Exception {
    List<Integer> list = Arrays.asList(elements).subList(0, count);
    caller.call(() -> {
      Sum sum = new Sum();
      pipeline.over(list).forEach(sum::add);
      return sum.checkedRange(count);
    });
  }

  private void published(int count) throws Exception {
    caller.call(() -> {
      Sum sum = new Sum();
      Flux.fromIterable(Arrays.asList(elements).subList(0, count)).hide()
          .publishOn(Reactor.PARALLEL, 256)
          .doOnNext(sum::add)
          .blockLast();
      return sum.checkedRange(count);
    });
  }

  // For each run.

  @Benchmark
  public void oneElement10_runnel(PerRun bytes) throws Exception {
    runs(bytes, MapContenders::runnel);
  }

  @Benchmark
  public void oneElement10_jdk(PerRun bytes) throws Exception {
    runs(bytes, MapContenders::jdk);
  }

  @Benchmark
  public void oneElement10_reactorVirtual(PerRun bytes) throws Exception {
    runs(bytes, Reactor::virtual);
  }

  private void runs(PerRun bytes, Contender contender) throws Exception {
    long allocated = allocatedBy(() -> caller.call(() -> {
      Sum sum = new Sum();
      for (int i = 0; i < RUNS; i++) {
        contender.run(new Job(1, 10, element -> element, sum::add));
      }
      return sum.checked(0);
    }));
    bytes.bytesPerRun = allocated / (double) RUNS;
  }

  // For each worker.

  @Benchmark
  public void idleWorker_runnel(PerWorker bytes) throws Exception {
    CountDownLatch started = new CountDownLatch(WORKERS);
    CountDownLatch mapped = new CountDownLatch(WORKERS);
    CountDownLatch end = new CountDownLatch(1);
    long before = live();
    Runnel<Integer> stream = Runnel.range(0, WORKERS)
        .concat(Runnel.fromCallable(() -> {
          end.await();
          return WORKERS;
        }))
        .parEvalMapUnordered(WORKERS, i -> {
          started.countDown();
          started.await();
          return i;
        });
    Thread run = Thread.startVirtualThread(() -> forEach(stream, mapped));
    mapped.await();
    bytes.bytesPerWorker = (live() - before) / (double) WORKERS;
    end.countDown();
    run.join();
  }

  private static void forEach(Runnel<Integer> stream, CountDownLatch mapped) {
    try {
      stream.forEach(_ -> mapped.countDown());
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the run", e);
    }
  }

  /** A virtual thread that waits and does nothing else. */
  @Benchmark
  public void idleWorker_bareThreads(PerWorker bytes) throws Exception {
    CountDownLatch started = new CountDownLatch(WORKERS);
    CountDownLatch end = new CountDownLatch(1);
    long before = live();
    Thread[] threads = new Thread[WORKERS];
    Arrays.setAll(threads, _ -> Thread.startVirtualThread(() -> {
      started.countDown();
      awaited(end);
    }));
    started.await();
    bytes.bytesPerWorker = (live() - before) / (double) WORKERS;
    end.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the thread", e);
    }
  }

  // Many that sleep.

  @Benchmark
  public void sleeping10000_runnel(Sleepers sleepers) throws Exception {
    sleep(sleepers, MapContenders::runnel);
  }

  @Benchmark
  public void sleeping10000_jdk(Sleepers sleepers) throws Exception {
    sleep(sleepers, MapContenders::jdk);
  }

  @Benchmark
  public void sleeping10000_reactorVirtual(Sleepers sleepers) throws Exception {
    sleep(sleepers, Reactor::virtual);
  }

  @Benchmark
  public void sleeping10000_bareThreads(Sleepers sleepers) throws Exception {
    sleep(sleepers, MapContenders::bareThreads);
  }

  private void sleep(Sleepers sleepers, Contender contender) throws Exception {
    List<MemoryPoolMXBean> heap = ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .toList();
    System.gc();
    heap.forEach(MemoryPoolMXBean::resetPeakUsage);
    long start = System.nanoTime();
    caller.call(() -> {
      Sum sum = new Sum();
      contender.run(new Job(SLEEPS, WORKERS, MapContenders::sleep10ms, sum::add));
      return sum.checkedRange(SLEEPS);
    });
    sleepers.millis = (System.nanoTime() - start) / 1e6;
    sleepers.peakMegabytes =
        heap.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum() / 1e6;
    sleepers.carriers = SCHEDULER.getPoolSize();
  }

  // What is counted.

  private interface Work {
    void run() throws Exception;
  }

  /** By all threads. */
  private static long allocatedBy(Work work) throws Exception {
    long before = THREADS.getTotalThreadAllocatedBytes();
    work.run();
    return THREADS.getTotalThreadAllocatedBytes() - before;
  }

  private static long live() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
