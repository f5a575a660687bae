package dev.runnel.channel;

import dev.runnel.kit.Crossing;
import dev.runnel.kit.Spin;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jctools.queues.SpscArrayQueue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How fast do elements go from one virtual thread to another, both of which may have to wait: one
 * by one ({@code single}), and where a call may move 16 or 64 ({@code bulk16}, {@code bulk64})?
 *
 * <p>{@code jctoolsSpinning} never waits, and shows the limit for single elements. In the rows
 * {@code bulk} {@code arrayBlockingQueue} moves elements one by one; {@code drainToAbq} receives
 * them by {@code drainTo}.
 *
 * <p>A good answer, at capacity 256: {@code single_runnel} is at least 5 times as fast as {@code
 * single_arrayBlockingQueue}, and {@code bulk64_runnel} at least 25 times as fast as {@code
 * bulk64_arrayBlockingQueue}. Run it by {@code jmh/run channel.ChannelBenchmark}, for the other
 * capacities with {@code -p capacity=1,16,32,1024}, for what is allocated with {@code -prof gc}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ChannelBenchmark.ELEMENTS)
@Fork(value = 3, jvmArgs = "-Xmx1g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ChannelBenchmark {
  static final int ELEMENTS = 1_000_000;

  /** How many elements can wait between the two. */
  @Param("256")
  public int capacity;

  @Benchmark
  public long single_runnel() throws InterruptedException {
    return singly(Channel.spsc(capacity));
  }

  @Benchmark
  public long single_runnelBounded() throws InterruptedException {
    return singly(Channel.bounded(capacity));
  }

  @Benchmark
  public long single_arrayBlockingQueue() throws InterruptedException {
    return singly(new ArrayBlockingQueue<>(capacity));
  }

  @Benchmark
  public long single_linkedBlockingQueue() throws InterruptedException {
    return singly(new LinkedBlockingQueue<>(capacity));
  }

  @Benchmark
  public long single_jox() throws InterruptedException {
    com.softwaremill.jox.Channel<Integer> channel =
        com.softwaremill.jox.Channel.newBufferedChannel(capacity);
    return Crossing.singly(ELEMENTS, channel::send, channel::receive);
  }

  @Benchmark
  public long single_jctoolsSpinning() throws InterruptedException {
    SpscArrayQueue<Integer> queue = new SpscArrayQueue<>(capacity);
    Spin sending = new Spin();
    Spin receiving = new Spin();
    return Crossing.singly(
        ELEMENTS,
        element -> sending.until(() -> queue.offer(element)),
        () -> receiving.take(queue::poll));
  }

  @Benchmark
  public long bulk16_runnel() throws InterruptedException {
    return inBatches(Channel.spsc(capacity), 16);
  }

  @Benchmark
  public long bulk16_runnelBounded() throws InterruptedException {
    return inBatches(Channel.bounded(capacity), 16);
  }

  @Benchmark
  public long bulk16_arrayBlockingQueue() throws InterruptedException {
    return singly(new ArrayBlockingQueue<>(capacity));
  }

  @Benchmark
  public long bulk16_drainToAbq() throws InterruptedException {
    return drained(new ArrayBlockingQueue<>(capacity), 16);
  }

  @Benchmark
  public long bulk64_runnel() throws InterruptedException {
    return inBatches(Channel.spsc(capacity), 64);
  }

  @Benchmark
  public long bulk64_runnelBounded() throws InterruptedException {
    return inBatches(Channel.bounded(capacity), 64);
  }

  @Benchmark
  public long bulk64_arrayBlockingQueue() throws InterruptedException {
    return singly(new ArrayBlockingQueue<>(capacity));
  }

  @Benchmark
  public long bulk64_drainToAbq() throws InterruptedException {
    return drained(new ArrayBlockingQueue<>(capacity), 64);
  }

  private static long singly(Channel<Integer> channel) throws InterruptedException {
    return Crossing.singly(ELEMENTS, channel::send, channel::receive);
  }

  private static long inBatches(Channel<Integer> channel, int size) throws InterruptedException {
    return Crossing.inBatches(ELEMENTS, size, channel::sendAll, () -> channel.receiveAll(size));
  }

  private static long singly(BlockingQueue<Integer> queue) throws InterruptedException {
    return Crossing.singly(ELEMENTS, queue::put, queue::take);
  }

  private static long drained(BlockingQueue<Integer> queue, int size) throws InterruptedException {
    List<Integer> batch = new ArrayList<>(size);
    return Crossing.drained(
        ELEMENTS,
        queue::put,
        () -> {
          batch.clear();
          batch.add(queue.take());
          queue.drainTo(batch, size - 1);
          return batch;
        });
  }
}
