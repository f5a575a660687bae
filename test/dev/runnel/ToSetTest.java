package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ToSetTest extends TerminalContract<Set<Integer>> {
  @Override
  Set<Integer> run(Runnel<Integer> stream) throws InterruptedException {
    return stream.toSet();
  }

  @Override
  Set<Integer> expected(List<Integer> elements) {
    return new LinkedHashSet<>(elements);
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    Set<String> names = Runnel.of("b", "a", "b").toSet(); // iterates as b, a
    // @end
    assertEquals(List.of("b", "a"), List.copyOf(new ArrayList<>(names)));
  }

  @Test
  void givesASetThatCannotBeChanged() throws Exception {
    Set<Integer> set = Runnel.of(1).toSet();
    assertThrows(UnsupportedOperationException.class, () -> set.add(2));
  }

  @Test
  void throwsWhatHashCodeThrows() {
    AssertionError failure = new AssertionError("hashCode");
    Object hostile =
        new Object() {
          @Override
          public int hashCode() {
            throw failure;
          }
        };
    SourceProbe<Object> source = SourceProbe.of(List.of(hostile));
    assertSame(failure, assertThrows(AssertionError.class, () -> source.stream().toSet()));
    source.assertClosedOnce();
  }
}
