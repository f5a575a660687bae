package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

final class OrElseTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.orElse(Runnel.of(-1, -2));
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements.isEmpty() ? List.of(-1, -2) : elements;
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return Runnel.<Object>empty().orElse(source);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    Runnel<String> names = Runnel.<String>empty().orElse(Runnel.of("nobody"));
    // @end
    assertEquals(List.of("nobody"), names.toList());
  }

  @Test
  void closesTheFirstBeforeTheOtherIsOpened() throws Exception {
    SourceProbe<Integer> first = SourceProbe.of(List.of());
    int[] closes = {-1};
    Runnel<Integer> other =
        Runnel.fromCallable(
            () -> {
              closes[0] = first.run().closes.get();
              return 1;
            });
    assertEquals(List.of(1), first.stream().orElse(other).toList());
    assertEquals(1, closes[0]);
    first.assertClosedOnce();
  }

  @Test
  void doesNotOpenTheOtherIfThereIsAnElement() throws Exception {
    SourceProbe<Integer> other = SourceProbe.of(List.of(2));
    assertEquals(List.of(1), Runnel.of(1).orElse(other.stream()).toList());
    try (OpenRun<Integer> run = OpenRun.of(Runnel.of(1).orElse(other.stream()))) {
      assertFalse(run.cursor().forEachWhile(_ -> false));
      assertNull(run.next());
    }
    other.assertNeverRun();
  }

  @Test
  void doesNotOpenTheOtherAfterAFailure() {
    SourceProbe<Integer> other = SourceProbe.of(List.of(2));
    assertThrows(
        IllegalStateException.class,
        () -> Runnel.<Integer>failed(new IllegalStateException("first"))
            .orElse(other.stream())
            .drain());
    other.assertNeverRun();
  }

  @Test
  void goesOnInTheOtherAfterAStop() throws Exception {
    SourceProbe<Integer> other = SourceProbe.of(List.of(1, 2, 3));
    try (OpenRun<Integer> run = OpenRun.of(Runnel.<Integer>empty().orElse(other.stream()))) {
      assertEquals(1, run.next());
      assertFalse(run.cursor().forEachWhile(_ -> false));
      assertEquals(3, run.next());
      assertNull(run.next());
    }
    other.assertClosedOnce();
  }
}
