package dev.runnel.channel;

import com.sun.management.OperatingSystemMXBean;
import dev.runnel.kit.Crossing;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Do virtual threads that wait to receive cost any processor time? The figure to read is
 * {@code cpuMillis}, what the whole process used in the time; {@code idle_none} is without them.
 *
 * <p>A good answer: 10,000 of them use less than 1 % of one processor. Run it by
 * {@code jmh/run IdleBenchmark -p seconds=10}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgs = "-Xmx1g")
@Warmup(iterations = 1)
@Measurement(iterations = 3)
public class IdleBenchmark {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** How many threads wait. */
  @Param("10000")
  public int threads;

  /** For how long. */
  @Param("1")
  public int seconds;

  private Thread[] waiting;

  /** What the process has used. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Cpu {
    public double cpuMillis;
  }

  @Setup(Level.Trial)
  public void open(BenchmarkParams benchmark) {
    String name = benchmark.getBenchmark();
    String contender = name.substring(name.lastIndexOf('_') + 1);
    waiting = new Thread[contender.equals("none") ? 0 : threads];
    for (int i = 0; i < waiting.length; i++) {
      Crossing.Receive channel = channel(contender);
      waiting[i] = Thread.startVirtualThread(() -> receive(channel));
    }
  }

  @TearDown(Level.Trial)
  public void close() throws InterruptedException {
    for (Thread thread : waiting) {
      thread.interrupt();
    }
    for (Thread thread : waiting) {
      thread.join();
    }
  }

  @Benchmark
  public void idle_runnel(Cpu cpu) throws InterruptedException {
    idle(cpu);
  }

  @Benchmark
  public void idle_runnelFanIn(Cpu cpu) throws InterruptedException {
    idle(cpu);
  }

  @Benchmark
  public void idle_none(Cpu cpu) throws InterruptedException {
    idle(cpu);
  }

  private void idle(Cpu cpu) throws InterruptedException {
    long before = SYSTEM.getProcessCpuTime();
    TimeUnit.SECONDS.sleep(seconds);
    cpu.cpuMillis = (SYSTEM.getProcessCpuTime() - before) / 1e6;
  }

  private static Crossing.Receive channel(String contender) {
    if (contender.equals("runnel")) {
      return Channel.<Integer>spsc(16)::receive;
    }
    FanIn<Integer> fanIn = Channel.manyToOne(16);
    fanIn.sender();
    return fanIn::receive;
  }

  private static void receive(Crossing.Receive channel) {
    try {
      channel.receive();
    } catch (InterruptedException e) {
      // the trial is over
    }
  }
}
