package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class ParEvalMapUnorderedUnboundedTest extends UnboundedMapContract {
  @Override
  <T, R> Runnel<R> map(
      Runnel<T> source, ThrowingFunction<? super T, ? extends R> function) {
    return source.parEvalMapUnorderedUnbounded(function);
  }

  @Override
  boolean ordered() {
    return false;
  }

  @Test
  void runsTheExample() throws Exception {
    List<String> replicas = List.of("a", "b", "c");
    // @start region=example
    String fastest =
        Runnel.from(replicas)
            .parEvalMapUnorderedUnbounded(replica -> "answer of " + replica) // asks all at once
            .first() // the others are interrupted
            .orElseThrow();
    // @end
    assertEquals("answer of ", fastest.substring(0, 10));
  }

  @Test
  void deliversTheOthersWhileOneIsBlocked() throws Exception {
    CountDownLatch othersDone = new CountDownLatch(499);
    List<Integer> results =
        Runnel.range(0, 500)
            .parEvalMapUnorderedUnbounded(
                i -> {
                  if (i == 0) {
                    othersDone.await();
                  }
                  return i;
                })
            .tap(_ -> othersDone.countDown())
            .toList();
    assertEquals(0, results.getLast());
    assertEquals(500, Set.copyOf(results).size());
  }
}
