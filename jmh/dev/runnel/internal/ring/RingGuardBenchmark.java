package dev.runnel.internal.ring;

import dev.runnel.kit.Crew;
import dev.runnel.kit.Load;
import java.util.concurrent.TimeUnit;
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

/**
 * What does the guard of the ring's ends cost: the flag CLOSED in the words that are exchanged
 * anyway ({@code runnelIndexPhaser}), against the same ring without it ({@code unguarded}) and that
 * one within the classic writer-reader phasers ({@code classicPhaser})? The rows {@code sync} are
 * one thread that sends and then receives, 1, 16 or 64 elements at a time; in the rows {@code
 * cross} a virtual thread sends and another receives, and both may park. {@code jctools} has
 * neither guard nor waiting.
 *
 * <p>Atomic read-modify-writes per operation and end: 1 in {@code runnelIndexPhaser}, 1 in
 * {@code unguarded}, 2 in {@code classicPhaser}.
 *
 * <p>A good answer: in every row the index phaser is at least 0.95 times as fast as the unguarded
 * ring, as the median over at least ten alternating forks. Run it by {@code jmh/guard 10}, which
 * leaves them in {@code target/ring-guard.json}; once, by {@code jmh/run RingGuardBenchmark -f 1}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(RingGuardBenchmark.ELEMENTS)
@Fork(value = 3, jvmArgs = "-Xmx1g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class RingGuardBenchmark {
  static final int ELEMENTS = 1_024_000;

  /** So many per call of a loop, that it is compiled as a method and not replaced while it runs. */
  private static final int PART = 1024;

  private static final Integer[] VALUES = Load.array();
  private static final int MASK = VALUES.length - 1;

  /** How many elements the ring holds. */
  @Param("256")
  public int capacity;

  private GuardedEnds ends;

  @Setup
  public void open(BenchmarkParams benchmark) {
    String name = benchmark.getBenchmark();
    ends = GuardedEnds.of(name.substring(name.lastIndexOf('_') + 1), capacity);
  }

  @TearDown(Level.Trial)
  public void check() {
    ends.checkGuard();
  }

  @Benchmark
  public long sync1_runnelIndexPhaser() {
    return sync(1);
  }

  @Benchmark
  public long sync1_unguarded() {
    return sync(1);
  }

  @Benchmark
  public long sync1_classicPhaser() {
    return sync(1);
  }

  @Benchmark
  public long sync1_jctools() {
    return sync(1);
  }

  @Benchmark
  public long sync16_runnelIndexPhaser() {
    return sync(16);
  }

  @Benchmark
  public long sync16_unguarded() {
    return sync(16);
  }

  @Benchmark
  public long sync16_classicPhaser() {
    return sync(16);
  }

  @Benchmark
  public long sync16_jctools() {
    return sync(16);
  }

  @Benchmark
  public long sync64_runnelIndexPhaser() {
    return sync(64);
  }

  @Benchmark
  public long sync64_unguarded() {
    return sync(64);
  }

  @Benchmark
  public long sync64_classicPhaser() {
    return sync(64);
  }

  @Benchmark
  public long sync64_jctools() {
    return sync(64);
  }

  @Benchmark
  public long cross1_runnelIndexPhaser() throws InterruptedException {
    return cross(1);
  }

  @Benchmark
  public long cross1_unguarded() throws InterruptedException {
    return cross(1);
  }

  @Benchmark
  public long cross1_classicPhaser() throws InterruptedException {
    return cross(1);
  }

  @Benchmark
  public long cross1_jctools() throws InterruptedException {
    return cross(1);
  }

  @Benchmark
  public long cross16_runnelIndexPhaser() throws InterruptedException {
    return cross(16);
  }

  @Benchmark
  public long cross16_unguarded() throws InterruptedException {
    return cross(16);
  }

  @Benchmark
  public long cross16_classicPhaser() throws InterruptedException {
    return cross(16);
  }

  @Benchmark
  public long cross16_jctools() throws InterruptedException {
    return cross(16);
  }

  @Benchmark
  public long cross64_runnelIndexPhaser() throws InterruptedException {
    return cross(64);
  }

  @Benchmark
  public long cross64_unguarded() throws InterruptedException {
    return cross(64);
  }

  @Benchmark
  public long cross64_classicPhaser() throws InterruptedException {
    return cross(64);
  }

  @Benchmark
  public long cross64_jctools() throws InterruptedException {
    return cross(64);
  }

  private long sync(int batch) {
    Integer[] into = new Integer[batch];
    long sum = 0;
    for (int i = 0; i < ELEMENTS; i += PART) {
      sum += sync(i, i + PART, into);
    }
    return Load.checked(ELEMENTS, sum);
  }

  private long sync(int from, int to, Integer[] into) {
    long sum = 0;
    for (int i = from; i < to; i += into.length) {
      if (into.length == 1) {
        ends.send(VALUES[i & MASK]);
        sum += ends.receive();
      } else {
        ends.send(VALUES, i & MASK, (i & MASK) + into.length);
        sum += sum(into, ends.receive(into));
      }
    }
    return sum;
  }

  private long cross(int batch) throws InterruptedException {
    long[] sum = new long[1];
    Crew.run(() -> send(batch), () -> sum[0] = receive(batch));
    return Load.checked(ELEMENTS, sum[0]);
  }

  private void send(int batch) {
    ends.producer = Thread.currentThread();
    for (int i = 0; i < ELEMENTS; i += PART) {
      send(i, i + PART, batch);
    }
  }

  private void send(int first, int to, int batch) {
    for (int sent = first; sent < to;) {
      int from = sent & MASK;
      int n = batch == 1
          ? ends.send(VALUES[from])
          : ends.send(VALUES, from, from + batch - sent % batch);
      if (n == 0) {
        ends.awaitRoom();
      }
      sent += n;
    }
  }

  private long receive(int batch) {
    ends.consumer = Thread.currentThread();
    Integer[] into = new Integer[batch];
    long[] sum = new long[1];
    for (int received = 0; received < ELEMENTS;) {
      received += receive(Math.min(PART, ELEMENTS - received), into, sum);
    }
    return sum[0];
  }

  private int receive(int atLeast, Integer[] into, long[] sum) {
    int received = 0;
    while (received < atLeast) {
      int n;
      if (into.length == 1) {
        Integer element = ends.receive();
        n = element == null ? 0 : 1;
        sum[0] += element == null ? 0 : element;
      } else {
        n = ends.receive(into);
        sum[0] += sum(into, n);
      }
      if (n == 0) {
        ends.awaitElement();
      }
      received += n;
    }
    return received;
  }

  private static long sum(Integer[] elements, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += elements[i];
    }
    return sum;
  }
}
