package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScanTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.scan(
        () -> {
          effect("initial");
          return 100;
        },
        (sum, element) -> {
          effect(sum + " + " + element);
          return sum + element;
        });
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    List<Integer> sums = new ArrayList<>();
    int sum = 100;
    for (int element : elements) {
      sum += element;
      sums.add(sum);
    }
    return sums;
  }

  @Override
  Runnel<?> givingNull(Runnel<Integer> source) {
    return source.scan(() -> 0, (_, _) -> null);
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.scan(() -> "", (_, element) -> element);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<Integer> balances = Runnel.of(100, -30, 50).scan(() -> 0, Integer::sum).toList();
    // @end
    assertEquals(List.of(100, 70, 120), balances);
  }

  @Test
  void givesEachRunAnInitialValueOfItsOwn() throws Exception {
    Runnel<Integer> sizes =
        Runnel.of(1, 2)
            .scan(
                ArrayList<Integer>::new,
                (seen, element) -> {
                  seen.add(element);
                  return seen;
                })
            .map(List::size);
    assertEquals(List.of(1, 2), sizes.toList());
    assertEquals(List.of(1, 2), sizes.toList());
  }

  @Test
  void refusesAnInitialValueThatIsNull() {
    assertThrows(
        NullPointerException.class, () -> Runnel.of(1).scan(() -> null, (_, e) -> e).drain());
  }
}
