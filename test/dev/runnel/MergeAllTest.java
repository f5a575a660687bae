package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MergeAllTest extends ConcurrentContract {
  @Override
  <T> Runnel<T> around(Runnel<T> source) {
    return Runnel.mergeAll(List.of(Runnel.<T>empty(), source, Runnel.<T>empty()), 4);
  }

  @Override
  int ahead() {
    return 4 + 1;
  }

  @Override
  int aheadWhenQuiet() {
    return 2;
  }

  @Override
  boolean closesAnEndedSource() {
    return true;
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    List<Runnel<Integer>> shards =
        List.of(Runnel.range(0, 10), Runnel.range(10, 20), Runnel.range(20, 30));
    List<Integer> all = Runnel.mergeAll(shards).toList(); // all shards run at once
    // @end
    assertEquals(IntStream.range(0, 30).boxed().toList(), all.stream().sorted().toList());
  }
}
