package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class UnfoldTest extends SourceContract<String> {
  @Override
  Runnel<String> source() {
    return Runnel.unfold(
        1, n -> n > 3 ? Optional.empty() : Optional.of(new Pair<>("#" + n, n + 1)));
  }

  @Override
  List<String> expected() {
    return List.of("#1", "#2", "#3");
  }

  @Override
  Runnel<?> givingNull() {
    return Runnel.unfold(1, _ -> null);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    Runnel<Integer> digits =
        Runnel.unfold(
            2026, n -> n == 0 ? Optional.empty() : Optional.of(new Pair<>(n % 10, n / 10)));
    // @end
    assertEquals(List.of(6, 2, 0, 2), digits.toList());
  }

  @Test
  void computesNoElementAhead() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Runnel<Integer> endless =
        Runnel.unfold(0, n -> Optional.of(new Pair<>(calls.incrementAndGet(), n)));
    endless.take(2).drain();
    assertEquals(2, calls.get());
  }
}
