package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ParEvalMapUnboundedTest extends UnboundedMapContract {
  @Override
  <T, R> Runnel<R> map(
      Runnel<T> source, ThrowingFunction<? super T, ? extends R> function) {
    return source.parEvalMapUnbounded(function);
  }

  @Test
  void runsTheExample() throws Exception {
    List<String> replicas = List.of("a", "b", "c");
    // @start region=example
    List<String> states =
        Runnel.from(replicas)
            .parEvalMapUnbounded(replica -> replica + " is up") // asks all at once
            .toList(); // in the order of the replicas
    // @end
    assertEquals(List.of("a is up", "b is up", "c is up"), states);
  }

  @Test
  void keepsTheOrderThoughTheFirstEndsLast() throws Exception {
    int n = 500;
    CountDownLatch othersDone = new CountDownLatch(n - 1);
    assertEquals(
        IntStream.range(0, n).boxed().toList(),
        Runnel.range(0, n)
            .parEvalMapUnbounded(
                i -> {
                  if (i == 0) {
                    othersDone.await();
                  } else {
                    othersDone.countDown();
                  }
                  return i;
                })
            .toList());
  }
}
