package dev.runnel.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TallyTest {
  @Test
  void counts() {
    Tally tally = new Tally();
    assertEquals(0, tally.count());
    for (int i = 1; i <= 1000; i++) {
      tally.add();
      assertEquals(i, tally.count());
    }
  }
}
