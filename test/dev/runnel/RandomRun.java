package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.runnel.internal.park.Clock;
import dev.runnel.kit.Running;
import dev.runnel.kit.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The one run of a random pipeline: what its user code does, who disturbs it, and the account of
 * both.
 */
final class RandomRun {
  /** The time that each {@code timeout} of a pipeline allows. */
  static final Duration TIME = Duration.ofSeconds(1);

  private static final CountDownLatch NO_MORE = new CountDownLatch(1);
  private static final int MOST_PAUSES = 200;

  /** How the stream is run. */
  private enum Way {
    FOR_EACH,
    OPEN
  }

  private final Random random;
  private final Thread caller = Thread.currentThread();
  private final TestClock clock = TestClock.still();
  private final List<Running> disturbing = new ArrayList<>();
  private final BlockingQueue<CountDownLatch> gates = new LinkedBlockingQueue<>();
  private boolean gated;

  final AtomicInteger opened = new AtomicInteger();
  final AtomicInteger closed = new AtomicInteger();
  final Queue<String> broken = new ConcurrentLinkedQueue<>();
  final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
  final Queue<Throwable> late = new ConcurrentLinkedQueue<>();
  final Set<Throwable> ofFinalisers =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  /** The element at which user code interrupts the caller. */
  int interruptAt = -1;

  /** Whether the interrupt comes from outside, so perhaps when the outcome is known already. */
  volatile boolean interruptedFromOutside;

  private volatile boolean interrupted;
  private volatile boolean timedOut;
  private volatile boolean over;

  RandomRun(Random random) {
    this.random = random;
  }

  // ---- what disturbs it, to be chosen before the run

  /** Lets some of the user code wait for a gate that another thread opens. */
  void gate() {
    gated = true;
    Random own = new Random(random.nextLong());
    disturbing.add(Running.virtual(() -> openGates(own)));
  }

  /** Interrupts the caller at a moment that has nothing to do with what the pipeline does. */
  void interruptAtSomeTime() {
    interruptedFromOutside = true;
    disturb(this::interruptCaller);
  }

  /** Lets the time of every {@code timeout} in the pipeline pass, at some moment. */
  void passTheTimeAtSomeTime() {
    disturb(
        () -> {
          timedOut = true;
          clock.advance(TIME);
        });
  }

  private void disturb(Runnable action) {
    Random own = new Random(random.nextLong());
    int pauses = own.nextInt(MOST_PAUSES);
    disturbing.add(
        Running.virtual(
            () -> {
              for (int i = 0; i < pauses; i++) {
                Running.pause(own);
              }
              action.run();
            }));
  }

  private void openGates(Random own) throws InterruptedException {
    List<CountDownLatch> shut = new ArrayList<>();
    for (;;) {
      CountDownLatch gate = shut.isEmpty() ? gates.take() : gates.poll();
      if (gate == NO_MORE) {
        return;
      }
      if (gate != null) {
        shut.add(gate);
      }
      Running.pause(own);
      if (own.nextBoolean()) {
        shut.remove(own.nextInt(shut.size())).countDown();
      }
    }
  }

  synchronized void interruptCaller() {
    if (!over) {
      interrupted = true;
      caller.interrupt();
    }
  }

  private synchronized void end() {
    over = true;
  }

  // ---- the run

  boolean interrupted() {
    return interrupted;
  }

  boolean timedOut() {
    return timedOut;
  }

  /** Runs the stream, and returns what it failed with, unwrapped; null if it did not. */
  @Nullable Throwable run(Runnel<Integer> stream, int stopAfter, List<Integer> delivered)
      throws Exception {
    Way way = random.nextInt(5) == 0 ? Way.OPEN : Way.FOR_EACH;
    Runnel<Integer> hooked =
        new Runnel<>(
            segment -> stream.open(segment.withLateFailures(late::add)), stream.forks());
    Throwable failure = ScopedValue.where(Clock.OVERRIDE, clock).call(
        () -> outcome(way, hooked, stopAfter, delivered));
    end();
    boolean flag = Thread.interrupted();
    gates.add(NO_MORE);
    for (Running one : disturbing) {
      one.join();
    }
    if (flag) {
      caller.interrupt();
    }
    return failure;
  }

  private @Nullable Throwable outcome(
      Way way, Runnel<Integer> stream, int stopAfter, List<Integer> delivered) {
    try {
      switch (way) {
        case FOR_EACH -> {
          Runnel<Integer> some =
              stopAfter == Integer.MAX_VALUE ? stream : stream.take(stopAfter);
          some.forEach(delivered::add);
        }
        case OPEN -> {
          try (OpenCursor<Integer> cursor = stream.open()) {
            while (delivered.size() < stopAfter) {
              Integer element = cursor.next();
              if (element == null) {
                break;
              }
              delivered.add(element);
            }
          }
        }
      }
      return null;
    } catch (RunnelTimeoutException e) {
      return e;
    } catch (RunnelException e) {
      Throwable cause = e.getCause();
      assertFalse(cause instanceof RunnelException, "nested");
      return cause;
    } catch (Throwable t) {
      return t;
    }
  }

  // ---- what user code does

  /** A step of user code on an element: takes its time, and may fail or interrupt the caller. */
  int act(int element, @Nullable Throwable failure) throws InterruptedException {
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
      interruptCaller();
    }
    if (gated && element % 4 == 1) {
      CountDownLatch gate = new CountDownLatch(1);
      gates.add(gate);
      gate.await();
    }
    if (failure != null) {
      throw raise(failure);
    }
    return element;
  }

  /** As {@link #act}, on a worker of a map, of which at most {@code n} run. */
  ThrowingFunction<Integer, Integer> function(
      int n, int failsAt, @Nullable Throwable failure) {
    AtomicInteger running = new AtomicInteger();
    return element -> {
      if (running.incrementAndGet() > n) {
        broken.add("more than " + n + " functions run");
      }
      if (Thread.currentThread() == caller) {
        broken.add("a function runs on the caller's thread");
      }
      try {
        return act(element, element == failsAt ? failure : null);
      } finally {
        running.decrementAndGet();
      }
    };
  }

  RuntimeException raise(Throwable failure) {
    thrown.add(failure);
    throw SourceProbe.<RuntimeException>sneaky(failure);
  }
}
