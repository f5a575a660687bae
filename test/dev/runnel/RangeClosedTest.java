package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.kit.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RangeClosedTest extends SourceContract<Integer> {
  @Override
  Runnel<Integer> source() {
    return Runnel.rangeClosed(1, 4);
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
    List<Integer> up = Runnel.rangeClosed(1, 3).toList();
    List<Integer> down = Runnel.rangeClosed(4, 0, -2).toList();
    // @end
    assertEquals(List.of(1, 2, 3), up);
    assertEquals(List.of(4, 2, 0), down);
  }

  @Test
  void isEmptyIfTheEndLiesOnTheOtherSide() throws Exception {
    assertEquals(List.of(), Runnel.rangeClosed(3, 2).toList());
    assertEquals(List.of(), Runnel.rangeClosed(2, 3, -1).toList());
    assertEquals(List.of(), Runnel.rangeClosed(3L, 2L).toList());
    assertEquals(List.of(3), Runnel.rangeClosed(3, 3, -1).toList());
  }

  @Test
  void reachesTheLimits() throws Exception {
    int max = Integer.MAX_VALUE;
    int min = Integer.MIN_VALUE;
    assertEquals(List.of(max - 1, max), Runnel.rangeClosed(max - 1, max).toList());
    assertEquals(List.of(min + 1, min), Runnel.rangeClosed(min + 1, min, -1).toList());
    assertEquals(List.of(min, -1, max - 1), Runnel.rangeClosed(min, max, max).toList());
    assertEquals(
        List.of(Long.MAX_VALUE - 1, Long.MAX_VALUE),
        Runnel.rangeClosed(Long.MAX_VALUE - 1, Long.MAX_VALUE).toList());
    assertEquals(
        List.of(Long.MIN_VALUE + 1, Long.MIN_VALUE),
        Runnel.rangeClosed(Long.MIN_VALUE + 1, Long.MIN_VALUE, -1).toList());
    assertEquals(
        List.of(Long.MAX_VALUE, -1L),
        Runnel.rangeClosed(Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE).toList());
    assertEquals(
        List.of(Long.MIN_VALUE, -1L, Long.MAX_VALUE - 1),
        Runnel.rangeClosed(Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE).toList());
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
          for (int i = start; step > 0 ? i <= end : i >= end; i += step) {
            expected.add(i);
          }
          assertEquals(expected, Runnel.rangeClosed(start, end, step).toList());
          assertEquals(
              expected, Runnel.rangeClosed((long) start, end, step).map(Long::intValue).toList());
        });
  }

  @Test
  void countsToTheGreatestInteger() throws Exception {
    assertEquals(
        10_000_001L,
        Runnel.rangeClosed(Integer.MAX_VALUE - 10_000_000, Integer.MAX_VALUE).count());
  }

  @Test
  void refusesStepZero() {
    assertThrows(IllegalArgumentException.class, () -> Runnel.rangeClosed(1, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> Runnel.rangeClosed(1L, 1L, 0L));
  }
}
