package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.RandomPipeline.Ended;
import dev.runnel.RandomPipeline.Faults;
import dev.runnel.internal.scope.TaskScope;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import dev.runnel.kit.StallDetector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The random properties of {@link ConcurrentPropertiesTest}, a hundred thousand of them one after
 * another, and a thousand pipelines at once that are cancelled at random, minute after minute. Both
 * print figures.
 *
 * <p>{@code mvn -Pfast,soak test -Dtest=PipelineSoakTest -Dsoak.minutes=10} lets the storm blow for
 * ten minutes; two are the default.
 */
@Tag("soak")
@Timeout(value = 3, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PipelineSoakTest {
  private static final int CASES = Integer.getInteger("soak.cases", 100_000);
  private static final int MINUTES = Integer.getInteger("soak.minutes", 2);
  private static final int PIPELINES = 1_000;

  /** What may live more after the last minute than after the first. */
  private static final long SLACK_BYTES = 4 << 20;

  private static final List<Faults> MIXES =
      List.of(
          Faults.NONE,
          Faults.FAILURES,
          Faults.STOPS,
          Faults.INTERRUPTS,
          Faults.TIMEOUTS,
          Faults.ALL,
          Faults.ALL);

  @RegisterExtension
  final StallDetector stalls = new StallDetector();

  private final Figures figures = new Figures();

  @Test
  void keepsTheAccountOfOnePipelineAfterAnother() {
    Seeds.each(
        CASES,
        random -> {
          Running.either(random, () -> figures.add(draw(random).runAloneAndCheck())).join();
          if (figures.runs() % Math.max(1, CASES / 10) == 0) {
            figures.print();
          }
        });
  }

  @Test
  void keepsTheAccountOfAThousandPipelinesAtOnce() {
    Seeds.each(1, this::storm);
  }

  private void storm(Random random) throws Exception {
    long first = 0;
    for (int minute = 1; minute <= MINUTES; minute++) {
      blow(random, Duration.ofMinutes(1));
      assertEquals(0, TaskScope.liveThreads());
      assertEquals(List.of(), StallDetector.threadsInLibrary());
      long live = liveBytes();
      first = minute == 1 ? live : first;
      figures.print();
      System.out.printf("soak: minute %d, heap %d KiB%n", minute, live >> 10);
      assertTrue(live - first < SLACK_BYTES, "grew by " + (live - first));
    }
  }

  /** Keeps a thousand pipelines going, and interrupts one after another. */
  private void blow(Random random, Duration time) throws Exception {
    long end = System.nanoTime() + time.toNanos();
    List<Slot> slots = new ArrayList<>();
    List<Running> running = new ArrayList<>();
    for (int i = 0; i < PIPELINES; i++) {
      Slot slot = new Slot(new Random(random.nextLong()));
      slots.add(slot);
      running.add(Running.virtual(() -> slot.runUntil(end)));
    }
    while (System.nanoTime() - end < 0) {
      slots.get(random.nextInt(PIPELINES)).cancel();
      boolean _ = new CountDownLatch(1).await(random.nextInt(2_000), TimeUnit.MICROSECONDS);
    }
    for (Running one : running) {
      one.join();
    }
  }

  private static RandomPipeline draw(Random random) {
    return new RandomPipeline(random, MIXES.get(random.nextInt(MIXES.size())));
  }

  private static long liveBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** Where one pipeline after another runs, on one thread. */
  private final class Slot {
    private final Random random;
    private volatile RandomPipeline current;

    Slot(Random random) {
      this.random = random;
    }

    void runUntil(long end) throws Exception {
      while (System.nanoTime() - end < 0) {
        RandomPipeline pipeline = draw(random);
        current = pipeline;
        figures.add(pipeline.runAndCheck());
      }
      current = null;
    }

    void cancel() {
      RandomPipeline pipeline = current;
      if (pipeline != null) {
        pipeline.cancel();
      }
    }
  }

  /** How many runs there were, and what became of them. */
  private static final class Figures {
    private final long begin = System.nanoTime();
    private final LongAdder elements = new LongAdder();
    private final Map<String, LongAdder> endings = new ConcurrentSkipListMap<>();

    void add(Ended ended) {
      elements.add(ended.delivered());
      endings.computeIfAbsent(ended.by(), _ -> new LongAdder()).increment();
    }

    long runs() {
      return endings.values().stream().mapToLong(LongAdder::sum).sum();
    }

    void print() {
      System.out.printf("soak: %d s, %d runs, %d elements delivered, %s%n",
          Duration.ofNanos(System.nanoTime() - begin).toSeconds(), runs(), elements.sum(), endings);
    }
  }
}
