package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class PairTest {
  @Test
  void isEqualByItsValues() {
    assertEquals(new Pair<>(1, "a"), new Pair<>(1, "a"));
    assertEquals("Pair[first=1, second=a]", new Pair<>(1, "a").toString());
  }

  @Test
  void refusesNull() {
    assertThrows(NullPointerException.class, () -> new Pair<>(null, 1));
    assertThrows(NullPointerException.class, () -> new Pair<>(1, null));
  }
}
