package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.stage.Segment;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A source over a list that keeps account of every run: what was asked, by whom, and what was
 * closed.
 */
final class SourceProbe<T> {
  /** The account of one run. */
  static final class Run {
    final AtomicInteger pulls = new AtomicInteger();
    final AtomicInteger given = new AtomicInteger();
    final AtomicInteger closes = new AtomicInteger();
    final AtomicInteger pullsAfterClose = new AtomicInteger();
    final Thread opener = Thread.currentThread();
    final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    /** How often an element, or the end, was asked for. */
    int pulls() {
      return pulls.get();
    }
  }

  /** Runs at a pull, before the element is given; the argument counts from 0. */
  @FunctionalInterface
  interface Hook {
    void at(int pull) throws Exception;
  }

  private final List<T> elements;
  private final List<Run> runs = new CopyOnWriteArrayList<>();
  private volatile Hook hook = _ -> {};
  private volatile Consumer<String> trace = _ -> {};
  private volatile @Nullable Throwable closeFailure;

  private SourceProbe(List<T> elements) {
    this.elements = List.copyOf(elements);
  }

  static <T> SourceProbe<T> of(List<T> elements) {
    return new SourceProbe<>(elements);
  }

  /** Has the pull with this number, counted from 0, throw. */
  SourceProbe<T> failingAt(int index, Throwable failure) {
    return onPull(
        pull -> {
          if (pull == index) {
            throw SourceProbe.<RuntimeException>sneaky(failure);
          }
        });
  }

  /** Has every close throw, after it is counted. */
  SourceProbe<T> failingOnClose(Throwable failure) {
    closeFailure = failure;
    return this;
  }

  SourceProbe<T> onPull(Hook action) {
    hook = action;
    return this;
  }

  /** Has every pull and close told to {@code listener}. */
  SourceProbe<T> tracing(Consumer<String> listener) {
    trace = listener;
    return this;
  }

  Runnel<T> stream() {
    return new Runnel<>(this::open, false);
  }

  List<Run> runs() {
    return runs;
  }

  /** The only run; fails if there were none or several. */
  Run run() {
    assertEquals(1, runs.size(), "runs of the source");
    return runs.getFirst();
  }

  /**
   * Checks that each run was closed exactly once, on the thread that opened it, and not pulled
   * after.
   */
  void assertClosedOnce() {
    for (Run run : runs) {
      assertEquals(1, run.closes.get(), "closes of a run");
      assertEquals(0, run.pullsAfterClose.get(), "pulls after the close");
      assertEquals(Set.of(run.opener), run.threads, "threads that opened, pulled and closed");
    }
  }

  /** Checks that the source was opened, pulled and closed by this thread alone. */
  void assertConfinedTo(Thread thread) {
    runs.forEach(run -> assertEquals(Set.of(thread), run.threads));
  }

  void assertNeverRun() {
    assertTrue(runs.isEmpty(), "the source was opened");
  }

  @SuppressWarnings("unchecked")
  static <X extends Throwable> X sneaky(Throwable failure) throws X {
    throw (X) failure;
  }

  private Cursor<T> open(Segment segment) {
    Run run = new Run();
    run.threads.add(Thread.currentThread());
    runs.add(run);
    return new ProbeCursor(run, segment);
  }

  /** Keeps no rule of the protocol by itself, so that it sees who breaks one. */
  private final class ProbeCursor implements Cursor<T> {
    private final Run run;
    private final Segment segment;
    private int index;
    private boolean ended;

    ProbeCursor(Run run, Segment segment) {
      this.run = run;
      this.segment = segment;
    }

    @Override
    public @Nullable T next() throws Exception {
      run.threads.add(Thread.currentThread());
      if (run.closes.get() > 0) {
        run.pullsAfterClose.incrementAndGet();
        return null;
      }
      int pull = run.pulls.getAndIncrement();
      trace.accept("pull " + pull);
      if (ended) {
        return null;
      }
      try {
        segment.check();
        hook.at(pull);
      } catch (Throwable t) {
        ended = true;
        throw t;
      }
      if (index == elements.size()) {
        ended = true;
        return null;
      }
      run.given.incrementAndGet();
      return elements.get(index++);
    }

    @Override
    public void close() {
      run.threads.add(Thread.currentThread());
      run.closes.incrementAndGet();
      trace.accept("close");
      Throwable failure = closeFailure;
      if (failure != null) {
        throw SourceProbe.<RuntimeException>sneaky(failure);
      }
    }
  }
}
