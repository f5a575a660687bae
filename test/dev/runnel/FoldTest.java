package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FoldTest extends TerminalContract<Integer> {
  @Override
  Integer run(Runnel<Integer> stream) throws InterruptedException {
    return stream.fold(100, (sum, e) -> sum * 3 + e);
  }

  @Override
  Integer expected(List<Integer> elements) {
    int sum = 100;
    for (int e : elements) {
      sum = sum * 3 + e;
    }
    return sum;
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    long total = Runnel.of("a", "bc").fold(0L, (sum, word) -> sum + word.length());
    // @end
    assertEquals(3, total);
  }

  @Test
  void refusesNull() {
    Runnel<Integer> stream = Runnel.of(1);
    assertThrows(NullPointerException.class, () -> stream.fold(0, null));
    assertThrows(NullPointerException.class, () -> stream.fold((Integer) null, (a, _) -> a));
    assertThrows(NullPointerException.class, () -> stream.fold(0, (_, _) -> null));
  }

  @Test
  void throwsWhatTheFunctionThrows() {
    IOException failure = new IOException("function");
    SourceProbe<Integer> source = SourceProbe.of(List.of(0, 1, 2));
    RunnelException thrown =
        assertThrows(RunnelException.class, () -> source.stream().fold(0, (_, _) -> {
          throw failure;
        }));
    assertSame(failure, thrown.getCause());
    assertEquals(1, source.run().pulls());
    source.assertClosedOnce();
  }
}
