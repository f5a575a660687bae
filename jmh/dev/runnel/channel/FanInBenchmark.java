package dev.runnel.channel;

import dev.runnel.kit.Crew;
import dev.runnel.kit.Crossing;
import dev.runnel.kit.Load;
import dev.runnel.kit.Spin;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jctools.queues.MpscArrayQueue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How fast do elements of many virtual threads go to one ({@code manyToOne}), and what do senders
 * cost that send nothing ({@code oneBusy})?
 *
 * <p>A good answer: {@code manyToOne_runnel} is several times as fast as the queues, whatever the
 * number of producers, and {@code oneBusy_runnel} costs beside 10,000 idle senders at most 1.2
 * times what it costs beside none. Run it by {@code jmh/run FanInBenchmark -p producers=2,8,64 -p
 * idle=0,10,1000,10000}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(FanInBenchmark.ELEMENTS)
@Fork(value = 3, jvmArgs = "-Xmx1g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FanInBenchmark {
  static final int ELEMENTS = 1_024_000;

  /** How many elements can wait; of each sender in the fan-in, of all in the others. */
  @Param("256")
  public int capacity;

  /** How many send. */
  @State(Scope.Thread)
  public static class Producers {
    /** A power of two up to 1,024. */
    @Param("8")
    public int producers;
  }

  /** A fan-in with many senders. */
  @State(Scope.Thread)
  public static class Idle {
    /** How many senders send nothing. */
    @Param({"0", "1000"})
    public int idle;

    FanIn<Integer> fanIn;
    Sender<Integer> busy;

    @Setup
    public void open(FanInBenchmark benchmark) {
      fanIn = Channel.manyToOne(benchmark.capacity);
      for (int i = 0; i < idle / 2; i++) {
        fanIn.sender();
      }
      busy = fanIn.sender();
      for (int i = idle / 2; i < idle; i++) {
        fanIn.sender();
      }
    }
  }

  @Benchmark
  public long manyToOne_runnel(Producers with) throws InterruptedException {
    FanIn<Integer> fanIn = Channel.manyToOne(capacity);
    return manyToOne(with, () -> fanIn.sender()::send, fanIn::receive);
  }

  @Benchmark
  public long manyToOne_runnelBounded(Producers with) throws InterruptedException {
    Channel<Integer> channel = Channel.bounded(capacity);
    return manyToOne(with, () -> channel::send, channel::receive);
  }

  @Benchmark
  public long manyToOne_arrayBlockingQueue(Producers with) throws InterruptedException {
    BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(capacity);
    return manyToOne(with, () -> queue::put, queue::take);
  }

  @Benchmark
  public long manyToOne_linkedBlockingQueue(Producers with) throws InterruptedException {
    BlockingQueue<Integer> queue = new LinkedBlockingQueue<>(capacity);
    return manyToOne(with, () -> queue::put, queue::take);
  }

  @Benchmark
  public long manyToOne_jctoolsSpinning(Producers with) throws InterruptedException {
    MpscArrayQueue<Integer> queue = new MpscArrayQueue<>(capacity);
    Spin receiving = new Spin();
    return manyToOne(
        with,
        () -> {
          Spin sending = new Spin();
          return element -> sending.until(() -> queue.offer(element));
        },
        () -> receiving.take(queue::poll));
  }

  @Benchmark
  public long oneBusy_runnel(Idle with) throws InterruptedException {
    return Crossing.singly(
        ELEMENTS,
        with.busy::send,
        with.fanIn::receive,
        with.busy::release,
        with.fanIn::release);
  }

  private static long manyToOne(
      Producers with, Supplier<Crossing.Send> sender, Crossing.Receive receive)
      throws InterruptedException {
    int share = ELEMENTS / with.producers;
    long[] sum = new long[1];
    Crew.Task[] tasks = new Crew.Task[with.producers + 1];
    tasks[0] = () -> sum[0] = Crossing.receive(ELEMENTS, receive);
    for (int i = 0; i < with.producers; i++) {
      Crossing.Send send = sender.get();
      int first = i * share;
      tasks[i + 1] = () -> Crossing.inParts(share, (from, to) -> {
        for (int j = first + from; j < first + to; j++) {
          send.send(Load.at(j));
        }
      });
    }
    Crew.run(tasks);
    return Load.checked(ELEMENTS, sum[0]);
  }
}
