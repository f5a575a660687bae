package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ConcatAllTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return Runnel.concatAll(Runnel.of(-1), source, Runnel.of(100));
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return Stream.of(Stream.of(-1), elements.stream(), Stream.of(100))
        .flatMap(part -> part)
        .toList();
  }

  @Override
  boolean closesAnEndedSource() {
    return true;
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return Runnel.concatAll(List.of(source));
  }

  @Test
  void example() throws Exception {
    // @start region=example
    Runnel<Integer> numbers = Runnel.concatAll(Runnel.of(1, 2), Runnel.empty(), Runnel.of(3));
    // @end
    assertEquals(List.of(1, 2, 3), numbers.toList());
  }

  @Test
  void ofNoneIsEmpty() throws Exception {
    assertEquals(List.of(), Runnel.concatAll().toList());
    assertEquals(List.of(), Runnel.concatAll(List.<Runnel<String>>of()).toList());
  }

  @Test
  void runsTenThousandSources() throws Exception {
    List<Runnel<Integer>> sources = IntStream.range(0, 10_000).mapToObj(Runnel::of).toList();
    assertEquals(Runnel.range(0, 10_000).toList(), Runnel.concatAll(sources).toList());
  }

  @Test
  void takesSourcesOfSubtypes() throws Exception {
    Runnel<Number> numbers = Runnel.concatAll(Runnel.of(1), Runnel.of(2.5));
    assertEquals(List.of(1, 2.5), numbers.toList());
  }

  @Test
  void keepsToTheSourcesItWasGiven() throws Exception {
    List<Runnel<Integer>> sources = new ArrayList<>(List.of(Runnel.of(1)));
    Runnel<Integer> stream = Runnel.concatAll(sources);
    sources.add(Runnel.of(2));
    assertEquals(List.of(1), stream.toList());
  }

  @Test
  void refusesASourceThatIsNull() {
    assertEquals(
        "sources must not hold null",
        assertThrows(
            NullPointerException.class, () -> Runnel.concatAll(Runnel.of(1), null)).getMessage());
  }
}
