package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class StartWithTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.startWith(-1);
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return Stream.concat(Stream.of(-1), elements.stream()).toList();
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.startWith("first").drop(1);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<Integer> balances =
        Runnel.of(50, -20).scan(() -> 100, Integer::sum).startWith(100).toList();
    // @end
    assertEquals(List.of(100, 150, 130), balances);
  }

  @Test
  void asksUpstreamForNothingForTheFirst() throws Exception {
    assertEquals(List.of(1), Runnel.<Integer>never().startWith(1).take(1).toList());
  }

  @Test
  void refusesAnElementThatIsNull() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1).startWith(null));
  }
}
