package dev.runnel.internal.stage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.park.InterruptWord;
import dev.runnel.internal.scope.TaskScope;
import dev.runnel.kit.Running;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SegmentTest {
  /** What the sources of a test did, in order. */
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());

  private static StageSettings settings(int buffer) {
    return new StageSettings("runnel test", buffer, Duration.ZERO, null);
  }

  /** A source that counts from 0 up to a number, and fails where it is told to. */
  private final class Numbers implements Upstream<Integer> {
    private final String name;
    private final int count;
    private int next;
    @Nullable Throwable failure;
    @Nullable Throwable closeFailure;

    Numbers(String name, int count) {
      this.name = name;
      this.count = count;
    }

    Upstream.Source<Integer> source() {
      return new Upstream.Source<>(segment -> {
        events.add("open " + name);
        return this;
      }, false, null, false);
    }

    @Override
    public @Nullable Integer next() throws Exception {
      if (next == count) {
        Failures.rethrow(failure);
        return null;
      }
      return next++;
    }

    @Override
    public void close() throws Exception {
      events.add("close " + name);
      Failures.rethrow(closeFailure);
    }
  }

  private static void onAThread(Running.Body body) throws Exception {
    Running.virtual(body).join();
  }

  /** Runs a body on a thread that the library started, with its word, which is let in. */
  private static void onALibraryThread(InterruptWord word, Running.Body body) throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    onAThread(() -> word.carry(() -> {
      word.enter();
      try {
        body.run();
      } catch (Throwable t) {
        failure.set(t);
      }
      word.leave();
    }));
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
  }

  @Test
  void checkLooksAtTheFlag() throws Exception {
    onAThread(() -> {
      Segment segment = Segment.open("test", false);
      segment.check();
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, segment::check);
      assertFalse(Thread.interrupted());
      segment.check();
      segment.close();
    });
  }

  @Test
  void checkFailsAgainAndAgainOnALibraryThreadThatSwallowsItsInterrupt() throws Exception {
    InterruptWord word = new InterruptWord();
    onALibraryThread(word, () -> {
      Segment segment = Segment.open("test", false);
      segment.check();
      word.interrupt();
      for (int i = 0; i < 3; i++) {
        assertThrows(InterruptedException.class, segment::check);
        assertFalse(Thread.interrupted());
      }
    });
  }

  @Test
  void checkPassesUnderAShield() throws Exception {
    InterruptWord word = new InterruptWord();
    onALibraryThread(word, () -> {
      word.interrupt();
      Segment.open("outer", false).shielded(() -> {
        Segment inner = Segment.open("inner", false);
        inner.check();
        assertFalse(inner.stopping(new InterruptedException()));
        return inner;
      });
      assertTrue(Thread.interrupted());
    });
  }

  @Test
  void aShieldKeepsTheCloseOfAnEscapedRunBackToo() throws Exception {
    onAThread(() -> {
      InterruptWord closer = new InterruptWord();
      Segment segment = Segment.openEscaping("test", false, closer);
      closer.enter();
      segment.shielded(() -> {
        closer.interrupt();
        assertFalse(Thread.currentThread().isInterrupted());
        return segment;
      });
      assertTrue(Thread.interrupted());
      assertThrows(InterruptedException.class, segment::check);
      assertTrue(closer.leave());
      segment.close();
    });
  }

  @Test
  void stoppingOnAThreadOfTheUsersGoesByFlagAndException() throws Exception {
    onAThread(() -> {
      Segment segment = Segment.open("test", false);
      InterruptedException interrupted = new InterruptedException();
      assertFalse(segment.stopping(new IOException()));
      assertTrue(segment.stopping(interrupted));
      segment.noteForeign(interrupted, settings(1));
      assertFalse(segment.stopping(interrupted), "another thread's, so a failure like any other");
      Thread.currentThread().interrupt();
      assertTrue(segment.stopping(new IOException()));
      assertTrue(Thread.interrupted(), "left as it was");
    });
  }

  @Test
  void stoppingOnAThreadOfTheLibrarysGoesByItsWord() throws Exception {
    InterruptWord word = new InterruptWord();
    onALibraryThread(word, () -> {
      Segment segment = Segment.open("test", false);
      Thread.currentThread().interrupt();
      assertFalse(segment.stopping(new InterruptedException()), "user code's own");
      assertTrue(Thread.interrupted());
      word.interrupt();
      Thread.interrupted();
      assertTrue(segment.stopping(new IOException()));
    });
  }

  @Test
  void noThreadStartsInASegmentThatWasOpenedWithoutForks() throws Exception {
    Segment segment = Segment.open("test", false);
    Numbers source = new Numbers("a", 1);
    assertThrows(
        IllegalStateException.class,
        () -> Stages.prefetch(segment, source.source(), settings(1)));
    segment.close();
    assertEquals(List.of(), events);
  }

  @Test
  void closeIsTheNetUnderStagesInReverseOrderOfTheirOpening() throws Exception {
    long live = TaskScope.liveThreads();
    Segment segment = Segment.open("test", true);
    for (String name : List.of("a", "b", "c")) {
      assertEquals(0, Stages.prefetch(segment, new Numbers(name, 9).source(), settings(2)).next());
    }
    events.clear();
    segment.close();
    assertEquals(List.of("close c", "close b", "close a"), events);
    assertEquals(live, TaskScope.liveThreads());
  }

  @Test
  void closeLeavesStagesThatWereClosedAlone() throws Exception {
    Segment segment = Segment.open("test", true);
    ConcurrentStage<Integer> stage =
        Stages.prefetch(segment, new Numbers("a", 9).source(), settings(2));
    stage.next();
    stage.close();
    stage.close();
    assertNull(stage.next());
    segment.close();
    assertEquals(List.of("open a", "close a"), events);
  }

  @Test
  void closeThrowsTheFirstFailureWithTheOthersSuppressed() throws Exception {
    Segment segment = Segment.open("test", true);
    Numbers a = new Numbers("a", 1);
    Numbers b = new Numbers("b", 1);
    a.closeFailure = new IOException("a");
    b.closeFailure = new AssertionError("b");
    Stages.prefetch(segment, a.source(), settings(1)).next();
    Stages.prefetch(segment, b.source(), settings(1)).next();
    assertSame(b.closeFailure, assertThrows(AssertionError.class, segment::close));
    assertArrayEquals(new Throwable[] {a.closeFailure}, b.closeFailure.getSuppressed());
  }

  @Test
  void errorsOfSourcesComeThroughAsTheyAre() throws Exception {
    for (Throwable failure : List.of(new StackOverflowError(), new AssertionError(),
        new IOException(), new InterruptedException("nobody's"))) {
      Segment segment = Segment.open("test", true);
      Numbers source = new Numbers("a", 1);
      source.failure = failure;
      ConcurrentStage<Integer> stage =
          Stages.mapUnordered(segment, source.source(), 2, settings(2), i -> i);
      assertEquals(0, stage.next());
      assertSame(failure, assertThrows(Throwable.class, stage::next));
      assertTrue(segment.crossed(failure));
      assertNull(stage.next());
      segment.close();
    }
  }

  @Test
  void errorsOfTheOpeningComeThroughAsTheyAre() throws Exception {
    Error failure = new StackOverflowError();
    Segment segment = Segment.open("test", true);
    ConcurrentStage<Integer> stage = Stages.prefetch(segment, new Upstream.Source<>(above -> {
      throw failure;
    }, false, null, false), settings(1));
    assertSame(failure, assertThrows(Error.class, stage::next));
    segment.close();
  }

  @Test
  void errorsOfFunctionsComeThroughAsTheyAre() throws Exception {
    for (Throwable failure : List.of(new StackOverflowError(), new NoClassDefFoundError())) {
      Segment segment = Segment.open("test", true);
      ConcurrentStage<Integer> stage =
          Stages.mapOrdered(segment, new Numbers("a", 100).source(), 3, settings(2), i -> {
            if (i == 5) {
              Failures.rethrow(failure);
            }
            return i;
          });
      for (int i = 0; i < 5; i++) {
        assertEquals(i, stage.next());
      }
      assertSame(failure, assertThrows(Throwable.class, stage::next));
      segment.close();
    }
  }

  /** A run that has stopped early, with a function and the source's close that have failed. */
  private void stopEarly(Segment segment, Throwable inFunction, Throwable inClose)
      throws Exception {
    CountDownLatch failed = new CountDownLatch(1);
    Numbers source = new Numbers("a", 1);
    source.closeFailure = inClose;
    Stages.mapUnordered(segment, source.source(), 1, settings(1), i -> {
      failed.countDown();
      Failures.rethrow(inFunction);
      return i;
    });
    failed.await();
    while (TaskScope.liveThreads() > 1) {
      Thread.yield(); // until the worker has ended; the feeder waits to be closed
    }
  }

  @Test
  void lateFailuresGoToTheHook() throws Exception {
    LinkedBlockingQueue<Throwable> late = new LinkedBlockingQueue<>();
    Exception inFunction = new IOException();
    Segment segment = Segment.open("test", true);
    stopEarly(segment.withLateFailures(late::add), inFunction, null);
    segment.close();
    assertEquals(List.of(inFunction), List.copyOf(late));
  }

  @Test
  void lateFailuresAreSuppressedWhenTheRunFailsAnyway() throws Exception {
    LinkedBlockingQueue<Throwable> late = new LinkedBlockingQueue<>();
    Exception inFunction = new IOException();
    Exception primary = new Exception("downstream");
    Segment segment = Segment.open("test", true);
    stopEarly(segment.withLateFailures(late::add), inFunction, null);
    segment.failed(primary);
    segment.close();
    assertEquals(List.of(), List.copyOf(late));
    assertArrayEquals(new Throwable[] {inFunction}, primary.getSuppressed());
  }

  @Test
  void aHookThatThrowsAnErrorLosesNothing() throws Exception {
    Exception inFunction = new IOException("function");
    Exception inClose = new IOException("close");
    Error inHook = new AssertionError("hook");
    Segment segment = Segment.open("test", true);
    stopEarly(segment.withLateFailures(failure -> {
      throw inHook;
    }), inFunction, inClose);
    assertSame(inHook, assertThrows(Error.class, segment::close));
    assertArrayEquals(new Throwable[] {inFunction, inClose}, inHook.getSuppressed());
  }
}
