package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.runnel.kit.Await;
import dev.runnel.kit.ChildVm;
import dev.runnel.kit.Running;
import dev.runnel.kit.TestClock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What options do, at each operator that takes them. */
@Timeout(60)
final class StageOptionsTest {
  private static final StageOptions OPTIONS = StageOptions.defaults().withBuffer(5).withName("it");

  /** Each operator that takes options, with two workers if it has any, passing elements on. */
  private static List<Function<Runnel<Integer>, Runnel<Integer>>> operators(
      StageOptions options, ThrowingConsumer<Integer> action) {
    return List.of(
        source -> source.parEvalMap(2, options, i -> acted(action, i)),
        source -> source.parEvalMapUnordered(2, options, i -> acted(action, i)),
        source -> source.parFilter(2, options, i -> acted(action, i) >= 0),
        source -> source.parTap(2, options, action),
        source -> source.tap(action).prefetch(options),
        source -> Runnel.mergeAll(List.of(source.tap(action)), options),
        source -> source.flatMapPar(1, options, i -> Runnel.of(acted(action, i))),
        source -> Runnel.parJoin(1, options, Runnel.of(source.tap(action))));
  }

  private static int acted(ThrowingConsumer<Integer> action, int i) throws Exception {
    action.accept(i);
    return i;
  }

  @Test
  void runsTheExample() throws Exception {
    List<String> urls = List.of("/a", "/b");
    // @start region=example
    StageOptions fetching = StageOptions.defaults().withName("fetch pages").withBuffer(8);
    List<String> bodies = Runnel.from(urls).parEvalMap(16, fetching, url -> "body of " + url)
        .toList(); // on threads called "runnel parEvalMap fetch pages worker 1", and so on
    // @end
    assertEquals(List.of("body of /a", "body of /b"), bodies);
  }

  @Test
  void checksItsRules() {
    StageOptions options = StageOptions.defaults();
    assertEquals(Runnel.DEFAULT_BUFFER, options.buffer());
    assertEquals("", options.name());
    assertEquals(Duration.ZERO, options.drain());
    Duration second = Duration.ofSeconds(1);
    StageOptions all = new StageOptions(3, "x", second);
    assertEquals(all, options.withBuffer(3).withName("x").withDrain(second));
    assertEquals(all, options.withDrain(second).withName("x").withBuffer(3));
    assertThrows(
        IllegalArgumentException.class, () -> options.withDrain(Duration.ofNanos(-1)));
    assertThrows(NullPointerException.class, () -> options.withDrain(null));
    assertThrows(IllegalArgumentException.class, () -> options.withBuffer(0));
    assertThrows(NullPointerException.class, () -> options.withName(null));
    assertThrows(NullPointerException.class, () -> Runnel.of(1).prefetch(null));
    assertThrows(
        NullPointerException.class,
        () -> Runnel.of(1).parEvalMap(1, (StageOptions) null, i -> i));
  }

  @Test
  void theBufferBoundsWhatIsAhead() throws Exception {
    int[] ahead = {7, 7, 7, 7, 6, 6, 2, 6};
    for (int i = 0; i < ahead.length; i++) {
      AtomicInteger pulled = new AtomicInteger();
      int bound = ahead[i];
      Runnel<Integer> source = Runnel.generate(pulled::incrementAndGet);
      try (OpenRun<Integer> _ = OpenRun.of(operators(OPTIONS, _ -> {}).get(i).apply(source))) {
        Await.until(() -> pulled.get() == bound);
        Await.quiet();
        assertEquals(bound, pulled.get());
      }
    }
  }

  @Test
  void theNameIsInTheNamesOfItsThreads() throws Exception {
    Set<String> names = ConcurrentHashMap.newKeySet();
    ThrowingConsumer<Integer> noting = _ -> names.add(Thread.currentThread().getName());
    for (var operator : operators(OPTIONS, noting)) {
      operator.apply(Runnel.range(0, 9).tap(noting)).drain();
    }
    Runnel.range(0, 9).tap(noting).forEachPar(1, OPTIONS, noting);
    for (String name : List.of("parEvalMap it feeder", "parEvalMap it worker 1",
        "parEvalMapUnordered it feeder", "parEvalMapUnordered it worker 1", "parFilter it feeder",
        "parFilter it worker 1", "parTap it feeder", "parTap it worker 1", "prefetch it feeder",
        "merge it feeder", "flatMapPar it feeder", "parJoin it inner feeder",
        "forEachPar it feeder", "forEachPar it worker 1")) {
      assertTrue(names.contains("runnel " + name), name + " of " + names);
    }
  }

