package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DropTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.drop(3);
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements.stream().skip(3).toList();
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.drop(0);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<String> rows = Runnel.of("name", "Ada", "Alan").drop(1).toList();
    // @end
    assertEquals(List.of("Ada", "Alan"), rows);
  }

  @Test
  void leavesNothingIfThereAreFewer() throws Exception {
    assertEquals(List.of(), Runnel.of(1, 2).drop(2).toList());
    assertEquals(List.of(), Runnel.of(1, 2).drop(Long.MAX_VALUE).toList());
  }

  @Test
  void canBeInterruptedWhileItDrops() throws Exception {
    Interrupting.whileRunning(
        hook -> Runnel.iterate(1, element -> element).tap(_ -> hook.run()).drop(Long.MAX_VALUE));
  }

  @Test
  void refusesANegativeNumber() {
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Runnel.of(1).drop(-1));
    assertEquals("n must be >= 0, was -1", thrown.getMessage());
  }
}
