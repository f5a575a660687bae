package dev.runnel.channel;

import dev.runnel.kit.Crossing;
import dev.runnel.kit.Load;
import dev.runnel.kit.Spin;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
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
 * How long does it take an element to reach a virtual thread that waits for it? In the row {@code
 * handOver} the sender stays on its processor until it sees that the element has arrived; in the
 * row {@code pingPong} it waits for an answer in the same way, and half of the way there and back
 * is given. Each time the receiver has parked before the element is sent.
 *
 * <p>A good answer: p50 and p99 are at most those of {@code arrayBlockingQueue}: it is the wake-up
 * that takes its time. Run it by {@code jmh/run LatencyBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 3, jvmArgs = {"-Xmx1g", "-Djmh.executor=VIRTUAL"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LatencyBenchmark {
  private Link there;
  private Link back;
  private Thread receiver;
  private int sent;
  private final Spin spin = new Spin();

  private volatile Integer arrived;

  private record Link(Crossing.Send in, Crossing.Receive out) {}

  @Setup(Level.Iteration)
  public void open(BenchmarkParams benchmark) {
    String name = benchmark.getBenchmark();
    String contender = name.substring(name.lastIndexOf('_') + 1);
    boolean answers = name.contains("pingPong");
    there = link(contender);
    back = link(contender);
    receiver = Thread.startVirtualThread(() -> receive(answers));
  }

  @Setup(Level.Invocation)
  public void awaitReceiver() {
    spin.until(() -> receiver.getState() == Thread.State.WAITING);
  }

  @TearDown(Level.Iteration)
  public void close() throws InterruptedException {
    receiver.interrupt();
    receiver.join();
  }

  @Benchmark
  public void handOver_runnel() throws InterruptedException {
    handOver();
  }

  @Benchmark
  public void handOver_runnelBounded() throws InterruptedException {
    handOver();
  }

  @Benchmark
  public void handOver_arrayBlockingQueue() throws InterruptedException {
    handOver();
  }

  @Benchmark
  public void handOver_jox() throws InterruptedException {
    handOver();
  }

  @Benchmark
  @OperationsPerInvocation(2)
  public Integer pingPong_runnel() throws InterruptedException {
    return pingPong();
  }

  @Benchmark
  @OperationsPerInvocation(2)
  public Integer pingPong_runnelBounded() throws InterruptedException {
    return pingPong();
  }

  @Benchmark
  @OperationsPerInvocation(2)
  public Integer pingPong_arrayBlockingQueue() throws InterruptedException {
    return pingPong();
  }

  @Benchmark
  @OperationsPerInvocation(2)
  public Integer pingPong_jox() throws InterruptedException {
    return pingPong();
  }

  private void handOver() throws InterruptedException {
    Integer element = Load.at(++sent);
    there.in.send(element);
    spin.until(() -> element.equals(arrived));
  }

  private Integer pingPong() throws InterruptedException {
    there.in.send(Load.at(++sent));
    return back.out.receive();
  }

  private void receive(boolean answers) {
    try {
      for (;;) {
        Integer element = there.out.receive();
        if (answers) {
          back.in.send(element);
        } else {
          arrived = element;
        }
      }
    } catch (InterruptedException e) {
      // the iteration is over
    }
  }

  private static Link link(String contender) {
    return switch (contender) {
      case "runnel" -> link(Channel.spsc(16));
      case "runnelBounded" -> link(Channel.bounded(16));
      case "arrayBlockingQueue" -> link(new ArrayBlockingQueue<>(16));
      case "jox" -> {
        var channel = com.softwaremill.jox.Channel.<Integer>newBufferedChannel(16);
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
