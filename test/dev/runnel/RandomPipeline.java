package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.scope.TaskScope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One random pipeline, what it must give, and the check of one run of it. Every element is a number
 * of its own, so that each can be followed. What a pipeline gives is told by lanes: an interleaving
 * of lists, each of which keeps its order.
 */
final class RandomPipeline {
  private static final int MAX_DEPTH = 3;
  private static final int MAX_BUFFER = 8;

  /**
   * How likely each fault is.
   *
   * @param failure of a failure in each place
   * @param stop of an early stop
   * @param interrupt of an interrupt of the caller
   * @param timeout of a time-out in the middle of the run, if the pipeline has one
   * @param gates of user code that waits for another thread
   */
  record Faults(double failure, double stop, double interrupt, double timeout, double gates) {
    static final Faults NONE = new Faults(0, 0, 0, 0, 0.3);
    static final Faults FAILURES = new Faults(0.4, 0, 0, 0, 0.3);
    static final Faults STOPS = new Faults(0, 1, 0, 0, 0.3);
    static final Faults INTERRUPTS = new Faults(0, 0, 1, 0, 0.3);
    static final Faults TIMEOUTS = new Faults(0.1, 0, 0, 1, 0.3);
    static final Faults ALL = new Faults(0.3, 0.4, 0.3, 0.3, 0.3);
  }

  /** How many elements a run delivered, and what ended it. */
  record Ended(int delivered, String by) {}

  /**
   * A part of the pipeline and what it gives.
   *
   * @param exact whether what comes before its only failure is determined: one source, source order
   */
  private record Node(Runnel<Integer> stream, List<List<Integer>> lanes, boolean exact) {
    int size() {
      return lanes.stream().mapToInt(List::size).sum();
    }
  }

  private final Random random;
  private final Faults faults;
  private final RandomRun run;

  /** What is to be checked of each boundary after the run. */
  private final Queue<Runnable> ledgers = new ConcurrentLinkedQueue<>();

  /** Elements at which a function or source fails. */
  private final Map<Integer, Throwable> failingAt = new HashMap<>();

  private int nextElement;
  private int planned;

  /** Whether the run may end normally before its sources do. */
  private boolean stopsEarly;

  /** Whether a part of the pipeline may be stopped early while the run goes on. */
  private boolean stopsInside;

  private final StringBuilder shape = new StringBuilder();

  /** Draws a pipeline, which is to be run on the current thread. */
  RandomPipeline(Random random, Faults faults) {
    this.random = random;
    this.faults = faults;
    this.run = new RandomRun(random);
  }

  /** Runs it, and checks that no thread of the library is left beside those there were. */
  Ended runAloneAndCheck() throws Exception {
    long before = TaskScope.liveThreads();
    Ended ended = runAndCheck();
    assertEquals(before, TaskScope.liveThreads(), () -> "live threads after " + shape);
    return ended;
  }

  /** Interrupts the run from outside, if it is still going on; any thread. */
  void cancel() {
    run.interruptedFromOutside = true;
    run.interruptCaller();
  }

  /** Runs it, and checks the account. */
  Ended runAndCheck() throws Exception {
    Node node = node(1 + random.nextInt(MAX_DEPTH));
    int stopAfter = Integer.MAX_VALUE;
    if (chance(faults.stop)) {
      stopAfter = random.nextInt(node.size() + 2);
      stopsEarly = true;
    }
    disturb();
    List<Integer> delivered = new ArrayList<>();
    Throwable failure = run.run(node.stream, stopAfter, delivered);
    boolean flag = Thread.interrupted();
    try {
      assertEquals(run.opened.get(), run.closed.get(), "sources closed");
      ledgers.forEach(Runnable::run);
      assertEquals(List.of(), List.copyOf(run.broken));
      checkDelivered(node, delivered);
      checkOutcome(node, stopAfter, delivered, failure, flag);
    } catch (AssertionError e) {
      AssertionError told =
          new AssertionError(
              shape + "\ndelivered " + delivered + "\nthrown " + run.thrown + "\nlate " + run.late,
              e);
      if (failure != null) {
        told.addSuppressed(failure);
      }
      throw told;
    }
    return new Ended(
        delivered.size(),
        switch (failure) {
          case null -> stopAfter <= node.size() ? "stopped" : "ended";
          case InterruptedException _ when run.interrupted() -> "interrupted";
          case RunnelTimeoutException _ -> "timed out";
          default -> "failed";
        });
  }

