package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class FromTest extends SourceContract<Integer> {
  @Override
  Runnel<Integer> source() {
    return Runnel.from(List.of(1, 2, 3));
  }

  @Override
  List<Integer> expected() {
    return List.of(1, 2, 3);
  }

  @Override
  Runnel<?> givingNull() {
    return Runnel.from(Collections.singletonList(null));
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<Integer> squares = Runnel.from(Set.of(3)).map(n -> n * n).toList();
    // @end
    assertEquals(List.of(9), squares);
  }

  @Test
  void iteratesAtTheRunNotAtAssembly() throws Exception {
    List<Integer> elements = new ArrayList<>(List.of(1));
    Runnel<Integer> stream = Runnel.from(elements);
    elements.add(2);
    assertEquals(List.of(1, 2), stream.toList());
  }

  @Test
  void passesAFailureOfTheIterator() {
    List<Integer> elements = new ArrayList<>(List.of(1, 2, 3));
    assertThrows(
        ConcurrentModificationException.class,
        () -> Runnel.from(elements).forEach(elements::remove));
  }

  @Test
  void asksTheIteratorForNoMoreThanIsPulled() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Iterable<Integer> endless = () -> Stream.generate(asked::incrementAndGet).iterator();
    assertEquals(List.of(1, 2), Runnel.from(endless).take(2).toList());
    assertEquals(2, asked.get());
  }
}
