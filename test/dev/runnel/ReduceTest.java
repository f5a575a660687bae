package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReduceTest extends TerminalContract<Optional<Integer>> {
  @Override
  Optional<Integer> run(Runnel<Integer> stream) throws InterruptedException {
    return stream.reduce((a, b) -> a * 3 + b);
  }

  @Override
  Optional<Integer> expected(List<Integer> elements) {
    return elements.stream().reduce((a, b) -> a * 3 + b);
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    Optional<Integer> greatest = Runnel.of(3, 9, 4).reduce(Math::max);
    // @end
    assertEquals(Optional.of(9), greatest);
  }

  @Test
  void refusesANullArgument() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1).reduce(null));
  }

  @Test
  void throwsWhatTheFunctionThrows() {
    IOException failure = new IOException("function");
    SourceProbe<Integer> source = SourceProbe.of(List.of(0, 1, 2));
    RunnelException thrown =
        assertThrows(RunnelException.class, () -> source.stream().reduce((_, _) -> {
          throw failure;
        }));
    assertSame(failure, thrown.getCause());
    assertEquals(2, source.run().pulls());
    source.assertClosedOnce();
  }

  @Test
  void refusesANullResult() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1, 2).reduce((_, _) -> null));
  }
}