  private void disturb() {
    if (chance(faults.gates)) {
      run.gate();
    }
    if (chance(faults.interrupt)) {
      if (nextElement > 0 && random.nextBoolean()) {
        run.interruptAt = random.nextInt(nextElement);
      } else {
        run.interruptAtSomeTime();
      }
    }
    if (chance(faults.timeout)) {
      run.passTheTimeAtSomeTime();
    }
  }

  // ---- the checks

  private void checkDelivered(Node node, List<Integer> delivered) {
    Set<Integer> once = new HashSet<>(delivered);
    assertEquals(delivered.size(), once.size(), "an element twice");
    int found = 0;
    for (List<Integer> lane : node.lanes) {
      Set<Integer> members = new HashSet<>(lane);
      List<Integer> seen = delivered.stream().filter(members::contains).toList();
      assertEquals(lane.subList(0, seen.size()), seen, "order in a lane");
      found += seen.size();
    }
    assertEquals(delivered.size(), found, "elements that nobody gave");
  }

  private void checkOutcome(
      Node node, int stopAfter, List<Integer> delivered, @Nullable Throwable failure,
      boolean flag) {
    boolean ofUser = run.thrown.contains(failure);
    boolean known =
        ofUser
            || (run.timedOut() && failure instanceof RunnelTimeoutException)
            || (run.interrupted() && failure instanceof InterruptedException);
    if (run.interrupted()) {
      assertTrue(
          failure == null || failure instanceof InterruptedException
              || (run.interruptedFromOutside && known),
          "not interrupted");
      // Beside an InterruptedException of the user's own, ours stays in the flag.
      assertTrue(
          flag == (failure == null) || ofUser || run.interruptedFromOutside,
          "flag after the run");
    } else {
      assertFalse(flag, "flag though nobody interrupted");
    }
    Set<Throwable> reported = Collections.newSetFromMap(new IdentityHashMap<>());
    if (failure == null) {
      assertEquals(Math.min(stopAfter, node.size()), delivered.size(), "elements lost");
      assertTrue(stopsEarly || run.thrown.isEmpty(), "a failure is lost");
      return;
    }
    addAll(failure, reported);
    assertTrue(known, "failed with what nobody threw: " + failure);
    // What a normal early stop has broken off is no failure, even if a finaliser fails afterwards.
    boolean brokenOff = stopsEarly && (run.ofFinalisers.contains(failure) || run.interrupted());
    if (!brokenOff && !stopsInside) {
      reported.addAll(run.late);
      for (Throwable t : run.thrown) {
        // An InterruptedException may be the answer to our interrupt, and then nobody is told.
        assertTrue(reported.contains(t) || t instanceof InterruptedException, "lost: " + t);
      }
    }
    if (node.exact && !stopsEarly && !run.interrupted() && !run.timedOut() && planned == 1
        && !run.ofFinalisers.contains(failure)) {
      int at = failingAt.keySet().iterator().next();
      List<Integer> lane = node.lanes.isEmpty() ? List.of() : node.lanes.getFirst();
      assertEquals(lane.subList(0, lane.indexOf(at)), delivered, "what came before the failure");
    }
  }

  private static void addAll(Throwable failure, Set<Throwable> all) {
    if (all.add(failure)) {
      for (Throwable suppressed : failure.getSuppressed()) {
        addAll(suppressed, all);
      }
      if (failure.getCause() != null) {
        addAll(failure.getCause(), all);
      }
    }
  }

  // ---- the drawing

  private boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  private Throwable newFailure(String where) {
    planned++;
    return switch (random.nextInt(4)) {
      case 0 -> new IOException(where);
      case 1 -> new AssertionError(where);
      case 2 -> new InterruptedException(where);
      default -> new IllegalStateException(where);
    };
  }

  /** A function that passes elements on, at most {@code n} at once, and may fail on one of them. */
  private ThrowingFunction<Integer, Integer> function(Node on, int n) {
    Throwable failure = null;
    int at = -1;
    if (on.size() > 0 && chance(faults.failure / 2)) {
      List<Integer> all = on.lanes.stream().flatMap(List::stream).toList();
      at = all.get(random.nextInt(all.size()));
      failure = newFailure("function on " + at);
      failingAt.put(at, failure);
    }
    return run.function(n, at, failure);
  }

  // ---- the parts

