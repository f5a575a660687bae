package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class MergeHaltBothTest extends MergeHaltContract {
  @Override
  <T> Runnel<T> merged(Runnel<T> left, Runnel<? extends T> right) {
    return left.mergeHaltBoth(right);
  }

  @Override
  boolean leftHalts() {
    return true;
  }

  @Override
  boolean rightHalts() {
    return true;
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    Runnel<String> client = Runnel.of("hello", "bye"); // then hangs up
    Runnel<String> server = Runnel.never();
    List<String> talk = client.mergeHaltBoth(server).toList(); // until one of the two ends
    // @end
    assertEquals(List.of("hello", "bye"), talk);
  }
}
