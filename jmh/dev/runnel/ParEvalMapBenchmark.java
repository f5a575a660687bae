package dev.runnel;

import dev.runnel.MapContenders.Contender;
import dev.runnel.MapContenders.Job;
import dev.runnel.MapContenders.Reactor;
import dev.runnel.MapContenders.Rx;
import dev.runnel.kit.Caller;
import dev.runnel.kit.Sum;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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

/**
 * What does a concurrent map add to the work of its functions? An operation is a whole run: start,
 * drain and close. Its rows have the shape of fs2's benchmark of the same name: 10 at once, a
 * source of 100 or 10,000 elements in chunks; chunks are fs2's, to the others the parameter is a
 * repetition. The source, the function and what is done with the results is the same for all
 * contenders; RxJava and Reactor hand results down on the threads of their workers, which spares
 * them a crossing. Their {@code Rails} deal the elements out in turn to ten rails, in each of which
 * an element waits behind the one before it: less than a concurrent map promises, so they are shown
 * beside, and are no rivals. Nor is {@code parallelCollectorsOnCaller}: that library starts no
 * thread for one function at a time.
 *
 * <p>A good answer, with the default buffer and on a virtual thread: at least 8 times the best of
 * the others and 50 times fs2 at size 10,000, and 2.5 times the best at size 100; 0.97 times the
 * bare threads in {@code blocking100}; and in {@code skew} as fast as the bare threads, since no
 * element waits behind a slow one. Run it by {@code jmh/run ParEvalMapBenchmark}, one row by
 * {@code jmh/run ParEvalMapBenchmark.parEvalMapUnordered10}, on both kinds of thread by
 * {@code -p caller=virtual,platform}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgs = "-Xmx2g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class ParEvalMapBenchmark {
  private static final Function<Integer, Integer> NO_OP = i -> i;

  /** A hundred rounds of a hundred threads, ten of ten thousand. */
  private static final int BLOCKING_100 = 10_000;
  private static final int BLOCKING_10000 = 100_000;
  private static final int SKEWED = 1_000;
  private static final int COMPUTING_100 = 1_000;

  /** Which thread runs the stream. */
  @Param("virtual")
  public Caller caller;

  /** How many elements there are. */
  @State(Scope.Thread)
  public static class Size {
    @Param({"100", "10000"})
    public int size;
  }

  /** How many elements a chunk of the source holds. */
  @State(Scope.Thread)
  public static class Chunks {
    @Param({"10", "100"})
    public int chunkSize;
  }

  private long run(
      int size, int parallelism, Function<Integer, Integer> function, Contender contender)
      throws Exception {
    return caller.call(() -> {
      Sum sum = new Sum();
      contender.run(new Job(size, parallelism, function, sum::add));
      return sum.checkedRange(size);
    });
  }

  private long runSlowly(int size, Contender contender) throws Exception {
    return caller.call(() -> {
      Sum sum = new Sum();
      contender.run(new Job(size, 10, NO_OP, i -> sum.add(MapContenders.compute1us(i))));
      return sum.checkedRange(size);
    });
  }

  // Nothing but the machinery: a function that does nothing.

  @Benchmark
  public long parEvalMapUnordered10_runnel(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, MapContenders::runnel);
  }

  @Benchmark
  public long parEvalMapUnordered10_rxjavaComputation(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, Rx::computation);
  }

  @Benchmark
  public long parEvalMapUnordered10_rxjavaVirtual(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, Rx::virtual);
  }

  @Benchmark
  public long parEvalMapUnordered10_rxjavaRails(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, Rx::rails);
  }

  @Benchmark
  public long parEvalMapUnordered10_reactorParallel(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, Reactor::parallel);
  }

  @Benchmark
  public long parEvalMapUnordered10_reactorVirtual(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, Reactor::virtual);
  }

  @Benchmark
  public long parEvalMapUnordered10_reactorRails(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, Reactor::rails);
  }

  @Benchmark
  public long parEvalMapUnordered10_jdk(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, MapContenders::jdk);
  }

  @Benchmark
  public long parEvalMapUnordered10_parallelCollectors(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, MapContenders::parallelCollectors);
  }

  @Benchmark
  public long parEvalMapUnordered10_executor(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, MapContenders::executor);
  }

  @Benchmark
  public long parEvalMapUnordered10_fs2(Size size, Chunks chunks) throws Exception {
    return caller.call(() -> Fs2.parEvalMapUnordered(size.size, chunks.chunkSize, 10));
  }

  @Benchmark
  public long parEvalMap10_runnel(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, MapContenders::runnelOrdered);
  }

  @Benchmark
  public long parEvalMap10_rxjavaComputation(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, Rx::orderedComputation);
  }

  @Benchmark
  public long parEvalMap10_rxjavaVirtual(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, Rx::orderedVirtual);
  }

  @Benchmark
  public long parEvalMap10_reactorParallel(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, Reactor::orderedParallel);
  }

  @Benchmark
  public long parEvalMap10_reactorVirtual(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, Reactor::orderedVirtual);
  }

  @Benchmark
  public long parEvalMap10_jdk(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, MapContenders::jdk);
  }

  @Benchmark
  public long parEvalMap10_parallelCollectors(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, MapContenders::parallelCollectorsOrdered);
  }

  @Benchmark
  public long parEvalMap10_executor(Size size, Chunks chunks) throws Exception {
    return run(size.size, 10, NO_OP, MapContenders::executorOrdered);
  }

  @Benchmark
  public long parEvalMap10_fs2(Size size, Chunks chunks) throws Exception {
    return caller.call(() -> Fs2.parEvalMap(size.size, chunks.chunkSize, 10));
  }

  @Benchmark
  public long evalMap_runnel(Size size, Chunks chunks) throws Exception {
    return run(size.size, 1, NO_OP, MapContenders::runnelSequential);
  }

  @Benchmark
  public long evalMap_rxjava(Size size, Chunks chunks) throws Exception {
    return run(size.size, 1, NO_OP, MapContenders::rxjavaSequential);
  }

  @Benchmark
  public long evalMap_reactor(Size size, Chunks chunks) throws Exception {
    return run(size.size, 1, NO_OP, MapContenders::reactorSequential);
  }

  @Benchmark
  public long evalMap_jdk(Size size, Chunks chunks) throws Exception {
    return run(size.size, 1, NO_OP, MapContenders::jdkSequential);
  }

  @Benchmark
  public long evalMap_fs2(Size size, Chunks chunks) throws Exception {
    return caller.call(() -> Fs2.evalMap(size.size, chunks.chunkSize));
  }

  // The same stage, whose results go through a ring for each worker or one queue for all.

  @Benchmark
  public long transport10_runnelRing(Size size) throws Exception {
    return run(size.size, 10, NO_OP, MapContenders::runnel);
  }

  @Benchmark
  public long transport10_linkedBlockingQueue(Size size) throws Exception {
    return run(size.size, 10, NO_OP, MapContenders::linkedBlockingQueue);
  }

  @Benchmark
  public long transport10_arrayBlockingQueue(Size size) throws Exception {
    return run(size.size, 10, NO_OP, MapContenders::arrayBlockingQueue);
  }

  // One function at a time.

  @Benchmark
  public long n1_runnel(Size size) throws Exception {
    return run(size.size, 1, NO_OP, MapContenders::runnel);
  }

  @Benchmark
  public long n1_rxjavaVirtual(Size size) throws Exception {
    return run(size.size, 1, NO_OP, Rx::virtual);
  }

  @Benchmark
  public long n1_reactorVirtual(Size size) throws Exception {
    return run(size.size, 1, NO_OP, Reactor::virtual);
  }

  @Benchmark
  public long n1_jdk(Size size) throws Exception {
    return run(size.size, 1, NO_OP, MapContenders::jdk);
  }

  @Benchmark
  public long n1_parallelCollectorsOnCaller(Size size) throws Exception {
    return run(size.size, 1, NO_OP, MapContenders::parallelCollectors);
  }

  @Benchmark
  public long n1_executor(Size size) throws Exception {
    return run(size.size, 1, NO_OP, MapContenders::executor);
  }

  // A function that blocks.

  @Benchmark
  public long blocking100_runnel() throws Exception {
    return run(BLOCKING_100, 100, MapContenders::sleep1ms, MapContenders::runnel);
  }

  @Benchmark
  public long blocking100_jdk() throws Exception {
    return run(BLOCKING_100, 100, MapContenders::sleep1ms, MapContenders::jdk);
  }

  @Benchmark
  public long blocking100_bareThreads() throws Exception {
    return run(BLOCKING_100, 100, MapContenders::sleep1ms, MapContenders::bareThreads);
  }

  @Benchmark
  public long blocking10000_runnel() throws Exception {
    return run(BLOCKING_10000, 10_000, MapContenders::sleep1ms, MapContenders::runnel);
  }

  @Benchmark
  public long blocking10000_jdk() throws Exception {
    return run(BLOCKING_10000, 10_000, MapContenders::sleep1ms, MapContenders::jdk);
  }

  @Benchmark
  public long blocking10000_bareThreads() throws Exception {
    return run(BLOCKING_10000, 10_000, MapContenders::sleep1ms, MapContenders::bareThreads);
  }

  @Benchmark
  public long skew_runnel() throws Exception {
    return run(SKEWED, 10, MapContenders::sleepSkewed, MapContenders::runnel);
  }

  @Benchmark
  public long skew_rxjavaVirtual() throws Exception {
    return run(SKEWED, 10, MapContenders::sleepSkewed, Rx::virtual);
  }

  @Benchmark
  public long skew_reactorVirtual() throws Exception {
    return run(SKEWED, 10, MapContenders::sleepSkewed, Reactor::virtual);
  }

  @Benchmark
  public long skew_jdk() throws Exception {
    return run(SKEWED, 10, MapContenders::sleepSkewed, MapContenders::jdk);
  }

  @Benchmark
  public long skew_parallelCollectors() throws Exception {
    return run(SKEWED, 10, MapContenders::sleepSkewed, MapContenders::parallelCollectors);
  }

  @Benchmark
  public long skew_executor() throws Exception {
    return run(SKEWED, 10, MapContenders::sleepSkewed, MapContenders::executor);
  }

  @Benchmark
  public long skew_bareThreads() throws Exception {
    return run(SKEWED, 10, MapContenders::sleepSkewed, MapContenders::bareThreads);
  }

  // A function that computes.

  @Benchmark
  public long cpu1us_runnel(Size size) throws Exception {
    return run(size.size, 10, MapContenders::compute1us, MapContenders::runnel);
  }

  @Benchmark
  public long cpu1us_rxjavaComputation(Size size) throws Exception {
    return run(size.size, 10, MapContenders::compute1us, Rx::computation);
  }

  @Benchmark
  public long cpu1us_rxjavaVirtual(Size size) throws Exception {
    return run(size.size, 10, MapContenders::compute1us, Rx::virtual);
  }

  @Benchmark
  public long cpu1us_reactorParallel(Size size) throws Exception {
    return run(size.size, 10, MapContenders::compute1us, Reactor::parallel);
  }

  @Benchmark
  public long cpu1us_reactorVirtual(Size size) throws Exception {
    return run(size.size, 10, MapContenders::compute1us, Reactor::virtual);
  }

  @Benchmark
  public long cpu1us_jdk(Size size) throws Exception {
    return run(size.size, 10, MapContenders::compute1us, MapContenders::jdk);
  }

  @Benchmark
  public long cpu1us_parallelCollectors(Size size) throws Exception {
    return run(size.size, 10, MapContenders::compute1us, MapContenders::parallelCollectors);
  }

  @Benchmark
  public long cpu1us_executor(Size size) throws Exception {
    return run(size.size, 10, MapContenders::compute1us, MapContenders::executor);
  }

  @Benchmark
  public long cpu1us_bareThreads(Size size) throws Exception {
    return run(size.size, 10, MapContenders::compute1us, MapContenders::bareThreads);
  }

  @Benchmark
  public long cpu100us_runnel() throws Exception {
    return run(COMPUTING_100, 10, MapContenders::compute100us, MapContenders::runnel);
  }

  @Benchmark
  public long cpu100us_rxjavaComputation() throws Exception {
    return run(COMPUTING_100, 10, MapContenders::compute100us, Rx::computation);
  }

  @Benchmark
  public long cpu100us_rxjavaVirtual() throws Exception {
    return run(COMPUTING_100, 10, MapContenders::compute100us, Rx::virtual);
  }

  @Benchmark
  public long cpu100us_reactorParallel() throws Exception {
    return run(COMPUTING_100, 10, MapContenders::compute100us, Reactor::parallel);
  }

  @Benchmark
  public long cpu100us_reactorVirtual() throws Exception {
    return run(COMPUTING_100, 10, MapContenders::compute100us, Reactor::virtual);
  }

  @Benchmark
  public long cpu100us_jdk() throws Exception {
    return run(COMPUTING_100, 10, MapContenders::compute100us, MapContenders::jdk);
  }

  @Benchmark
  public long cpu100us_parallelCollectors() throws Exception {
    return run(COMPUTING_100, 10, MapContenders::compute100us, MapContenders::parallelCollectors);
  }

  @Benchmark
  public long cpu100us_executor() throws Exception {
    return run(COMPUTING_100, 10, MapContenders::compute100us, MapContenders::executor);
  }

  @Benchmark
  public long cpu100us_bareThreads() throws Exception {
    return run(COMPUTING_100, 10, MapContenders::compute100us, MapContenders::bareThreads);
  }

  // A consumer that computes.

  @Benchmark
  public long slowConsumer_runnel(Size size) throws Exception {
    return runSlowly(size.size, MapContenders::runnel);
  }

  @Benchmark
  public long slowConsumer_rxjavaComputation(Size size) throws Exception {
    return runSlowly(size.size, Rx::computation);
  }

  @Benchmark
  public long slowConsumer_rxjavaVirtual(Size size) throws Exception {
    return runSlowly(size.size, Rx::virtual);
  }

  @Benchmark
  public long slowConsumer_reactorParallel(Size size) throws Exception {
    return runSlowly(size.size, Reactor::parallel);
  }

  @Benchmark
  public long slowConsumer_reactorVirtual(Size size) throws Exception {
    return runSlowly(size.size, Reactor::virtual);
  }

  @Benchmark
  public long slowConsumer_jdk(Size size) throws Exception {
    return runSlowly(size.size, MapContenders::jdk);
  }

  @Benchmark
  public long slowConsumer_parallelCollectors(Size size) throws Exception {
    return runSlowly(size.size, MapContenders::parallelCollectors);
  }

  @Benchmark
  public long slowConsumer_executor(Size size) throws Exception {
    return runSlowly(size.size, MapContenders::executor);
  }

  // From the start to the first element, and the end of what else had begun.

  @Benchmark
  public long firstElement_runnel() throws Exception {
    return caller.call(FirstContenders::runnel);
  }

  @Benchmark
  public long firstElement_rxjavaVirtual() throws Exception {
    return caller.call(FirstContenders::rxjavaVirtual);
  }

  @Benchmark
  public long firstElement_rxjavaComputation() throws Exception {
    return caller.call(FirstContenders::rxjavaComputation);
  }

  @Benchmark
  public long firstElement_reactorVirtual() throws Exception {
    return caller.call(FirstContenders::reactorVirtual);
  }

  @Benchmark
  public long firstElement_reactorParallel() throws Exception {
    return caller.call(FirstContenders::reactorParallel);
  }

  @Benchmark
  public long firstElement_jdk() throws Exception {
    return caller.call(FirstContenders::jdk);
  }

  @Benchmark
  public long firstElement_parallelCollectors() throws Exception {
    return caller.call(FirstContenders::parallelCollectors);
  }
}
