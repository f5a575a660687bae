package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class IterateTest extends SourceContract<Integer> {
  @Override
  Runnel<Integer> source() {
    return Runnel.iterate(1, n -> n < 20, n -> n * 3);
  }

  @Override
  List<Integer> expected() {
    return List.of(1, 3, 9);
  }

  @Override
  Runnel<?> givingNull() {
    return Runnel.iterate(1, _ -> null);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<Integer> powers = Runnel.iterate(1, n -> 2 * n).take(4).toList();
    // @end
    assertEquals(List.of(1, 2, 4, 8), powers);
  }

  @Test
  void boundedExample() throws Exception {
    // @start region=bounded
    List<Integer> halves = Runnel.iterate(20, n -> n > 0, n -> n / 2).toList();
    // @end
    assertEquals(List.of(20, 10, 5, 2, 1), halves);
  }

  @Test
  void computesNoElementAhead() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Runnel<Integer> stream = Runnel.iterate(0, n -> n + calls.incrementAndGet());
    assertEquals(List.of(0), stream.take(1).toList());
    assertEquals(0, calls.get());
    assertEquals(List.of(0, 1, 3), stream.take(3).toList());
    assertEquals(2, calls.get());
  }

  @Test
  void isEmptyIfTheSeedDoesNotMatch() throws Exception {
    assertEquals(List.of(), Runnel.iterate(1, _ -> false, n -> n).toList());
  }

  @Test
  void refusesNull() {
    assertThrows(NullPointerException.class, () -> Runnel.iterate(null, n -> n));
    assertThrows(NullPointerException.class, () -> Runnel.iterate(1, null));
  }
}
