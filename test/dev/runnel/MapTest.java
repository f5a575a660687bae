package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MapTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.map(
        element -> {
          effect("map " + element);
          return element * 10;
        });
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements.stream().map(element -> element * 10).toList();
  }

  @Override
  Runnel<?> givingNull(Runnel<Integer> source) {
    return source.map(_ -> null);
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.map(element -> element);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<Integer> lengths = Runnel.of("ring", "cursor").map(String::length).toList();
    // @end
    assertEquals(List.of(4, 6), lengths);
  }

  @Test
  void passesWhatTheFunctionThrowsAsItIs() {
    IOException checked = new IOException("page");
    RunnelException thrown =
        assertThrows(
            RunnelException.class,
            () -> Runnel.of(1)
                .map(
                    _ -> {
                      throw checked;
                    })
                .drain());
    assertSame(checked, thrown.getCause());
  }

  @Test
  void refusesNoFunction() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1).map(null));
  }
}
