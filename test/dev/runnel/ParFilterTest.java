package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Await;
import dev.runnel.kit.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ParFilterTest extends ConcurrentContract {
  @Override
  <T> Runnel<T> around(Runnel<T> source) {
    return source.parFilter(3, _ -> true);
  }

  @Override
  int ahead() {
    return 3 + Runnel.DEFAULT_BUFFER;
  }

  @Override
  int aheadWhenQuiet() {
    return 3 + 1;
  }

  @Test
  void runsTheExample() throws Exception {
    List<String> hosts = List.of("up-a", "down-b", "up-c");
    // @start region=example
    List<String> reachable =
        Runnel.from(hosts)
            .parFilter(16, host -> host.startsWith("up")) // up to 16 tests at once, each may block
            .toList(); // in the order of the hosts
    // @end
    assertEquals(List.of("up-a", "up-c"), reachable);
  }

  @Test
  void testsNAtOnceAndKeepsTheOrderOfWhatMatches() throws Exception {
    for (int n : new int[] {1, 2, 20, 200}) {
      CyclicBarrier together = new CyclicBarrier(n);
      List<Integer> even =
          Runnel.range(0, 2 * n)
              .parFilter(
                  n,
                  i -> {
                    together.await();
                    return i % 2 == 0;
                  })
              .toList();
      assertEquals(IntStream.range(0, n).map(i -> 2 * i).boxed().toList(), even);
    }
  }

  @Test
  void emitsWhatTheOracleEmits() {
    Seeds.each(
        50,
        random -> {
          List<Boolean> wanted =
              random.ints(random.nextInt(300), 0, 3).mapToObj(i -> i == 0).toList();
          assertEquals(
              IntStream.range(0, wanted.size()).filter(wanted::get).boxed().toList(),
              Runnel.range(0, wanted.size())
                  .parFilter(1 + random.nextInt(8), wanted::get)
                  .toList());
        });
  }

  /** What does not match takes no room: else this would pull no further than the bound. */
  @Test
  void pullsOnThroughWhatDoesNotMatch() throws Exception {
    assertEquals(
        List.of(99_999), Runnel.range(0, 100_000).parFilter(4, i -> i == 99_999).toList());
    assertEquals(List.of(), Runnel.range(0, 1_000).parFilter(4, _ -> false).toList());
  }

  @Test
  void throwsWhatATestThrows() {
    IOException failure = new IOException("test");
    assertSame(
        failure,
        assertThrows(
            RunnelException.class,
            () -> Runnel.range(0, 9)
                .parFilter(
                    2,
                    _ -> {
                      throw failure;
                    })
                .drain())
            .getCause());
  }

  @Test
  void discardsWhatMatchesAndIsNotPulled() throws Exception {
    for (int round = 0; round < 50; round++) {
      List<Integer> dropped = Collections.synchronizedList(new ArrayList<>());
      AtomicInteger tested = new AtomicInteger();
      CountDownLatch all = new CountDownLatch(40);
      Runnel<Integer> stream =
          Runnel.range(0, 40)
              .parFilter(
                  4,
                  i -> {
                    tested.incrementAndGet();
                    all.countDown();
                    return i % 2 == 1;
                  })
              .onDiscard(dropped::add);
      try (OpenRun<Integer> run = OpenRun.of(stream)) {
        assertEquals(1, run.next());
        all.await();
        Await.quiet();
      }
      assertEquals(40, tested.get());
      assertTrue(dropped.stream().allMatch(i -> i % 2 == 1 && i > 1), "dropped " + dropped);
      assertEquals(19, dropped.size(), "dropped " + dropped);
    }
  }

  @Test
  void refusesWrongArguments() {
    assertThrows(IllegalArgumentException.class, () -> Runnel.of(1).parFilter(0, _ -> true));
    assertThrows(NullPointerException.class, () -> Runnel.of(1).parFilter(1, null));
  }
}
