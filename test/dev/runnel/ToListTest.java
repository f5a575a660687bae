package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ToListTest extends TerminalContract<List<Integer>> {
  @Override
  List<Integer> run(Runnel<Integer> stream) throws InterruptedException {
    return stream.toList();
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements;
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    List<String> upper = Runnel.of("a", "b").map(String::toUpperCase).toList();
    // @end
    assertEquals(List.of("A", "B"), upper);
  }

  @Test
  void givesAListThatCannotBeChanged() throws Exception {
    List<Integer> list = Runnel.of(1).toList();
    assertThrows(UnsupportedOperationException.class, () -> list.add(2));
  }
}
