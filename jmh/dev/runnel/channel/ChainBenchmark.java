package dev.runnel.channel;

import dev.runnel.kit.Crossing;
import dev.runnel.kit.Load;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * What does a hop cost where 10,000 virtual threads, each of which waits for its neighbour, pass
 * one element along? The thread that sends it in at one end and waits for it at the other is
 * virtual too.
 *
 * <p>A good answer: at most what {@code arrayBlockingQueue} costs: the hop is a wake-up. Run it by
 * {@code jmh/run ChainBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ChainBenchmark.THREADS + 1)
@Fork(value = 3, jvmArgs = {"-Xmx1g", "-Djmh.executor=VIRTUAL"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ChainBenchmark {
  static final int THREADS = 10_000;

  private Link[] links;
  private Thread[] threads;
  private int passed;

  private record Link(Crossing.Send in, Crossing.Receive out) {}

  @Setup(Level.Iteration)
  public void open(BenchmarkParams benchmark) {
    String name = benchmark.getBenchmark();
    links = new Link[THREADS + 1];
    for (int i = 0; i <= THREADS; i++) {
      links[i] = link(name.substring(name.lastIndexOf('_') + 1));
    }
    threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      Link from = links[i];
      Link to = links[i + 1];
      threads[i] = Thread.startVirtualThread(() -> pass(from, to));
    }
  }

  @TearDown(Level.Iteration)
  public void close() throws InterruptedException {
    for (Thread thread : threads) {
      thread.interrupt();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Benchmark
  public int pass_runnel() throws InterruptedException {
    return pass();
  }

  @Benchmark
  public int pass_runnelBounded() throws InterruptedException {
    return pass();
  }

  @Benchmark
  public int pass_runnelRendezvous() throws InterruptedException {
    return pass();
  }

  @Benchmark
  public int pass_arrayBlockingQueue() throws InterruptedException {
    return pass();
  }

  @Benchmark
  public int pass_synchronousQueue() throws InterruptedException {
    return pass();
  }

  @Benchmark
  public int pass_jox() throws InterruptedException {
    return pass();
  }

  private int pass() throws InterruptedException {
    Integer element = Load.at(passed++);
    links[0].in.send(element);
    if (!element.equals(links[THREADS].out.receive())) {
      throw new AssertionError("another element came out");
    }
    return element;
  }

  private static void pass(Link from, Link to) {
    try {
      for (;;) {
        to.in.send(from.out.receive());
      }
    } catch (InterruptedException e) {
      // the iteration is over
    }
  }

  private static Link link(String contender) {
    return switch (contender) {
      case "runnel" -> link(Channel.spsc(1));
      case "runnelBounded" -> link(Channel.bounded(1));
      case "runnelRendezvous" -> link(Channel.rendezvous());
      case "arrayBlockingQueue" -> link(new ArrayBlockingQueue<>(1));
      case "synchronousQueue" -> link(new SynchronousQueue<>());
      case "jox" -> {
        var channel = com.softwaremill.jox.Channel.<Integer>newBufferedChannel(1);
        yield new Link(channel::send, channel::receive);
      }
      default -> throw new IllegalArgumentException(contender);
    };
  }

  private static Link link(Channel<Integer> channel) {
    return new Link(channel::send, channel::receive);
  }

  private static Link link(BlockingQueue<Integer> queue) {
    return new Link(queue::put, queue::take);
  }
}
