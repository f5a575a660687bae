package dev.runnel.channel;

import dev.runnel.kit.Crossing;
import java.util.concurrent.Exchanger;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How fast are elements handed over by one virtual thread to another where nothing waits but
 * threads? {@code exchanger} hands each element over against the one before it.
 *
 * <p>A good answer: at least as fast as {@code synchronousQueueFair}, which serves who waits in the
 * order of arrival too. Run it by {@code jmh/run RendezvousBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(RendezvousBenchmark.ELEMENTS)
@Fork(value = 3, jvmArgs = "-Xmx1g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RendezvousBenchmark {
  static final int ELEMENTS = 100_000;

  @Benchmark
  public long rendezvous_runnel() throws InterruptedException {
    Channel<Integer> channel = Channel.rendezvous();
    return Crossing.singly(ELEMENTS, channel::send, channel::receive);
  }

  @Benchmark
  public long rendezvous_synchronousQueue() throws InterruptedException {
    SynchronousQueue<Integer> queue = new SynchronousQueue<>();
    return Crossing.singly(ELEMENTS, queue::put, queue::take);
  }

  @Benchmark
  public long rendezvous_synchronousQueueFair() throws InterruptedException {
    SynchronousQueue<Integer> queue = new SynchronousQueue<>(true);
    return Crossing.singly(ELEMENTS, queue::put, queue::take);
  }

  @Benchmark
  public long rendezvous_exchanger() throws InterruptedException {
    Exchanger<Integer> exchanger = new Exchanger<>();
    return Crossing.singly(ELEMENTS, exchanger::exchange, () -> exchanger.exchange(0));
  }

  @Benchmark
  public long rendezvous_jox() throws InterruptedException {
    com.softwaremill.jox.Channel<Integer> channel =
        com.softwaremill.jox.Channel.newRendezvousChannel();
    return Crossing.singly(ELEMENTS, channel::send, channel::receive);
  }
}
