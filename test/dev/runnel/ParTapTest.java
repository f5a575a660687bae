package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ParTapTest extends ConcurrentContract {
  @Override
  <T> Runnel<T> around(Runnel<T> source) {
    return source.parTap(3, _ -> {});
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
    Queue<String> sent = new ConcurrentLinkedQueue<>();
    // @start region=example
    List<String> confirmed =
        Runnel.of("a", "b", "c")
            .parTap(16, sent::add) // up to 16 at once, each may block
            .toList(); // each element after its action, in upstream order
    // @end
    assertEquals(List.of("a", "b", "c"), confirmed);
    assertEquals(Set.of("a", "b", "c"), Set.copyOf(sent));
  }

  @Test
  void actsOnNAtOnceAndKeepsTheOrder() throws Exception {
    for (int n : new int[] {1, 2, 20, 200}) {
      CyclicBarrier together = new CyclicBarrier(n);
      assertEquals(
          IntStream.range(0, 2 * n).boxed().toList(),
          Runnel.range(0, 2 * n).parTap(n, _ -> together.await()).toList());
    }
  }

  @Test
  void emitsAnElementOnlyAfterItsAction() throws Exception {
    Set<Integer> acted = ConcurrentHashMap.newKeySet();
    Runnel.range(0, 1_000)
        .parTap(4, acted::add)
        .forEach(i -> assertTrue(acted.contains(i), "not acted on " + i));
  }

  @Test
  void throwsWhatAnActionThrows() {
    IOException failure = new IOException("action");
    assertSame(
        failure,
        assertThrows(
            RunnelException.class,
            () -> Runnel.range(0, 9)
                .parTap(
                    2,
                    _ -> {
                      throw failure;
                    })
                .drain())
            .getCause());
  }

  @Test
  void refusesWrongArguments() {
    assertThrows(IllegalArgumentException.class, () -> Runnel.of(1).parTap(0, _ -> {}));
    assertThrows(NullPointerException.class, () -> Runnel.of(1).parTap(1, null));
  }
}
