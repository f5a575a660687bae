package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedReader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FromAutoCloseableTest extends SourceContract<AutoCloseable> {
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final AutoCloseable resource = () -> log.add("close");

  @Override
  Runnel<AutoCloseable> source() {
    return Runnel.fromAutoCloseable(
        () -> {
          log.add("acquire");
          return resource;
        });
  }

  @Override
  List<AutoCloseable> expected() {
    return List.of(resource);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    List<String> lines =
        Runnel.fromAutoCloseable(() -> new BufferedReader(new StringReader("a\nb")))
            .flatMap(reader -> Runnel.fromStream(reader::lines))
            .toList();
    // @end
    assertEquals(List.of("a", "b"), lines);
  }

  @Test
  void isOpenUntilTheRunIsClosed() throws Exception {
    source().forEach(_ -> log.add("use"));
    assertEquals(List.of("acquire", "use", "close"), log);
  }

  @Test
  void isClosedBeforeWhatIsConcatenated() throws Exception {
    Runnel<AutoCloseable> behind =
        Runnel.fromCallable(
            () -> {
              log.add("behind");
              return resource;
            });
    source().concat(behind).drain();
    assertEquals(List.of("acquire", "close", "behind"), log);
  }

  @Test
  void isClosedIfDownstreamFails() {
    assertThrows(
        IllegalStateException.class,
        () -> source()
            .forEach(
                _ -> {
                  throw new IllegalStateException("sink");
                }));
    assertEquals(List.of("acquire", "close"), log);
  }
}