  private Node source() {
    int count = chance(0.1) ? random.nextInt(150) : random.nextInt(12);
    int from = nextElement;
    nextElement += count;
    List<Integer> elements = IntStream.range(from, from + count).boxed().toList();
    Throwable failure = null;
    int at = -1;
    if (count > 0 && chance(faults.failure / 2)) {
      at = from + random.nextInt(count);
      failure = newFailure("source at " + at);
      failingAt.put(at, failure);
    }
    Throwable failsToClose =
        chance(faults.failure / 6) ? newFailure("finaliser of " + from) : null;
    Throwable fails = failure;
    int failsAt = at;
    shape.append("source(").append(from).append("..").append(nextElement).append(")");
    Runnel<Integer> stream =
        Runnel.using(
            () -> {
              run.opened.incrementAndGet();
              return new AtomicInteger();
            },
            closes -> Runnel.fromIterator(() -> given(elements, failsAt, fails, closes)),
            (closes, _) -> {
              run.closed.incrementAndGet();
              if (closes.incrementAndGet() > 1) {
                run.broken.add("closed twice");
              }
              if (failsToClose != null) {
                run.ofFinalisers.add(failsToClose);
                throw run.raise(failsToClose);
              }
            });
    return new Node(stream, count == 0 ? List.of() : List.of(elements), true);
  }

  private Iterator<Integer> given(
      List<Integer> elements, int failsAt, @Nullable Throwable failure, AtomicInteger closes) {
    Iterator<Integer> iterator = elements.iterator();
    Thread driver = Thread.currentThread();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        if (closes.get() > 0) {
          run.broken.add("pulled after the close");
        }
        if (Thread.currentThread() != driver) {
          run.broken.add("pulled on another thread");
        }
        return iterator.hasNext();
      }

