package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class FromStreamTest extends SourceContract<Integer> {
  private final AtomicInteger closes = new AtomicInteger();

  @Override
  Runnel<Integer> source() {
    return Runnel.fromStream(() -> Stream.of(1, 2, 3).onClose(closes::incrementAndGet));
  }

  @Override
  List<Integer> expected() {
    return List.of(1, 2, 3);
  }

  @Override
  Runnel<?> givingNull() {
    return Runnel.fromStream(() -> Stream.of((Object) null));
  }

  @Test
  void example() throws Exception {
    // @start region=example
    Runnel<String> lines = Runnel.fromStream(() -> "a\nb".lines());
    // @end
    assertEquals(List.of("a", "b"), lines.toList());
    assertEquals(List.of("a", "b"), lines.toList());
  }

  @Test
  void closesTheStreamAtTheEndOfTheRun() throws Exception {
    source().drain();
    assertEquals(1, closes.get());
    source().take(1).drain();
    assertEquals(2, closes.get());
  }

  @Test
  void takesStreamsOfNumbers() throws Exception {
    Runnel<Integer> numbers = Runnel.fromStream(() -> IntStream.range(0, 3));
    assertEquals(List.of(0, 1, 2), numbers.toList());
  }

  @Test
  void pullsNoMoreThanIsAskedFor() throws Exception {
    AtomicInteger made = new AtomicInteger();
    Runnel<Integer> numbers = Runnel.fromStream(() -> Stream.generate(made::incrementAndGet));
    assertEquals(List.of(1, 2), numbers.take(2).toList());
    assertEquals(2, made.get());
  }

  @Test
  void closesAStreamThatIsSpent() {
    Stream<Integer> spent = Stream.of(1).onClose(closes::incrementAndGet);
    var _ = spent.iterator();
    Runnel<Integer> stream = Runnel.fromStream(() -> spent);
    assertThrows(IllegalStateException.class, stream::drain);
    assertEquals(1, closes.get());
  }
}
