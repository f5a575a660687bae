package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CloseWithTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.closeWith(() -> effect("closed"));
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements;
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.closeWith(() -> {});
  }

  @Test
  void runsTheExample() throws Exception {
    BufferedReader reader = new BufferedReader(new StringReader("a\nb\n"));
    // @start region=example
    List<String> lines = Runnel.fromStream(reader::lines).closeWith(reader).toList();
    // @end
    assertEquals(List.of("a", "b"), lines);
    assertThrows(IOException.class, reader::readLine);
  }

  @Test
  void closesAfterUpstreamAlsoIfNothingIsPulled() throws Exception {
    List<String> trace = new ArrayList<>();
    SourceProbe<Integer> source = SourceProbe.of(List.of(1)).tracing(trace::add);
    source.stream().closeWith(() -> trace.add("resource")).take(0).drain();
    assertEquals(List.of("close", "resource"), trace);
  }

  @Test
  void throwsWhatClosingThrows() {
    IOException failure = new IOException("close");
    Runnel<Integer> stream =
        Runnel.of(1)
            .closeWith(
                () -> {
                  throw failure;
                });
    assertSame(failure, assertThrows(RunnelException.class, stream::drain).getCause());
  }

  @Test
  void refusesNull() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1).closeWith(null));
  }
}