      @Override
      public Integer next() {
        int element = iterator.next();
        try {
          return run.act(element, element == failsAt ? failure : null);
        } catch (InterruptedException e) {
          throw SourceProbe.<RuntimeException>sneaky(e);
        }
      }
    };
  }

  private Node node(int depth) {
    Node node = source();
    for (int i = random.nextInt(1 + depth); i >= 0; i--) {
      node = stage(node, depth);
    }
    return node;
  }

  private Node stage(Node above, int depth) {
    int buffer = 1 + random.nextInt(MAX_BUFFER);
    int n = chance(0.05) ? Integer.MAX_VALUE : 1 + random.nextInt(chance(0.3) ? 20 : 4);
    return switch (random.nextInt(depth > 1 ? 10 : 5)) {
      case 0 -> {
        shape.append(".prefetch(").append(buffer).append(")");
        yield bounded("prefetch", above, buffer + 1L, stream -> stream.prefetch(buffer));
      }
      case 1 -> {
        shape.append(".timeout()");
        yield bounded("timeout", above, 2, stream -> stream.timeout(RandomRun.TIME));
      }
      case 2, 3 -> {
        shape.append(".parEvalMap(").append(n).append(",").append(buffer).append(")");
        yield mapped(
            "parEvalMap", above, n, buffer,
            (stream, function) -> stream.parEvalMap(n, buffer, function));
      }
      case 4, 5 -> {
        shape.append(".parEvalMapUnordered(").append(n).append(",").append(buffer).append(")");
        yield unordered(
            mapped(
                "parEvalMapUnordered", above, n, buffer,
                (stream, function) -> stream.parEvalMapUnordered(n, buffer, function)));
      }
      case 6 -> merged(above, depth, buffer);
      case 7 -> flatMapped(above, depth, null);
      case 8 ->
          flatMapped(above, depth, (stream, made) -> stream.flatMapPar(n, buffer, made));
      default -> zipped(above, depth);
    };
  }

  private Node merged(Node first, int depth, int buffer) {
    List<Node> sources = new ArrayList<>(List.of(first));
    for (int i = random.nextInt(3); i >= 0; i--) {
      shape.append(".merge(");
      sources.add(node(depth - 1));
      shape.append(")");
    }
    List<List<Integer>> lanes = new ArrayList<>();
    sources.forEach(source -> lanes.addAll(source.lanes));
    int kind = random.nextInt(sources.size() == 2 ? 3 : 2);
    long bound = sources.size() * (1L + (kind == 2 ? Runnel.DEFAULT_BUFFER : buffer));
    Runnel<Integer> stream =
        Runnel.defer(
            () -> {
              BoundaryLedger ledger = ledger("merge", bound, false);
              List<Runnel<Integer>> above =
                  sources.stream().map(source -> ledger.above(source.stream)).toList();
              return ledger.below(
                  switch (kind) {
                    case 0 -> Runnel.parJoin(above.size(), buffer, Runnel.from(above));
                    case 1 -> Runnel.mergeAll(above, buffer);
                    default -> above.get(0).merge(above.get(1));
                  });
            });
    return new Node(stream, lanes, false);
  }

  /** A flatMap whose inner streams run at once. */
  private interface FlatMapPar {
    Runnel<Integer> on(
        Runnel<Integer> outer, ThrowingFunction<Integer, Runnel<Integer>> inner);
  }

  /** Each element of the outer stream becomes one inner stream; no element of the outer is seen. */
  private Node flatMapped(Node outer, int depth, @Nullable FlatMapPar atOnce) {
    List<Integer> all = outer.lanes.stream().flatMap(List::stream).toList();
    if (all.size() > 6) {
      return outer;
    }
    Map<Integer, Node> inners = new HashMap<>();
    List<List<Integer>> lanes = new ArrayList<>();
    List<Integer> inOrder = new ArrayList<>();
    boolean ordered = outer.lanes.size() <= 1;
    for (int element : all) {
      shape.append(atOnce == null ? ".flatMap(" : ".flatMapPar(");
      Node inner = node(depth - 1);
      shape.append(")");
      inners.put(element, inner);
      lanes.addAll(inner.lanes);
      ordered &= inner.lanes.size() <= 1;
      inner.lanes.forEach(inOrder::addAll);
    }
    if (atOnce != null) {
      return new Node(
          atOnce.on(outer.stream, element -> inners.get(element).stream), lanes, false);
    }
    Runnel<Integer> stream = outer.stream.flatMap(element -> inners.get(element).stream);
    return new Node(stream, ordered ? List.of(inOrder) : lanes, false);
  }

  /** Keeps the elements of the first stream, as many as the second has too. */
  private Node zipped(Node first, int depth) {
    shape.append(".zip(");
    Node second = node(depth - 1);
    shape.append(")");
    if (first.lanes.size() > 1 || second.lanes.size() > 1) {
      return merged(first, 2, 2);
    }
    stopsEarly = true;
    stopsInside = true;
    List<Integer> left = first.size() == 0 ? List.of() : first.lanes.getFirst();
    List<Integer> right = second.size() == 0 ? List.of() : second.lanes.getFirst();
    List<Integer> both = left.subList(0, Math.min(left.size(), right.size()));
    Runnel<Integer> stream =
        first.stream.zipWith(
            second.stream,
            (l, r) -> {
              if (right.indexOf(r) != left.indexOf(l)) {
                run.broken.add("zipped " + l + " with " + r);
              }
              return l;
            });
    return new Node(stream, both.isEmpty() ? List.of() : List.of(both), false);
  }

  private static Node unordered(Node node) {
    List<List<Integer>> lanes =
        node.lanes.stream().flatMap(List::stream).gather(Gatherers.windowFixed(1)).toList();
    return new Node(node.stream, lanes, false);
  }

  private interface Operator {
    Runnel<Integer> on(Runnel<Integer> stream);
  }

  private interface ConcurrentMap {
    Runnel<Integer> on(Runnel<Integer> stream, ThrowingFunction<Integer, Integer> function);
  }

  private BoundaryLedger ledger(String name, long bound, boolean maps) {
    BoundaryLedger ledger = new BoundaryLedger(name, bound, run.broken::add);
    ledgers.add(() -> ledger.check(maps));
    return ledger;
  }

  /** Puts a boundary on a stream and keeps its account. */
  private Node bounded(String name, Node above, long bound, Operator operator) {
    Runnel<Integer> stream =
        Runnel.defer(
            () -> {
              BoundaryLedger ledger = ledger(name, bound, false);
              return ledger.below(operator.on(ledger.above(above.stream)));
            });
    return new Node(stream, above.lanes, above.exact);
  }

  /** Puts a concurrent map on a stream and keeps its account. */
  private Node mapped(String name, Node above, int n, int buffer, ConcurrentMap operator) {
    ThrowingFunction<Integer, Integer> function = function(above, n);
    Runnel<Integer> stream =
        Runnel.defer(
            () -> {
              BoundaryLedger ledger = ledger(name, (long) n + buffer, true);
              return ledger.below(
                  operator.on(ledger.above(above.stream), ledger.mapping(function)));
            });
    return new Node(stream, above.lanes, above.exact);
  }
}
