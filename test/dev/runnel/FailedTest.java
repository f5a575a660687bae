package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FailedTest {
  @Test
  void example() {
    // @start region=example
    IOException reason = new IOException("no such page");
    Runnel<String> page = Runnel.failed(reason);
    // @end
    RunnelException thrown = assertThrows(RunnelException.class, page::toList);
    assertSame(reason, thrown.getCause());
  }

  @Test
  void throwsTheSameObjectInEachRun() {
    RuntimeException failure = new IllegalStateException("no");
    Runnel<Integer> stream = Runnel.failed(failure);
    for (int run = 0; run < 3; run++) {
      assertSame(failure, assertThrows(IllegalStateException.class, stream::drain));
    }
    assertEquals(0, failure.getSuppressed().length);
  }

  @Test
  void staysEndedAfterwards() throws Exception {
    try (OpenRun<Integer> run = OpenRun.of(Runnel.failed(new IllegalStateException("no")))) {
      assertThrows(IllegalStateException.class, run::next);
      assertNull(run.next());
    }
  }

  @Test
  void failsNothingIfItIsNotPulled() throws Exception {
    assertEquals(List.of(), Runnel.failed(new IOException("no")).take(0).toList());
  }

  @Test
  void givesAFailureAndNoValue() {
    Runnel<Integer> stream = Runnel.of(1).concat(Runnel.failed(new IllegalStateException("no")));
    assertThrows(IllegalStateException.class, stream::count);
    assertThrows(IllegalStateException.class, () -> stream.fold(0, Integer::sum));
  }

  @Test
  void refusesNull() {
    assertThrows(NullPointerException.class, () -> Runnel.failed(null));
  }
}
