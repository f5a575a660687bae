package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class FlatMapIterableTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.flatMapIterable(
        element -> {
          effect("make " + element);
          return inner(element);
        });
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements.stream().flatMap(element -> inner(element).stream()).toList();
  }

  private static List<Integer> inner(int element) {
    return element % 3 == 0 ? List.of() : List.of(element, -element);
  }

  @Override
  Runnel<?> givingNull(Runnel<Integer> source) {
    return source.flatMapIterable(_ -> Collections.singletonList(null));
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.flatMapIterable(List::of);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<String> words =
        Runnel.of("a b", "c").flatMapIterable(line -> List.of(line.split(" "))).toList();
    // @end
    assertEquals(List.of("a", "b", "c"), words);
  }

  @Test
  void refusesACollectionThatIsNull() {
    NullPointerException thrown =
        assertThrows(
            NullPointerException.class, () -> Runnel.of(1).flatMapIterable(_ -> null).drain());
    assertEquals("elements must not be null: flatMapIterable got null", thrown.getMessage());
  }

  @Test
  void canBeInterruptedInAnEndlessIterator() throws Exception {
    Interrupting.whileRunning(
        hook -> Runnel.of(1)
            .flatMapIterable(
                _ -> () -> Stream.generate(
                    () -> {
                      hook.run();
                      return 1;
                    })
                    .iterator()));
  }
}
