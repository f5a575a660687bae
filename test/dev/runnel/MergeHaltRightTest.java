package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class MergeHaltRightTest extends MergeHaltContract {
  @Override
  <T> Runnel<T> merged(Runnel<T> left, Runnel<? extends T> right) {
    return left.mergeHaltRight(right);
  }

  @Override
  boolean leftHalts() {
    return false;
  }

  @Override
  boolean rightHalts() {
    return true;
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    Runnel<String> ticks = Runnel.never(); // as long as somebody listens
    Runnel<String> replies = Runnel.of("one", "two");
    List<String> events = ticks.mergeHaltRight(replies).toList(); // ends with the replies
    // @end
    assertEquals(List.of("one", "two"), events);
  }
}
