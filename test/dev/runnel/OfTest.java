package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class OfTest extends SourceContract<Integer> {
  @Override
  Runnel<Integer> source() {
    return Runnel.of(1, 2, 3);
  }

  @Override
  List<Integer> expected() {
    return List.of(1, 2, 3);
  }

  @Override
  boolean checksEachInBulk() {
    return false;
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<String> greeting = Runnel.of("hello", "world").toList();
    // @end
    assertEquals(List.of("hello", "world"), greeting);
  }

  @Test
  void ofOneIsOne() throws Exception {
    assertEquals(List.of("x"), Runnel.of("x").toList());
  }

  @Test
  void takesAnArrayAsItsElementsAndCopiesIt() throws Exception {
    Integer[] elements = {1, 2};
    Runnel<Integer> stream = Runnel.of(elements);
    elements[0] = 9;
    assertEquals(List.of(1, 2), stream.toList());
    assertEquals(List.of(), Runnel.of(new Integer[0]).toList());
  }

  @Test
  void refusesNull() {
    NullPointerException thrown =
        assertThrows(NullPointerException.class, () -> Runnel.of(1, null));
    assertEquals("elements must not be null: of got null", thrown.getMessage());
    assertThrows(NullPointerException.class, () -> Runnel.of((Object) null));
    assertThrows(NullPointerException.class, () -> Runnel.of((Object[]) null));
  }

  @Test
  void looksAtInterruptionWithin64Elements() {
    List<Integer> seen = new ArrayList<>();
    Integer[] many = IntStream.range(0, 1_000).boxed().toArray(Integer[]::new);
    assertThrows(
        InterruptedException.class,
        () -> Runnel.of(many)
            .forEach(
                element -> {
                  seen.add(element);
                  if (element == 100) {
                    Thread.currentThread().interrupt();
                  }
                }));
    assertTrue(seen.size() <= 101 + 64, "went on for " + seen.size());
  }
}
