package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ZipTest extends OperatorContract<Pair<Integer, Integer>> {
  @Override
  Runnel<Pair<Integer, Integer>> apply(Runnel<Integer> source) {
    return Runnel.iterate(0, n -> n + 1).zip(source);
  }

  @Override
  List<Pair<Integer, Integer>> expected(List<Integer> elements) {
    return IntStream.range(0, elements.size())
        .mapToObj(i -> new Pair<>(i, elements.get(i)))
        .toList();
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<Pair<String, Integer>> pairs = Runnel.of("a", "b", "c").zip(Runnel.of(1, 2)).toList();
    // @end
    assertEquals(List.of(new Pair<>("a", 1), new Pair<>("b", 2)), pairs);
  }

  @Test
  void runsOneStreamTwiceBesideItself() throws Exception {
    Runnel<Integer> numbers = Runnel.of(1, 2);
    assertEquals(
        List.of(new Pair<>(1, 1), new Pair<>(2, 2)), numbers.zip(numbers).toList());
  }

  @Test
  void ofAnEmptyStreamIsEmpty() throws Exception {
    assertEquals(List.of(), Runnel.of(1).zip(Runnel.empty()).toList());
    assertEquals(List.of(), Runnel.empty().zip(Runnel.never()).toList());
  }
}
