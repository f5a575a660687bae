package dev.runnel.channel;

import com.softwaremill.jox.SelectClause;
import dev.runnel.kit.Crew;
import dev.runnel.kit.Crossing;
import dev.runnel.kit.Load;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Stream;
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
 * What does it cost to receive by a select of 1, 2 or 16 channels, into which a virtual thread
 * sends in turn?
 *
 * <p>A good answer: at least as fast as {@code jox}, and the cost of a clause that is not ready is
 * small beside that of a receive. Run it by {@code jmh/run SelectBenchmark -p clauses=1,2,16}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(SelectBenchmark.ELEMENTS)
@Fork(value = 3, jvmArgs = "-Xmx1g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SelectBenchmark {
  static final int ELEMENTS = 100_000;

  /** How many elements can wait in each channel. */
  @Param("256")
  public int capacity;

  /** How many channels there are. */
  @Param("2")
  public int clauses;

  @Benchmark
  public long select_runnel() throws InterruptedException {
    return select(i -> Channel.spsc(capacity));
  }

  @Benchmark
  public long select_runnelBounded() throws InterruptedException {
    return select(i -> Channel.bounded(capacity));
  }

  @Benchmark
  @SuppressWarnings("unchecked") // an array of a generic type
  public long select_jox() throws InterruptedException {
    var channels = new com.softwaremill.jox.Channel[clauses];
    SelectClause<Integer>[] receives = new SelectClause[clauses];
    Arrays.setAll(channels, i -> com.softwaremill.jox.Channel.newBufferedChannel(capacity));
    Arrays.setAll(receives, i -> channels[i].receiveClause());
    return cross(
        i -> channels[i]::send, () -> com.softwaremill.jox.Select.select(receives));
  }

  private long select(IntFunction<Channel<Integer>> opening) throws InterruptedException {
    Channel<Integer>[] channels = channels(opening);
    Select<Integer> select = Select.create();
    for (Channel<Integer> channel : channels) {
      select.receive(channel, element -> element);
    }
    return cross(i -> channels[i]::send, select::await);
  }

  @SuppressWarnings("unchecked") // an array of a generic type
  private Channel<Integer>[] channels(IntFunction<Channel<Integer>> opening) {
    Channel<Integer>[] channels = new Channel[clauses];
    Arrays.setAll(channels, opening);
    return channels;
  }

  private long cross(IntFunction<Crossing.Send> sends, Crossing.Receive receive)
      throws InterruptedException {
    Crossing.Send[] in =
        Stream.iterate(0, i -> i + 1).limit(clauses).map(sends::apply)
            .toArray(Crossing.Send[]::new);
    long[] sum = new long[1];
    Crew.run(
        () -> Crossing.inParts(ELEMENTS, (from, to) -> {
          for (int i = from, next = from % in.length; i < to; i++) {
            in[next].send(Load.at(i));
            next = next + 1 == in.length ? 0 : next + 1;
          }
        }),
        () -> sum[0] = Crossing.receive(ELEMENTS, receive));
    return Load.checked(ELEMENTS, sum[0]);
  }
}
