package dev.runnel;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What do sources cost that give nothing? In {@code oneBusy} one source gives elements as fast as
 * they are taken, merged with so many that never give one; a time is that of an element, taken on a
 * virtual thread. In {@code merges} so many merges of two idle sources wait; the figure to read is
 * {@code cpuMillis}, what the whole process used in the time; {@code merges_none} is without them.
 *
 * <p>A good answer: with 10,000 idle sources an element takes at most 1.2 times as long as with
 * none; and 10,000 idle merges use less than 1 % of one processor. Run it by
 * {@code jmh/run IdleMergeBenchmark -p seconds=10}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgs = {"-Xmx2g", "-Djmh.executor=VIRTUAL"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class IdleMergeBenchmark {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final int ELEMENTS = 10_000;

  /** A merge that goes on from call to call. */
  @State(Scope.Thread)
  public static class Busy {
    @Param({"0", "10", "1000", "10000"})
    public int idle;

    private OpenCursor<Integer> merged;

    /** Each iteration has a virtual thread of its own, and the merge is confined to it. */
    @Setup(Level.Iteration)
    public void open() throws InterruptedException {
      Integer element = 1;
      List<Runnel<Integer>> sources = new ArrayList<>(Collections.nCopies(idle, Runnel.never()));
      sources.add(Runnel.generate(() -> element));
      merged = Runnel.mergeAll(sources).open();
    }

    @TearDown(Level.Iteration)
    public void close() {
      merged.close();
    }
  }

  /** Merges that wait. */
  @State(Scope.Thread)
  public static class Waiting {
    @Param("10000")
    public int merges;

    @Param("1")
    public int seconds;

    private Thread[] threads;

    @Setup(Level.Trial)
    public void start(BenchmarkParams benchmark) {
      threads = new Thread[benchmark.getBenchmark().endsWith("_none") ? 0 : merges];
      for (int i = 0; i < threads.length; i++) {
        threads[i] = Thread.startVirtualThread(Waiting::run);
      }
    }

    private static void run() {
      try {
        Runnel.never().merge(Runnel.never()).drain();
      } catch (InterruptedException e) {
        // the trial is over
      }
    }

    @TearDown(Level.Trial)
    public void stop() throws InterruptedException {
      for (Thread thread : threads) {
        thread.interrupt();
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  /** What the process has used. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Cpu {
    public double cpuMillis;
  }

  @Benchmark
  @OperationsPerInvocation(ELEMENTS)
  public void oneBusy_runnel(Busy busy, Blackhole blackhole) throws InterruptedException {
    for (int i = 0; i < ELEMENTS; i++) {
      blackhole.consume(busy.merged.next());
    }
  }

  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @Warmup(iterations = 1)
  public void merges_runnel(Waiting waiting, Cpu cpu) throws InterruptedException {
    idle(waiting, cpu);
  }

  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @Warmup(iterations = 1)
  public void merges_none(Waiting waiting, Cpu cpu) throws InterruptedException {
    idle(waiting, cpu);
  }

  private static void idle(Waiting waiting, Cpu cpu) throws InterruptedException {
    long before = SYSTEM.getProcessCpuTime();
    TimeUnit.SECONDS.sleep(waiting.seconds);
    cpu.cpuMillis = (SYSTEM.getProcessCpuTime() - before) / 1e6;
  }
}
