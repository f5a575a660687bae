package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RangeTest extends SourceContract<Integer> {
  @Override
  Runnel<Integer> source() {
    return Runnel.range(1, 5);
  }

  @Override
  List<Integer> expected() {
    return List.of(1, 2, 3, 4);
  }

  @Override
  boolean checksEachInBulk() {
    return false;
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<Integer> up = Runnel.range(0, 3).toList();
    List<Integer> down = Runnel.range(10, 0, -4).toList();
    // @end
    assertEquals(List.of(0, 1, 2), up);
    assertEquals(List.of(10, 6, 2), down);
  }

  @Test
  void isEmptyIfTheEndDoesNotLieBeyondTheStart() throws Exception {
    assertEquals(List.of(), Runnel.range(3, 3).toList());
    assertEquals(List.of(), Runnel.range(3, 2).toList());
    assertEquals(List.of(), Runnel.range(2, 3, -1).toList());
    assertEquals(List.of(), Runnel.range(Integer.MAX_VALUE, Integer.MIN_VALUE).toList());
    assertEquals(List.of(), Runnel.range(3L, 3L).toList());
    assertEquals(List.of(), Runnel.range(Long.MIN_VALUE, Long.MIN_VALUE, -1).toList());
  }

  @Test
  void isExactNextToTheLimits() throws Exception {
    int max = Integer.MAX_VALUE;
    int min = Integer.MIN_VALUE;
    assertEquals(List.of(max - 2, max - 1), Runnel.range(max - 2, max).toList());
    assertEquals(List.of(max - 3, max - 1), Runnel.range(max - 3, max, 2).toList());
    assertEquals(List.of(min, -1, max - 1), Runnel.range(min, max, max).toList());
    assertEquals(List.of(min + 2, min + 1), Runnel.range(min + 2, min, -1).toList());
    assertEquals(List.of(max, -1), Runnel.range(max, min, min).toList());
    assertEquals(
        List.of(Long.MAX_VALUE - 1), Runnel.range(Long.MAX_VALUE - 1, Long.MAX_VALUE).toList());
    assertEquals(
        List.of(Long.MIN_VALUE, -1L, Long.MAX_VALUE - 1),
        Runnel.range(Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE).toList());
    assertEquals(
        List.of(Long.MAX_VALUE, -1L),
        Runnel.range(Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE).toList());
  }

  @Test
  void givesWhatALoopGives() {
    Seeds.each(
        200,
        random -> {
          int start = random.nextInt(-40, 40);
          int end = random.nextInt(-40, 40);
          int step = random.nextBoolean() ? random.nextInt(1, 9) : -random.nextInt(1, 9);
          List<Integer> expected = new ArrayList<>();
          for (int i = start; step > 0 ? i < end : i > end; i += step) {
            expected.add(i);
          }
          assertEquals(expected, Runnel.range(start, end, step).toList());
          assertEquals(
              expected, Runnel.range((long) start, end, step).map(Long::intValue).toList());
        });
  }

  @Test
  void refusesStepZero() {
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Runnel.range(1, 2, 0));
    assertEquals("step must be != 0, was 0", thrown.getMessage());
    assertThrows(IllegalArgumentException.class, () -> Runnel.range(2, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> Runnel.range(1L, 2L, 0L));
  }

  @Test
  void looksAtInterruptionWithin64Elements() {
    int[] seen = {0};
    assertThrows(
        InterruptedException.class,
        () -> Runnel.range(0, Integer.MAX_VALUE)
            .forEach(
                element -> {
                  seen[0]++;
                  if (element == 100) {
                    Thread.currentThread().interrupt();
                  }
                }));
    assertTrue(seen[0] <= 101 + 64, "went on for " + seen[0]);
  }
}
