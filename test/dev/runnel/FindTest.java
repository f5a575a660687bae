package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FindTest extends TerminalContract<Optional<Integer>> {
  @Override
  Optional<Integer> run(Runnel<Integer> stream) throws InterruptedException {
    return stream.find(e -> e == 5);
  }

  @Override
  Optional<Integer> expected(List<Integer> elements) {
    return elements.stream().filter(e -> e == 5).findFirst();
  }

  @Override
  int pulls(List<Integer> elements) {
    return pullsToFind(elements, 5);
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    Optional<String> found = Runnel.of("a", "bc", "de").find(word -> word.length() == 2);
    // @end
    assertEquals(Optional.of("bc"), found);
  }

  @Test
  void refusesANullArgument() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1).find(null));
  }

  @Test
  void throwsWhatTheFunctionThrows() {
    IOException failure = new IOException("function");
    SourceProbe<Integer> source = SourceProbe.of(List.of(0, 1, 2));
    RunnelException thrown =
        assertThrows(RunnelException.class, () -> source.stream().find(_ -> {
          throw failure;
        }));
    assertSame(failure, thrown.getCause());
    assertEquals(1, source.run().pulls());
    source.assertClosedOnce();
  }
}
