package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.internal.scope.TaskScope;
import dev.runnel.kit.Running;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class FromQueueTest {
  private static BlockingQueue<Integer> filled(int count) {
    return new LinkedBlockingQueue<>(IntStream.range(0, count).boxed().toList());
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    BlockingQueue<String> jobs = new LinkedBlockingQueue<>(List.of("a", "b", "stop", "c"));
    List<String> done =
        Runnel.fromQueue(jobs).takeWhile(job -> !job.equals("stop")).toList();
    // @end
    assertEquals(List.of("a", "b"), done);
    assertEquals(List.of("c"), List.copyOf(jobs));
  }

  @Test
  void leavesInTheQueueWhatWasNotAskedFor() throws Exception {
    for (int k = 0; k <= 10; k++) {
      BlockingQueue<Integer> queue = filled(10);
      assertEquals(
          IntStream.range(0, k).boxed().toList(), Runnel.fromQueue(queue).take(k).toList());
      assertEquals(IntStream.range(k, 10).boxed().toList(), List.copyOf(queue));
    }
  }

  @Test
  void losesNoneThatABoundaryHasTaken() throws Exception {
    for (int round = 0; round < 100; round++) {
      BlockingQueue<Integer> queue = filled(50);
      Queue<Integer> dropped = new ConcurrentLinkedQueue<>();
      List<Integer> all =
          new ArrayList<>(
              Runnel.fromQueue(queue).prefetch(4).onDiscard(dropped::add).take(5).toList());
      all.addAll(dropped);
      all.addAll(queue);
      assertEquals(IntStream.range(0, 50).boxed().toList(), all);
    }
  }

  @Test
  void runsSharedByTwoGetEachElementOnce() throws Exception {
    BlockingQueue<Integer> queue = filled(10_000);
    List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
    Runnel<Integer> half = Runnel.fromQueue(queue).take(5_000);
    Running one = Running.virtual(() -> half.forEach(seen::add));
    Running other = Running.virtual(() -> half.forEach(seen::add));
    one.join();
    other.join();
    assertEquals(
        IntStream.range(0, 10_000).boxed().toList(), seen.stream().sorted().toList());
  }

  @Test
  void anInterruptWhileWaitingTakesNothing() throws Exception {
    for (boolean ahead : new boolean[] {false, true}) {
      BlockingQueue<Integer> queue = new SynchronousQueue<>();
      Runnel<Integer> stream = Runnel.fromQueue(queue);
      Running run =
          Running.virtual(
              () -> assertThrows(
                  InterruptedException.class, (ahead ? stream.prefetch(1) : stream)::drain))
              .awaitWaiting();
      run.thread().interrupt();
      run.join();
      assertEquals(0, TaskScope.liveThreads());
      assertEquals(false, queue.offer(1), "somebody still takes");
    }
  }

  @Test
  void anInterruptBeforeThePullTakesNothing() throws Exception {
    BlockingQueue<Integer> queue = filled(3);
    try (OpenRun<Integer> run = OpenRun.of(Runnel.fromQueue(queue))) {
      assertEquals(0, run.next());
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, run::next);
    }
    assertEquals(2, queue.size());
  }

  @Test
  void failsWithWhatTheQueueThrows() {
    IllegalStateException failure = new IllegalStateException("queue");
    BlockingQueue<Integer> broken =
        new LinkedBlockingQueue<>() {
          private static final long serialVersionUID = 1L;

          @Override
          public Integer take() {
            throw failure;
          }
        };
    assertSame(
        failure, assertThrows(IllegalStateException.class, Runnel.fromQueue(broken)::drain));
  }

  @Test
  void refusesNull() {
    assertThrows(NullPointerException.class, () -> Runnel.fromQueue(null));
    BlockingQueue<Integer> queue =
        new LinkedBlockingQueue<>() {
          private static final long serialVersionUID = 1L;

          @Override
          @SuppressWarnings("NullAway") // a queue that breaks its contract
          public Integer take() {
            return null;
          }
        };
    assertThrows(NullPointerException.class, Runnel.fromQueue(queue)::drain);
  }
}
