package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.scope.TaskScope;
import java.io.IOException;
import java.time.Duration;
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
 * One random pipeline, what it must give, and the account of one run of it. Every element is a
 * number of its own, so that each can be followed. What a pipeline gives is told by lanes: an
 * interleaving of lists, each of which keeps its order.
 */
final class RandomPipeline {
  private static final int MAX_DEPTH = 3;
  private static final int MAX_BUFFER = 8;

  /** How likely each fault is: of a failure in each place, of an early stop, of an interrupt. */
  record Faults(double failure, double stop, double interrupt) {}

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
  private final Thread caller = Thread.currentThread();

  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
  private final Set<Throwable> ofFinalisers =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  private final Queue<Throwable> late = new ConcurrentLinkedQueue<>();
  private final Queue<String> broken = new ConcurrentLinkedQueue<>();
  private volatile boolean over;
  private volatile boolean interrupted;

  /** Elements at which a function or source fails, or the caller is interrupted. */
  private final Map<Integer, Throwable> failingAt = new HashMap<>();

  private int interruptAt = -1;
  private int nextElement;
  private int planned;

  /** Whether the run may end normally before its sources do. */
  private boolean stopsEarly;

  /** Whether a part of the pipeline may be stopped early while the run goes on. */
  private boolean stopsInside;

  private final StringBuilder shape = new StringBuilder();

  RandomPipeline(Random random, Faults faults) {
    this.random = random;
    this.faults = faults;
  }

  void runAndCheck() {
    Node node = node(1 + random.nextInt(MAX_DEPTH));
    int stopAfter = Integer.MAX_VALUE;
    if (chance(faults.stop)) {
      stopAfter = random.nextInt(node.size() + 2);
      stopsEarly = true;
    }
    if (chance(faults.interrupt) && nextElement > 0) {
      interruptAt = random.nextInt(nextElement);
    }
    long before = TaskScope.liveThreads();
    List<Integer> delivered = new ArrayList<>();
    Throwable failure = run(withHook(node.stream), stopAfter, delivered);
    over = true;
    boolean flag = Thread.interrupted();
    try {
      assertEquals(before, TaskScope.liveThreads(), "live threads");
      assertEquals(opened.get(), closed.get(), "sources closed");
      assertEquals(List.of(), List.copyOf(broken));
      checkDelivered(node, delivered);
      checkOutcome(node, stopAfter, delivered, failure, flag);
    } catch (AssertionError e) {
      AssertionError told =
          new AssertionError(
              shape + "\ndelivered " + delivered + "\nthrown " + thrown + "\nlate " + late, e);
      if (failure != null) {
        told.addSuppressed(failure);
      }
      throw told;
    }
  }

  // ---- the run

  private Runnel<Integer> withHook(Runnel<Integer> stream) {
    return new Runnel<>(
        segment -> stream.open(segment.withLateFailures(late::add)), stream.forks());
  }

