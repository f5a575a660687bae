package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AnyMatchTest extends TerminalContract<Boolean> {
  @Override
  Boolean run(Runnel<Integer> stream) throws InterruptedException {
    return stream.anyMatch(e -> e == 5);
  }

  @Override
  Boolean expected(List<Integer> elements) {
    return elements.stream().anyMatch(e -> e == 5);
  }

  @Override
  int pulls(List<Integer> elements) {
    return pullsToFind(elements, 5);
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    boolean any = Runnel.of("a", "").anyMatch(String::isEmpty);
    // @end
    assertEquals(true, any);
  }

  @Test
  void refusesANullArgument() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1).anyMatch(null));
  }

  @Test
  void throwsWhatTheFunctionThrows() {
    IOException failure = new IOException("function");
    SourceProbe<Integer> source = SourceProbe.of(List.of(0, 1, 2));
    RunnelException thrown =
        assertThrows(RunnelException.class, () -> source.stream().anyMatch(_ -> {
          throw failure;
        }));
    assertSame(failure, thrown.getCause());
    assertEquals(1, source.run().pulls());
    source.assertClosedOnce();
  }
}
