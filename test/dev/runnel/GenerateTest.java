package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class GenerateTest extends SourceContract<Integer> {
  @Override
  Runnel<Integer> source() {
    return Runnel.generate(() -> 7);
  }

  @Override
  List<Integer> expected() {
    return List.of(7, 7, 7, 7);
  }

  @Override
  boolean endless() {
    return true;
  }

  @Override
  Runnel<?> givingNull() {
    return Runnel.generate(() -> null);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    Random random = new Random(42);
    List<Integer> dice = Runnel.generate(() -> random.nextInt(1, 7)).take(3).toList();
    // @end
    assertEquals(3, dice.size());
  }

  @Test
  void callsOnceForEachPull() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    assertEquals(List.of(1, 2), Runnel.generate(calls::incrementAndGet).take(2).toList());
    assertEquals(2, calls.get());
  }
}