  /** The dump of the VM reads like the pipeline: each thread by its stage, in the stage's scope. */
  @Test
  void aThreadDumpReadsLikeThePipeline(@TempDir Path folder) throws Exception {
    CyclicBarrier inside = new CyclicBarrier(4);
    CountDownLatch dumped = new CountDownLatch(1);
    Runnel<Integer> stream =
        Runnel.range(0, 3)
            .prefetch(StageOptions.defaults().withName("numbers"))
            .parEvalMap(
                3,
                StageOptions.defaults().withName("squares"),
                i -> {
                  inside.await();
                  dumped.await();
                  return i * i;
                });
    String dump;
    try (BackgroundRun run = stream.start()) {
      inside.await();
      dump = dump(folder.resolve("dump.json"));
      dumped.countDown();
      run.join();
    }
    for (String name : List.of("start", "parEvalMap squares feeder", "parEvalMap squares worker 1",
        "parEvalMap squares worker 3", "prefetch numbers feeder")) {
      assertTrue(dump.contains("\"runnel " + name + "\""), name + " in " + dump);
    }
    if (Runnel.scopeBackend() == ScopeBackend.STRUCTURED_TASK_SCOPE) {
      assertTrue(dump.contains("\"runnel start/"), dump);
      assertTrue(dump.contains("\"runnel parEvalMap squares/"), dump);
    }
  }

  private static String dump(Path file) throws Exception {
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpThreads(file.toAbsolutePath().toString(), ThreadDumpFormat.JSON);
    return Files.readString(file).replace("\\/", "/");
  }

  // ---- drain

  /** A run that takes one result while three functions are in flight, and what came of them. */
  private static final class Draining {
    final CountDownLatch inFlight = new CountDownLatch(3);
    final CountDownLatch goOn = new CountDownLatch(1);
    final Queue<Integer> ended = new ConcurrentLinkedQueue<>();
    final Queue<Integer> interrupted = new ConcurrentLinkedQueue<>();
    final Queue<Integer> discarded = new ConcurrentLinkedQueue<>();
    final AtomicInteger started = new AtomicInteger();

    Runnel<Integer> stream(boolean ordered, Duration drain) {
      StageOptions options = StageOptions.defaults().withDrain(drain);
      ThrowingFunction<Integer, Integer> function = this::call;
      Runnel<Integer> source = Runnel.iterate(0, i -> i + 1);
      return (ordered
          ? source.parEvalMap(4, options, function)
          : source.parEvalMapUnordered(4, options, function)).onDiscard(discarded::add);
    }

    private int call(int i) throws Exception {
      started.incrementAndGet();
      if (i == 0) {
        inFlight.await();
        return i;
      }
      inFlight.countDown();
      try {
        goOn.await();
        ended.add(i);
      } catch (InterruptedException e) {
        interrupted.add(i);
        throw e;
      }
      return i;
    }
  }

  @Test
  void aDrainLetsWhatRunsEndButStartsNothing() throws Exception {
    for (int round = 0; round < 100; round++) {
      Draining draining = new Draining();
      TestClock clock = TestClock.still();
      Running run =
          Running.virtual(
              () -> assertEquals(
                  List.of(0),
                  clock.during(
                      () -> draining.stream(true, Duration.ofSeconds(5)).take(1).toList())));
      clock.awaitWaiting(1); // the deadline, so the run is being stopped
      assertTrue(run.thread().isAlive());
      draining.goOn.countDown();
      run.join();
      assertEquals(0, clock.waiting(), "the deadline is called off");
      // The worker that mapped the first element may have been on its way into its next function.
      assertTrue(draining.started.get() <= 5, "started while it drained: " + draining.started);
      assertEquals(List.of(), List.copyOf(draining.interrupted));
      assertTrue(draining.ended.size() >= 3, "ended " + draining.ended);
      assertEquals(Set.copyOf(draining.ended), Set.copyOf(draining.discarded));
    }
  }

  @Test
  void aDrainEndsAtItsDeadline() throws Exception {
    for (boolean ordered : new boolean[] {true, false}) {
      Draining draining = new Draining();
      TestClock clock = TestClock.still();
      Running run =
          Running.virtual(
              () -> assertEquals(
                  1,
                  clock.during(
                      () -> draining.stream(ordered, Duration.ofSeconds(5)).take(1).count())));
      clock.awaitWaiting(1);
      clock.advance(Duration.ofMillis(4_999));
      assertEquals(List.of(), List.copyOf(draining.interrupted));
      clock.advance(Duration.ofMillis(1));
      run.join();
      assertTrue(draining.interrupted.size() >= 3, "interrupted " + draining.interrupted);
      assertEquals(List.of(), List.copyOf(draining.ended));
    }
  }

  @Test
  void withoutADrainOrAfterAFailureOrAnInterruptWhatRunsIsInterruptedAtOnce() throws Exception {
    Draining none = new Draining();
    assertEquals(1, none.stream(false, Duration.ZERO).take(1).count());
    assertTrue(none.interrupted.size() >= 3);

    Draining failing = new Draining();
    IllegalStateException failure = new IllegalStateException("downstream");
    assertSame(
        failure,
        assertThrows(
            IllegalStateException.class,
            () -> failing.stream(false, Duration.ofDays(1)).forEach(
                _ -> {
                  throw failure;
                })));
    assertTrue(failing.interrupted.size() >= 3);

    Draining interrupted = new Draining();
    assertThrows(
        InterruptedException.class,
        () -> interrupted.stream(true, Duration.ofDays(1)).forEach(
            _ -> Thread.currentThread().interrupt()));
    assertTrue(interrupted.interrupted.size() >= 3);
  }

