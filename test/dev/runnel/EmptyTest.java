package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class EmptyTest extends SourceContract<Integer> {
  @Override
  Runnel<Integer> source() {
    return Runnel.empty();
  }

  @Override
  List<Integer> expected() {
    return List.of();
  }

  @Test
  void example() throws Exception {
    // @start region=example
    long count = Runnel.empty().count();
    // @end
    assertEquals(0, count);
  }
}
