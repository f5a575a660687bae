package dev.runnel;

import io.reactivex.rxjava3.core.Flowable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
import reactor.core.publisher.Flux;

/**
 * What does the library add to the work of a purely synchronous pipeline,
 * {@code range -> map -> filter -> map -> fold}, all of it boxed?
 *
 * <p>A good answer: at least 1.2 times as many runs a second as the best of the others. Run it by
 * {@code jmh/run PipelineBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 3, jvmArgs = "-Xmx2g")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class PipelineBenchmark {

  /** How many elements the range gives. */
  @Param("1000000")
  public int size;

  @Benchmark
  public long pipeline_runnel() throws InterruptedException {
    return Runnel.range(0, size)
        .map(i -> i + 1)
        .filter(i -> (i & 1) == 0)
        .map(i -> i * 3L)
        .fold(0L, Long::sum);
  }

  @Benchmark
  public long pipeline_jdk() {
    return IntStream.range(0, size)
        .boxed()
        .map(i -> i + 1)
        .filter(i -> (i & 1) == 0)
        .map(i -> i * 3L)
        .reduce(0L, Long::sum);
  }

  @Benchmark
  public long pipeline_rxjava() {
    return Flowable.range(0, size)
        .map(i -> i + 1)
        .filter(i -> (i & 1) == 0)
        .map(i -> i * 3L)
        .reduce(0L, Long::sum)
        .blockingGet();
  }

  @Benchmark
  public Long pipeline_reactor() {
    return Flux.range(0, size)
        .map(i -> i + 1)
        .filter(i -> (i & 1) == 0)
        .map(i -> i * 3L)
        .reduce(0L, Long::sum)
        .block();
  }
}