  @Test
  void whatFailsWhileItDrainsIsLateAndCutsNobodyShort() throws Exception {
    for (int round = 0; round < 100; round++) {
      IOException failure = new IOException("late");
      CountDownLatch inFlight = new CountDownLatch(2);
      CountDownLatch goOn = new CountDownLatch(1);
      CountDownLatch failed = new CountDownLatch(1);
      AtomicInteger ended = new AtomicInteger();
      Queue<Throwable> late = new ConcurrentLinkedQueue<>();
      TestClock clock = TestClock.still();
      Runnel<Integer> stream =
          Runnel.range(0, 3)
              .parEvalMap(
                  3,
                  StageOptions.defaults().withDrain(Duration.ofSeconds(5)),
                  i -> {
                    if (i == 0) {
                      inFlight.await();
                      return i;
                    }
                    inFlight.countDown();
                    goOn.await();
                    if (i == 1) {
                      failed.countDown();
                      throw failure;
                    }
                    failed.await();
                    Await.quiet(); // the failure has been acted on
                    return ended.incrementAndGet();
                  })
              .onLateFailure(late::add);
      Running run = Running.virtual(
          () -> assertEquals(List.of(0), clock.during(() -> stream.take(1).toList())));
      clock.awaitWaiting(1);
      goOn.countDown();
      run.join();
      assertEquals(1, ended.get());
      assertEquals(List.of(failure), List.copyOf(late));
    }
  }

  // ---- failures

  @Test
  void aFailureNamesTheStageInWhichItWasThrown() {
    for (var operator : operators(OPTIONS, _ -> {
      throw new IOException("inside");
    })) {
      Runnel<Integer> failing = operator.apply(Runnel.range(0, 9));
      for (Runnel<Integer> stream : List.of(failing, failing.prefetch(1).parEvalMap(2, i -> i))) {
        Throwable failure = assertThrows(RunnelException.class, stream::drain).getCause();
        Throwable marker = marker(failure);
        assertTrue(marker.getMessage().contains(" it; drain() was called"), marker.getMessage());
        assertNull(marker.getCause(), "where it was built, though nobody wants to know");
      }
    }
  }

  @Test
  void aFailureToCloseNamesItsStage() {
    IOException failure = new IOException("close");
    Runnel<Integer> stream =
        SourceProbe.of(List.of(1)).failingOnClose(failure).stream()
            .prefetch(OPTIONS)
            .parEvalMap(2, i -> i);
    assertSame(failure, assertThrows(RunnelException.class, stream::drain).getCause());
    assertEquals(
        "thrown on another thread, in runnel prefetch it; drain() was called here",
        marker(failure).getMessage());
  }

  @Test
  void aBackgroundRunNamesTheStageToo() {
    IllegalStateException failure = new IllegalStateException("inside");
    BackgroundRun run =
        Runnel.failed(failure).prefetch(OPTIONS).start();
    assertSame(failure, assertThrows(IllegalStateException.class, run::join));
    assertEquals(
        "thrown on another thread, in runnel prefetch it; start() was called here",
        marker(failure).getMessage());
  }

  /** The one marker; beside it there may be what a second worker has thrown. */
  private static Throwable marker(Throwable failure) {
    List<Throwable> found = new ArrayList<>();
    ConcurrentContract.collectSuppressed(failure, found);
    List<Throwable> markers =
        found.stream().filter(it -> it.getMessage().contains("was called here")).toList();
    assertEquals(1, markers.size(), "suppressed " + found);
    return markers.getFirst();
  }

  /** In a VM of its own, because a logger's level is read when its class is initialised. */
  @Test
  void tellsWhereTheStageWasBuiltIfItsLoggerIsAtDebug() throws Exception {
    List<String> told = ChildVm.run(BuildSiteProbe.class,
        List.of("-Dorg.slf4j.simpleLogger.log.dev.runnel=debug"),
        Runnel.class, Logger.class, LoggerFactory.getILoggerFactory().getClass());
    assertTrue(told.contains("runnel parEvalMap here was built here"), told::toString);
    assertTrue(told.contains("by " + BuildSiteProbe.class.getName() + ".built"), told::toString);
  }

  @Test
  void hasAllOperatorsThatTakeOptions() {
    long taking = Stream.of(Runnel.class.getMethods())
        .filter(method -> List.of(method.getParameterTypes()).contains(StageOptions.class))
        .count();
    assertEquals(operators(OPTIONS, _ -> {}).size() + 1, taking, "and forEachPar");
  }
}
