package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.internal.scope.TaskScope;
import dev.runnel.kit.Await;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What every operator with an asynchronous boundary keeps beside the laws of all operators, checked
 * for a sample that passes each element on as it is.
 */
abstract class ConcurrentContract extends OperatorContract<Integer> {
  private static final ScopedValue<String> SCOPED = ScopedValue.newInstance();

  // ---- what a test says about its operator

  /** Puts the sample, which passes every element on, around a source. */
  abstract <T> Runnel<T> around(Runnel<T> source);

  /** The least number of elements ahead when all is quiet, after the consumer has taken some. */
  abstract int aheadWhenQuiet();

  @Override
  final Runnel<Integer> apply(Runnel<Integer> source) {
    return around(source);
  }

  @Override
  final List<Integer> expected(List<Integer> elements) {
    return elements;
  }

  @Override
  final Runnel<Object> passing(Runnel<Object> source) {
    return ordered() ? around(source) : null;
  }

  @Override
  final boolean asynchronous() {
    return true;
  }

  @Override
  abstract int ahead();

  // ---- L2, L9: the bound

  @Test
  void runsExactlyTheBoundAheadOfAConsumerThatTakesNothing() throws Exception {
    Demand demand = new Demand();
    try (OpenRun<Integer> _ = OpenRun.of(around(demand.source()))) {
      Await.until(() -> demand.pulled.get() == ahead());
      Await.quiet();
      assertEquals(ahead(), demand.pulled.get());
    }
    assertEquals(0, demand.excess.get(), "pulls above the bound");
  }

  @Test
  void staysBetweenItsBoundsWhileAConsumerTakes() throws Exception {
    Demand demand = new Demand();
    try (OpenRun<Integer> run = OpenRun.of(around(demand.source()))) {
      for (int taken = 1; taken <= 5 * ahead(); taken++) {
        run.next();
        int least = taken - 1 + aheadWhenQuiet();
        Await.until(() -> demand.pulled.get() >= least);
        demand.handedDown.set(taken); // from here on the next pull may be under way
      }
    }
    assertEquals(0, demand.excess.get(), "pulls above the bound");
  }

  // ---- L3

