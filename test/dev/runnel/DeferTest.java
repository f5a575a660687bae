package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DeferTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return Runnel.defer(
        () -> {
          effect("make");
          return source;
        });
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements;
  }

  @Override
  Runnel<?> givingNull(Runnel<Integer> source) {
    return Runnel.defer(() -> null);
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return Runnel.defer(() -> source);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    Deque<String> jobs = new ArrayDeque<>(List.of("a"));
    Runnel<String> all = Runnel.defer(() -> Runnel.from(List.copyOf(jobs)));
    jobs.add("b");
    // @end
    assertEquals(List.of("a", "b"), all.toList());
  }

  @Test
  void makesNothingIfItIsNotPulled() throws Exception {
    Runnel<Integer> stream =
        Runnel.defer(
            () -> {
              throw new AssertionError("called");
            });
    assertEquals(List.of(), stream.take(0).toList());
  }

  @Test
  void passesWhatItsSupplierThrows() {
    IOException failure = new IOException("no");
    RunnelException thrown =
        assertThrows(
            RunnelException.class,
            () -> Runnel.defer(
                () -> {
                  throw failure;
                })
                .drain());
    assertSame(failure, thrown.getCause());
  }

  @Test
  void needsNoStackHoweverDeepItGoesOn() throws Exception {
    assertEquals(Runnel.range(0, 100_000).toList(), countingFrom(0).take(100_000).toList());
  }

  private static Runnel<Integer> countingFrom(int n) {
    return Runnel.of(n).concat(Runnel.defer(() -> countingFrom(n + 1)));
  }
}
