package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collections;
import java.util.List;
import java.util.Scanner;
import org.junit.jupiter.api.Test;

final class FromIteratorTest extends SourceContract<Integer> {
  @Override
  Runnel<Integer> source() {
    return Runnel.fromIterator(() -> List.of(1, 2, 3).iterator());
  }

  @Override
  List<Integer> expected() {
    return List.of(1, 2, 3);
  }

  @Override
  Runnel<?> givingNull() {
    return Runnel.fromIterator(() -> Collections.singletonList(null).iterator());
  }

  @Test
  void example() throws Exception {
    // @start region=example
    Runnel<String> words = Runnel.fromIterator(() -> new Scanner("to be or not"));
    // @end
    assertEquals(List.of("to", "be", "or", "not"), words.toList());
  }

  @Test
  void makesTheIteratorAtTheFirstPull() throws Exception {
    Runnel<Integer> stream =
        Runnel.fromIterator(
            () -> {
              throw new AssertionError("called");
            });
    assertEquals(List.of(), stream.take(0).toList());
  }

  @Test
  void refusesAnIteratorThatIsNull() {
    assertThrows(NullPointerException.class, () -> Runnel.fromIterator(() -> null).drain());
  }
}