  private @Nullable Throwable run(
      Runnel<Integer> stream, int stopAfter, List<Integer> delivered) {
    try {
      if (stopAfter == Integer.MAX_VALUE) {
        stream.forEach(delivered::add);
      } else {
        stream.take(stopAfter).forEach(delivered::add);
      }
      return null;
    } catch (RunnelException e) {
      Throwable cause = e.getCause();
      assertFalse(cause instanceof RunnelException, "nested");
      return cause;
    } catch (Throwable t) {
      return t;
    }
  }

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
    if (interrupted) {
      assertTrue(failure == null || failure instanceof InterruptedException, "not interrupted");
      // Beside an InterruptedException of the user's own, ours stays in the flag.
      assertTrue(flag == (failure == null) || thrown.contains(failure), "flag after the run");
    } else {
      assertFalse(flag, "flag though nobody interrupted");
    }
    Set<Throwable> reported = Collections.newSetFromMap(new IdentityHashMap<>());
    if (failure == null) {
      assertEquals(Math.min(stopAfter, node.size()), delivered.size(), "elements lost");
      assertTrue(stopsEarly || thrown.isEmpty(), "a failure is lost");
      return;
    }
    addAll(failure, reported);
    assertTrue(
        thrown.contains(failure) || (interrupted && failure instanceof InterruptedException),
        "failed with what nobody threw: " + failure);
    // What a normal early stop has broken off is no failure, even if a finaliser fails afterwards.
    boolean brokenOff = stopsEarly && (ofFinalisers.contains(failure) || interrupted);
    if (!brokenOff && !stopsInside) {
      reported.addAll(late);
      for (Throwable t : thrown) {
        // An InterruptedException may be the answer to our interrupt, and then nobody is told.
        assertTrue(reported.contains(t) || t instanceof InterruptedException, "lost: " + t);
      }
    }
    if (node.exact && !stopsEarly && !interrupted && planned == 1
        && !ofFinalisers.contains(failure)) {
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

  // ---- what user code does

  /** A step of user code on an element: takes its time, and may fail or interrupt the caller. */
  private int act(int element, @Nullable Throwable failure) {
    if (over) {
      broken.add("ran on " + element + " after the run");
    }
    int pause = element * 31 % 7;
    for (int i = 0; i < pause; i++) {
      if (i % 3 == 0) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
    }
    if (element == interruptAt && !interrupted) {
      interrupted = true;
      caller.interrupt();
    }
    if (failure != null) {
      throw raise(failure);
    }
    return element;
  }

  private RuntimeException raise(Throwable failure) {
    thrown.add(failure);
    throw SourceProbe.<RuntimeException>sneaky(failure);
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

  private boolean chance(double probability) {
    return random.nextDouble() < probability;
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
    Throwable fails = failure;
    int failsAt = at;
    AtomicInteger running = new AtomicInteger();
    return element -> {
      if (running.incrementAndGet() > n) {
        broken.add("more than " + n + " functions run");
      }
      try {
        return act(element, element == failsAt ? fails : null);
      } finally {
        running.decrementAndGet();
      }
    };
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
              opened.incrementAndGet();
              return new AtomicInteger();
            },
            closes -> Runnel.fromIterator(() -> given(elements, failsAt, fails, closes)),
            (closes, _) -> {
              closed.incrementAndGet();
              if (closes.incrementAndGet() > 1) {
                broken.add("closed twice");
              }
              if (failsToClose != null) {
                ofFinalisers.add(failsToClose);
                throw raise(failsToClose);
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
          broken.add("pulled after the close");
        }
        if (Thread.currentThread() != driver) {
          broken.add("pulled on another thread");
        }
        return iterator.hasNext();
      }

      @Override
      public Integer next() {
        int element = iterator.next();
        return act(element, element == failsAt ? failure : null);
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
        yield bounded(above, buffer + 1L, stream -> stream.prefetch(buffer));
      }
      case 1 -> {
        shape.append(".timeout()");
        yield bounded(above, 2, stream -> stream.timeout(Duration.ofDays(1)));
      }
      case 2, 3 -> {
        shape.append(".parEvalMap(").append(n).append(",").append(buffer).append(")");
        ThrowingFunction<Integer, Integer> function = function(above, n);
        yield bounded(
            above, (long) n + buffer, stream -> stream.parEvalMap(n, buffer, function));
      }
      case 4, 5 -> {
        shape.append(".parEvalMapUnordered(").append(n).append(",").append(buffer).append(")");
        ThrowingFunction<Integer, Integer> function = function(above, n);
        yield unordered(
            bounded(
                above,
                (long) n + buffer,
                stream -> stream.parEvalMapUnordered(n, buffer, function)));
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
    List<Runnel<Integer>> streams = sources.stream().map(Node::stream).toList();
    Runnel<Integer> stream =
        switch (random.nextInt(3)) {
          case 0 -> streams.getFirst().merge(Runnel.mergeAll(streams.subList(1, streams.size())));
          case 1 -> Runnel.parJoin(streams.size(), buffer, Runnel.from(streams));
          default -> Runnel.mergeAll(streams, buffer);
        };
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
                broken.add("zipped " + l + " with " + r);
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

  /** Puts a boundary on a stream and counts what is pulled above it and handed down below it. */
  private Node bounded(Node above, long bound, Operator operator) {
    Runnel<Integer> stream =
        Runnel.defer(
            () -> {
              Account account = new Account(bound);
              return operator
                  .on(above.stream.map(account::pulled))
                  .through((upstream, _) -> new HandingDown(upstream, account));
            });
    return new Node(stream, above.lanes, above.exact);
  }

  private final class Account {
    private final long bound;
    private final AtomicInteger pulled = new AtomicInteger();
    private final AtomicInteger handedDown = new AtomicInteger();

    Account(long bound) {
      this.bound = bound;
    }

    int pulled(int element) {
      if (pulled.incrementAndGet() - handedDown.get() > bound) {
        broken.add("more than " + bound + " ahead");
      }
      return element;
    }
  }

  /** An element was handed down when the next is asked for. */
  private static final class HandingDown extends OperatorCursor<Integer, Integer> {
    private final Account account;
    private boolean pending;

    HandingDown(Cursor<Integer> upstream, Account account) {
      super(upstream);
      this.account = account;
    }

    @Override
    @Nullable Integer pull() throws Exception {
      if (pending) {
        account.handedDown.incrementAndGet();
      }
      Integer element = upstream.next();
      pending = element != null;
      return element;
    }
  }
}