  @Test
  void drivesTheSourceOnItsOwnThreadAndTheRestOnTheCallers() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    ThreadLocal<String> local = new ThreadLocal<>();
    local.set("caller's");
    SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2, 3));
    lock.lock();
    try {
      around(source.stream())
          .tap(
              _ -> {
                assertTrue(lock.isHeldByCurrentThread());
                assertEquals("caller's", local.get());
              })
          .drain();
    } finally {
      lock.unlock();
    }
    source.assertClosedOnce();
    assertNotSame(Thread.currentThread(), source.run().opener);
    assertTrue(source.run().opener.isVirtual());
  }

  @Test
  void inheritsScopedValuesUnderTheScopeOfTheJdk() throws Exception {
    assumeTrue(Runnel.scopeBackend() == ScopeBackend.STRUCTURED_TASK_SCOPE);
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    Runnel<Integer> stream = around(Runnel.range(0, 3).tap(_ -> seen.add(SCOPED.orElse("none"))));
    ScopedValue.where(SCOPED, "bound")
        .call(
            () -> {
              stream.drain();
              return "";
            });
    assertEquals(List.of("bound", "bound", "bound"), seen);
  }

  /** A fork under other bindings than those of the task scope is refused by the JDK's. */
  @Test
  void opensInAPullWhoseScopedValuesDiffer() throws Exception {
    Runnel<Integer> stream =
        Runnel.range(0, 20)
            .flatMap(i -> around(Runnel.of(i, i + 100)))
            .through((upstream, _) -> new BindingCursor(upstream))
            .map(i -> i);
    List<Integer> wanted = new ArrayList<>();
    IntStream.range(0, 20).forEach(i -> Collections.addAll(wanted, i, i + 100));
    assertEquals(wanted.stream().sorted().toList(), stream.toList().stream().sorted().toList());
    assertEquals(0, TaskScope.liveThreads());
    Runnel<Integer> below = around(stream);
    assertEquals(wanted.stream().sorted().toList(), below.toList().stream().sorted().toList());
  }

  // ---- L4

  @Test
  void closesInReverseOrderOfOpeningWhenDownstreamStops() throws Exception {
    List<String> trace = Collections.synchronizedList(new ArrayList<>());
    Runnel<Integer> stream =
        Runnel.using(
            () -> "outer",
            _ -> Runnel.using(
                () -> "inner",
                _ -> around(
                    Runnel.using(
                        () -> "above",
                        _ -> Runnel.iterate(0, i -> i + 1),
                        (_, _) -> trace.add("above closed"))),
                (_, _) -> trace.add("inner closed")),
            (_, _) -> trace.add("outer closed"));
    assertEquals(List.of(0), firstOf(stream, 1));
    assertEquals(List.of("above closed", "inner closed", "outer closed"), trace);
    assertEquals(0, TaskScope.liveThreads());
  }

  @Test
  void takeBelowTwoOfItEndsEndlessSources() throws Exception {
    for (int k = 0; k < 4; k++) {
      SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2));
      Runnel<Integer> stream =
          around(around(source.stream().concat(Runnel.iterate(3, i -> i + 1))));
      assertEquals(k, firstOf(stream, k).size());
      source.assertClosedOnce();
      assertEquals(0, TaskScope.liveThreads());
    }
  }

  @Test
  void letsAnAcquireUnderWayComplete() throws Exception {
    CountDownLatch acquiring = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    List<String> trace = Collections.synchronizedList(new ArrayList<>());
    Runnel<Integer> stream =
        around(
            Runnel.using(
                () -> {
                  acquiring.countDown();
                  go.await();
                  trace.add("acquired");
                  return "resource";
                },
                _ -> Runnel.range(0, 1_000_000_000),
                (_, outcome) -> trace.add("released " + outcome)));
    FutureTask<Void> run =
        new FutureTask<>(
            () -> {
              assertThrows(InterruptedException.class, stream::drain);
              return null;
            });
    Thread caller = Thread.ofVirtual().start(run);
    acquiring.await();
    caller.interrupt();
    Await.quiet();
    assertTrue(caller.isAlive(), "returned while a resource was being acquired");
    go.countDown();
    run.get();
    assertEquals(List.of("acquired", "released " + new Outcome.Cancelled()), trace);
  }

  /** The interrupt that stops a feeder is over for what it closes. */
  @Test
  void letsAFinaliserRunAStreamOfItsOwn() throws Exception {
    List<Integer> written = Collections.synchronizedList(new ArrayList<>());
    Runnel<Integer> stream =
        around(
            Runnel.using(
                () -> "resource",
                _ -> Runnel.iterate(0, i -> i + 1),
                (_, _) -> around(Runnel.of(7, 8).tap(written::add)).drain()));
    assertEquals(List.of(0), firstOf(stream, 1));
    assertEquals(List.of(7, 8), written);
  }

  @Test
  void endsAtOnceWhateverTheFeederDoesFirst() throws Exception {
    IllegalStateException failure = new IllegalStateException("first");
    for (int i = 0; i < 300; i++) {
      assertEquals(List.of(), around(Runnel.empty()).toList());
      assertSame(
          failure,
          assertThrows(
              IllegalStateException.class, () -> around(Runnel.failed(failure)).drain()));
      OpenRun.of(around(Runnel.never())).close();
    }
  }

  // ---- L5

  @Test
  void marksTheCallSiteOnce() {
    IllegalStateException failure = new IllegalStateException("source");
    Runnel<Integer> twice = around(around(Runnel.failed(failure)));
    for (int i = 0; i < 3; i++) {
      assertSame(failure, assertThrows(IllegalStateException.class, twice::drain));
      assertEquals(1, failure.getSuppressed().length);
    }
    Throwable marker = failure.getSuppressed()[0];
    assertTrue(marker.getMessage().contains("drain()"), marker.getMessage());
    assertTrue(
        List.of(marker.getStackTrace()).stream()
            .anyMatch(frame -> frame.getClassName().equals(ConcurrentContract.class.getName())));
  }

  @Test
  void marksTheCallSiteOnAFailureToClose() {
    IllegalStateException failure = new IllegalStateException("close");
    SourceProbe<Integer> source = SourceProbe.of(List.of(1)).failingOnClose(failure);
    assertSame(
        failure, assertThrows(IllegalStateException.class, () -> around(source.stream()).drain()));
    assertEquals(1, failure.getSuppressed().length);
  }

  @Test
  void doesNotMarkWhatWasThrownBelowIt() {
    IllegalStateException failure = new IllegalStateException("downstream");
    assertSame(
        failure,
        assertThrows(
            IllegalStateException.class,
            () -> around(Runnel.range(0, 5))
                .forEach(
                    _ -> {
                      throw failure;
                    })));
    assertEquals(0, failure.getSuppressed().length);
  }

  @Test
  void wrapsACheckedExceptionOnce() {
    IOException failure = new IOException("source");
    Runnel<Integer> inner = around(Runnel.failed(failure));
    RunnelException thrown =
        assertThrows(
            RunnelException.class,
            () -> around(around(Runnel.of(1).flatMap(_ -> inner))).drain());
    assertSame(failure, thrown.getCause());
    Runnel<Integer> nested = around(Runnel.of(1).map(_ -> inner.toList().size()));
    thrown = assertThrows(RunnelException.class, nested::drain);
    assertSame(failure, thrown.getCause());
  }

  @Test
  void takesAnInterruptedExceptionThatNobodyCausedForAFailure() {
    InterruptedException failure = new InterruptedException("of the user's");
    for (int i = 0; i < 100; i++) {
      RunnelException thrown =
          assertThrows(RunnelException.class, () -> around(Runnel.failed(failure)).drain());
      assertSame(failure, thrown.getCause());
      thrown =
          assertThrows(
              RunnelException.class, () -> around(around(Runnel.failed(failure))).drain());
      assertSame(failure, thrown.getCause());
      assertFalse(Thread.currentThread().isInterrupted());
    }
  }

  @Test
  void takesAnySharedExceptionObject() {
    RuntimeException frozen = new Frozen();
    RuntimeException shared = new IllegalStateException("shared");
    for (RuntimeException failure : List.of(frozen, shared)) {
      Runnel<Integer> stream = around(Runnel.of(1, 2, 3).map(i -> {
        throw failure;
      }));
      for (int i = 0; i < 200; i++) {
        assertSame(failure, assertThrows(RuntimeException.class, stream::drain));
      }
    }
    assertEquals(0, frozen.getSuppressed().length);
    assertEquals(1, shared.getSuppressed().length);
  }

  @Test
  void endsWithTheErrorOfSourceOrFinaliser() {
    for (int i = 0; i < 50; i++) {
      AssertionError error = new AssertionError("error");
      assertThrows(
          StackOverflowError.class, () -> around(Runnel.of(1).map(_ -> overflow(0))).drain());
      SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2)).failingAt(1, error);
      assertSame(
          error, assertThrows(AssertionError.class, () -> around(source.stream()).drain()));
      SourceProbe<Integer> closing = SourceProbe.of(List.of(1, 2)).failingOnClose(error);
      assertSame(
          error, assertThrows(AssertionError.class, () -> around(closing.stream()).drain()));
      Runnel<Integer> filtered =
          around(
              Runnel.of(1)
                  .filter(
                      _ -> {
                        throw error;
                      }));
      assertSame(error, assertThrows(AssertionError.class, filtered::drain));
    }
  }

  @Test
  void reportsBodyAndFinaliser() {
    IllegalStateException body = new IllegalStateException("body");
    IOException inner = new IOException("inner finaliser");
    IOException outer = new IOException("outer finaliser");
    Runnel<Integer> stream =
        Runnel.using(
            () -> "outer",
            _ -> around(
                SourceProbe.of(List.of(1, 2, 3)).failingOnClose(inner).stream()),
            (_, _) -> {
              throw outer;
            });
    assertSame(
        body,
        assertThrows(
            IllegalStateException.class,
            () -> stream.forEach(
                _ -> {
                  throw body;
                })));
    List<Throwable> reported = new ArrayList<>();
    collectSuppressed(body, reported);
    assertEquals(List.of(inner, outer), reported);
  }

  // ---- L8

  @Test
  void throwsWhenTheWaitingCallerIsInterrupted() throws Exception {
    for (int i = 0; i < 50; i++) {
      CountDownLatch silent = new CountDownLatch(1);
      SourceProbe<Integer> source =
          SourceProbe.of(List.of(1)).onPull(
              pull -> {
                if (pull == 1) {
                  silent.countDown();
                  new CountDownLatch(1).await();
                }
              });
      FutureTask<Boolean> run =
          new FutureTask<>(
              () -> {
                assertThrows(InterruptedException.class, () -> around(source.stream()).drain());
                return Thread.currentThread().isInterrupted();
              });
      Thread caller = Thread.ofVirtual().start(run);
      silent.await();
      caller.interrupt();
      assertFalse(run.get(), "flag set beside the exception");
      source.assertClosedOnce();
      assertEquals(0, TaskScope.liveThreads());
    }
  }

  @Test
  void endsWhenASilentLoopAboveIsCancelled() throws Exception {
    Runnel<Integer> stream =
        around(Runnel.of(1).concat(Runnel.<Integer>empty().repeat()));
    assertEquals(List.of(1), firstOf(stream, 1));
    assertEquals(0, TaskScope.liveThreads());
  }

  /** A function that swallows our interrupt fails at its next pull. */
  @Test
  void endsWhenASourceSwallowsTheInterrupt() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    Runnel<Integer> stream =
        around(
            Runnel.iterate(0, i -> i + 1)
                .filter(
                    i -> {
                      if (i > 0) {
                        started.countDown();
                        try {
                          new CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                          return false;
                        }
                      }
                      return true;
                    }));
    try (OpenRun<Integer> run = OpenRun.of(stream)) {
      assertEquals(0, run.next());
      started.await();
    }
    assertEquals(0, TaskScope.liveThreads());
  }

  // ---- memory

  @Test
  void retainsNoElementThatWasHandedDown() throws Exception {
    for (boolean bulk : new boolean[] {true, false}) {
      List<WeakReference<Object>> given = Collections.synchronizedList(new ArrayList<>());
      CountDownLatch all = new CountDownLatch(5);
      Runnel<Object> stream =
          around(
              Runnel.generate(
                  () -> {
                    if (given.size() == 5) {
                      new CountDownLatch(1).await();
                    }
                    Object element = new Object();
                    given.add(new WeakReference<>(element));
                    return element;
                  }));
      FutureTask<Void> run =
          new FutureTask<>(
              () -> {
                assertThrows(InterruptedException.class, () -> consume(stream, bulk, all));
                return null;
              });
      Thread caller = Thread.ofVirtual().start(run);
      all.await();
      for (WeakReference<Object> reference : given) {
        while (reference.get() != null) {
          System.gc();
          assertFalse(Thread.interrupted(), "an element is retained, bulk " + bulk);
        }
      }
      caller.interrupt();
      run.get();
    }
  }

  // ---- how

  private static void consume(Runnel<Object> stream, boolean bulk, CountDownLatch taken)
      throws Exception {
    if (bulk) {
      stream.forEach(_ -> taken.countDown());
    } else {
      try (OpenRun<Object> run = OpenRun.of(stream)) {
        while (run.next() != null) {
          taken.countDown();
        }
      }
    }
  }

  /** Adds what {@code failure} suppresses, at any depth, in order. */
  static void collectSuppressed(Throwable failure, List<Throwable> found) {
    for (Throwable suppressed : failure.getSuppressed()) {
      found.add(suppressed);
      collectSuppressed(suppressed, found);
    }
  }

  static List<Integer> firstOf(Runnel<Integer> stream, int k) throws Exception {
    return stream.take(k).toList();
  }

  @SuppressWarnings("InfiniteRecursion")
  static int overflow(int depth) {
    return overflow(depth + 1) + 1;
  }

  /** An endless source that checks at each pull how far it is ahead. */
  private final class Demand {
    final AtomicInteger pulled = new AtomicInteger();
    final AtomicInteger excess = new AtomicInteger();

    /** Set before the consumer asks again, so never less than what it has really handed down. */
    final AtomicInteger handedDown = new AtomicInteger();

    Runnel<Integer> source() {
      return Runnel.generate(
          () -> {
            int now = pulled.incrementAndGet();
            if (now - handedDown.get() > ahead()) {
              excess.incrementAndGet();
            }
            return now;
          });
    }
  }

  /** Binds a scoped value around each pull, as a user's own operator may. */
  private static final class BindingCursor implements Cursor<Integer> {
    private final Cursor<Integer> upstream;

    BindingCursor(Cursor<Integer> upstream) {
      this.upstream = upstream;
    }

    @Override
    public @Nullable Integer next() throws Exception {
      return ScopedValue.where(SCOPED, "pull").call(upstream::next);
    }

    @Override
    public void close() throws Exception {
      upstream.close();
    }
  }

  /** Takes no suppressed exceptions and no stack trace. */
  private static final class Frozen extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Frozen() {
      super("frozen", null, false, false);
    }
  }

  /** Checks that {@code thrown} is what a run throws for {@code failure}. */
  static void assertThrown(Throwable failure, Throwable thrown) {
    if (failure instanceof Exception && !(failure instanceof RuntimeException)) {
      assertSame(failure, assertInstanceOf(RunnelException.class, thrown).getCause());
    } else {
      assertSame(failure, thrown);
    }
    assertNull(failure == thrown ? null : thrown.getCause() == failure ? null : thrown);
  }
}
