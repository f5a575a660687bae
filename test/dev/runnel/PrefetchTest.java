package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Await;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.lang.Thread.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class PrefetchTest extends ConcurrentContract {
  @Override
  <T> Runnel<T> around(Runnel<T> source) {
    return source.prefetch(4);
  }

  @Override
  int ahead() {
    return 4 + 1;
  }

  @Override
  int aheadWhenQuiet() {
    return 2;
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    List<String> pages =
        Runnel.range(1, 4)
            .map(page -> "page " + page) // runs on a thread of its own, up to 9 pages ahead
            .prefetch(8)
            .map(String::toUpperCase) // runs here
            .toList();
    // @end
    assertEquals(List.of("PAGE 1", "PAGE 2", "PAGE 3"), pages);
  }

  @Test
  void runsTheSourceWhileTheConsumerWorks() throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    List<Integer> elements =
        Runnel.range(0, 100)
            .tap(i -> {
              if (i > 0) {
                together.await(); // with the consumer, which has the element before
              }
            })
            .prefetch(1)
            .tap(i -> {
              if (i < 99) {
                together.await();
              }
            })
            .toList();
    assertEquals(100, elements.size());
  }

  @Test
  void keepsUpstreamOpenUntilItIsClosedItself() throws Exception {
    AtomicReference<Outcome> outcome = new AtomicReference<>();
    Runnel<Integer> stream =
        Runnel.using(() -> "resource", _ -> Runnel.of(1, 2), (_, how) -> outcome.set(how));
    try (OpenRun<Integer> run = OpenRun.of(stream.prefetch(8))) {
      assertEquals(1, run.next());
      assertEquals(2, run.next());
      assertNull(run.next());
      Await.quiet();
      assertNull(outcome.get(), "closed by the end");
    }
    assertEquals(new Outcome.Completed(), outcome.get());
  }

  @Test
  void deliversWhatCameBeforeAFailure() {
    for (int i = 0; i < 100; i++) {
      int count = i % 12;
      IllegalStateException failure = new IllegalStateException("source");
      List<Integer> delivered = new ArrayList<>();
      assertSame(
          failure,
          assertThrows(
              IllegalStateException.class,
              () -> Runnel.range(0, count)
                  .concat(Runnel.failed(failure))
                  .prefetch(4)
                  .forEach(delivered::add)));
      assertEquals(count, delivered.size());
    }
  }

  /** A source without user code is pulled and handed over in batches: each shape and bound. */
  @Test
  void losesAndDoublesNothingOfASourceWithoutUserCode() {
    Seeds.each(2_000, random -> {
      int count = random.nextInt(300);
      int buffer = random.nextInt(1, 200);
      int wanted = random.nextInt(count + 1);
      Queue<Integer> dropped = new ConcurrentLinkedQueue<>();
      List<Integer> given = Runnel.rangeClosed(1, 3).concat(Runnel.range(4, count + 4))
          .drop(3)
          .prefetch(buffer)
          .onDiscard(dropped::add)
          .take(wanted)
          .toList();
      assertEquals(wanted, given.size());
      List<Integer> all = new ArrayList<>(given);
      all.addAll(dropped);
      assertEquals(Runnel.range(4, 4 + all.size()).toList(), all);
      assertTrue(dropped.size() <= buffer + 1, () -> dropped.size() + " with " + buffer);
    });
  }

  @Test
  void endsAnEndlessSourceWithoutUserCodeOnAnInterrupt() throws Exception {
    Running running = Running.virtual(
        () -> Runnel.range(0L, Long.MAX_VALUE).prefetch(3).merge(Runnel.<Long>never()).drain());
    running.thread().interrupt();
    assertThrows(InterruptedException.class, running::join);
  }

  @Test
  void handsTheFailureOfASourceThatNobodyAskedForToTheHook() throws Exception {
    IllegalStateException failure = new IllegalStateException("ahead");
    AtomicReference<Thread> feeder = new AtomicReference<>();
    Queue<Throwable> late = new ConcurrentLinkedQueue<>();
    SourceProbe<Integer> source =
        SourceProbe.of(List.of(1, 2)).onPull(
            pull -> {
              if (pull == 1) {
                feeder.set(Thread.currentThread());
                throw failure;
              }
            });
    Runnel<Integer> hooked = ParallelMapContract.hooked(source.stream().prefetch(4), late);
    try (OpenRun<Integer> run = OpenRun.of(hooked)) {
      Await.until(() -> feeder.get() != null && feeder.get().getState() == State.WAITING);
      assertEquals(1, run.next());
    }
    assertEquals(List.of(failure), List.copyOf(late));
    source.assertClosedOnce();
  }

  @Test
  void refusesWrongArguments() {
    assertThrows(IllegalArgumentException.class, () -> Runnel.of(1).prefetch(0));
  }
}
