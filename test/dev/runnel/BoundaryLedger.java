package dev.runnel;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The account of one boundary in one run: what is pulled above it, given to its functions, handed
 * down below it, and discarded. Any thread.
 */
final class BoundaryLedger {
  private final String name;
  private final long bound;
  private final Consumer<String> broken;
  private final AtomicInteger pulled = new AtomicInteger();
  private final AtomicInteger discardedAbove = new AtomicInteger();
  private final AtomicInteger given = new AtomicInteger();
  private final AtomicInteger made = new AtomicInteger();
  private final AtomicInteger discardedBelow = new AtomicInteger();
  private final AtomicInteger delivered = new AtomicInteger();
  private final AtomicInteger handedDown = new AtomicInteger();

  /**
   * Opens an account.
   *
   * @param bound how many elements may be ahead
   * @param broken is told what must not be
   */
  BoundaryLedger(String name, long bound, Consumer<String> broken) {
    this.name = name;
    this.bound = bound;
    this.broken = broken;
  }

  /** What is to stand right above the boundary. */
  Runnel<Integer> above(Runnel<Integer> source) {
    return source.map(this::pulled).onDiscard(_ -> discardedAbove.incrementAndGet());
  }

  /** What is to stand right below the boundary. */
  Runnel<Integer> below(Runnel<Integer> results) {
    return results
        .onDiscard(_ -> discardedBelow.incrementAndGet())
        .through((upstream, _) -> new HandingDown(upstream));
  }

  /** What a map is to run for each element. */
  ThrowingFunction<Integer, Integer> mapping(ThrowingFunction<Integer, Integer> function) {
    return element -> {
      given.incrementAndGet();
      Integer result = function.apply(element);
      made.incrementAndGet();
      return result;
    };
  }

  /** Checks, after the run, that nothing is lost and nothing is there twice. */
  void check(boolean maps) {
    if (maps) {
      balance("elements", pulled, given, discardedAbove);
      balance("results", made, delivered, discardedBelow);
    } else {
      balance("elements", pulled, delivered, discardedBelow);
    }
  }

  private void balance(String what, AtomicInteger in, AtomicInteger out, AtomicInteger discarded) {
    if (in.get() != out.get() + discarded.get()) {
      broken.accept(
          "%s: of %s %s, %s went on and %s were discarded"
              .formatted(name, in, what, out, discarded));
    }
  }

  private int pulled(int element) {
    if (pulled.incrementAndGet() - handedDown.get() > bound) {
      broken.accept(name + ": more than " + bound + " ahead");
    }
    return element;
  }

  /** An element was handed down when the next is asked for. */
  private final class HandingDown extends OperatorCursor<Integer, Integer> {
    private boolean pending;

    HandingDown(Cursor<Integer> upstream) {
      super(upstream);
    }

    @Override
    @Nullable Integer pull() throws Exception {
      if (pending) {
        handedDown.incrementAndGet();
      }
      Integer element = upstream.next();
      pending = element != null;
      if (pending) {
        delivered.incrementAndGet();
      }
      return element;
    }
  }
}
