package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TapTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.tap(element -> effect("tap " + element));
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements;
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.tap(_ -> {});
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<String> seen = new ArrayList<>();
    long count = Runnel.of("a", "b").tap(seen::add).count();
    // @end
    assertEquals(List.of("a", "b"), seen);
    assertEquals(2, count);
  }

  @Test
  void showsAnElementBeforeItIsEmitted() throws Exception {
    List<String> order = new ArrayList<>();
    Runnel.of(1, 2).tap(e -> order.add("tap " + e)).forEach(e -> order.add("got " + e));
    assertEquals(List.of("tap 1", "got 1", "tap 2", "got 2"), order);
  }

  @Test
  void failsWithItsAction() {
    Error failure = new StackOverflowError();
    assertSame(
        failure,
        assertThrows(
            StackOverflowError.class,
            () -> Runnel.of(1)
                .tap(
                    _ -> {
                      throw failure;
                    })
                .drain()));
  }
}
