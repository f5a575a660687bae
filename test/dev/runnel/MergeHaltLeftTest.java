package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class MergeHaltLeftTest extends MergeHaltContract {
  @Override
  <T> Runnel<T> merged(Runnel<T> left, Runnel<? extends T> right) {
    return left.mergeHaltLeft(right);
  }

  @Override
  boolean leftHalts() {
    return true;
  }

  @Override
  boolean rightHalts() {
    return false;
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    Runnel<String> work = Runnel.of("one", "two", "three");
    Runnel<String> signals = Runnel.never(); // what else may come while there is work
    List<String> events = work.mergeHaltLeft(signals).toList(); // ends with the work
    // @end
    assertEquals(List.of("one", "two", "three"), events);
  }
}
