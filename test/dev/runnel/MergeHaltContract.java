package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.scope.TaskScope;
import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What the merges that end with one of their sides keep, whichever side that is. */
abstract class MergeHaltContract extends ConcurrentContract {
  /** The operator, as the test of it calls it. */
  abstract <T> Runnel<T> merged(Runnel<T> left, Runnel<? extends T> right);

  /** Whether the end of the left side ends the merge. */
  abstract boolean leftHalts();

  /** Whether the end of the right side ends the merge. */
  abstract boolean rightHalts();

  /** A merge that ends with {@code halting}, whatever {@code other} does. */
  final <T> Runnel<T> endsWith(Runnel<T> halting, Runnel<T> other) {
    return leftHalts() ? merged(halting, other) : merged(other, halting);
  }

  /** The other side gives nothing, and never ends the merge. */
  @Override
  <T> Runnel<T> around(Runnel<T> source) {
    return endsWith(source, Runnel.never());
  }

  @Override
  int ahead() {
    return Runnel.DEFAULT_BUFFER + 1;
  }

  @Override
  int aheadWhenQuiet() {
    return Runnel.DEFAULT_BUFFER / 2;
  }

  @Override
  boolean closesAnEndedSource() {
    return true;
  }

  @Test
  void endsWithEachSideThatIsNamed() throws Exception {
    for (int i = 0; i < 100; i++) {
      if (leftHalts()) {
        assertEquals(List.of(1, 2), merged(Runnel.of(1, 2), Runnel.never()).toList());
      }
      if (rightHalts()) {
        assertEquals(List.of(1, 2), merged(Runnel.never(), Runnel.of(1, 2)).toList());
      }
    }
  }

  @Test
  void goesOnWithTheNamedSideWhenTheOtherEnds() throws Exception {
    if (leftHalts() && rightHalts()) {
      return;
    }
    for (int i = 0; i < 100; i++) {
      CountDownLatch otherClosed = new CountDownLatch(1);
      Runnel<Integer> other = Runnel.of(7).onFinalize(_ -> otherClosed.countDown());
      Runnel<Integer> named = Runnel.of(1, 2).onStart(otherClosed::await);
      assertEquals(List.of(7, 1, 2), endsWith(named, other).toList());
    }
  }

  @Test
  void emitsAllOfTheSideThatEndsIt() throws Exception {
    Runnel<Integer> other = Runnel.generate(() -> -1);
    for (int i = 0; i < 100; i++) {
      List<Integer> all = endsWith(Runnel.range(0, 200).map(e -> e), other).toList();
      assertEquals(Runnel.range(0, 200).toList(), all.stream().filter(e -> e >= 0).toList());
    }
    assertEquals(0, TaskScope.liveThreads());
  }

  @Test
  void interruptsTheOtherSideWhenItEnds() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    AtomicReference<Outcome> outcome = new AtomicReference<>();
    Runnel<Integer> other =
        Runnel.<Integer>fromCallable(
            () -> {
              waiting.countDown();
              try {
                new CountDownLatch(1).await();
              } finally {
                interrupted.countDown();
              }
              return 1;
            })
            .onFinalize(outcome::set);
    Runnel<Integer> named = Runnel.<Integer>empty().onFinalize(_ -> {}).onStart(waiting::await);
    try (OpenRun<Integer> run = OpenRun.of(endsWith(named, other))) {
      assertNull(run.next());
      interrupted.await(); // before anything is closed
    }
    assertEquals(new Outcome.Cancelled(), outcome.get());
  }

  @Test
  void takesWhatTheInterruptedSideThrowsForNoFailure() throws Exception {
    List<Throwable> late = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 100; i++) {
      CountDownLatch waiting = new CountDownLatch(1);
      Runnel<Integer> other =
          Runnel.fromCallable(
              () -> {
                waiting.countDown();
                try {
                  new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                  throw new SocketException("Closed by interrupt");
                }
                return 1;
              });
      Runnel<Integer> named = Runnel.of(1).onStart(waiting::await);
      assertEquals(List.of(1), endsWith(named, other).onLateFailure(late::add).toList());
    }
    assertEquals(List.of(), late);
  }

  @Test
  void failsWithEitherSide() {
    IOException failure = new IOException("side");
    for (int i = 0; i < 100; i++) {
      List<Integer> delivered = new ArrayList<>();
      Runnel<Integer> failing = Runnel.of(1, 2).concat(Runnel.failed(failure));
      assertSame(
          failure,
          assertThrows(
              RunnelException.class,
              () -> merged(failing, Runnel.<Integer>never()).forEach(delivered::add)).getCause());
      assertSame(
          failure,
          assertThrows(
              RunnelException.class,
              () -> merged(Runnel.<Integer>never(), failing).forEach(delivered::add)).getCause());
      assertEquals(List.of(1, 2, 1, 2), delivered, "what the failing side gave before");
      assertFalse(Thread.currentThread().isInterrupted());
    }
  }

  @Test
  void reportsTheFinalisersOfBothSides() {
    for (int i = 0; i < 100; i++) {
      IllegalStateException left = new IllegalStateException("left");
      IllegalStateException right = new IllegalStateException("right");
      CountDownLatch open = new CountDownLatch(1);
      Runnel<Integer> waits =
          SourceProbe.of(List.of(1)).failingOnClose(right)
              .onPull(
                  _ -> {
                    open.countDown();
                    new CountDownLatch(1).await();
                  })
              .stream();
      Runnel<Integer> ends =
          SourceProbe.of(List.<Integer>of()).failingOnClose(left)
              .onPull(_ -> open.await()).stream();
      Throwable primary =
          assertThrows(IllegalStateException.class, () -> endsWith(ends, waits).drain());
      List<Throwable> reported = new ArrayList<>(List.of(primary));
      collectSuppressed(primary, reported);
      assertTrue(reported.containsAll(List.of(left, right)), "lost: " + reported);
    }
  }

  @Test
  void dropsToTheHookWhatIsNotEmitted() throws Exception {
    for (int i = 0; i < 50; i++) {
      List<Integer> dropped = Collections.synchronizedList(new ArrayList<>());
      List<Integer> given = Collections.synchronizedList(new ArrayList<>());
      Runnel<Integer> other = Runnel.iterate(0, e -> e + 1).tap(given::add);
      List<Integer> all =
          endsWith(Runnel.of(-1).tap(_ -> {}), other).onDiscard(dropped::add).toList();
      List<Integer> accounted = new ArrayList<>(all);
      accounted.remove((Integer) (-1));
      accounted.addAll(dropped);
      assertEquals(given, accounted);
    }
  }

  @Test
  void refusesANullArgument() {
    assertEquals(
        "other",
        assertThrows(NullPointerException.class, () -> merged(Runnel.of(1), null)).getMessage());
  }
}
