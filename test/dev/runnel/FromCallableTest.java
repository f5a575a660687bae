package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class FromCallableTest extends SourceContract<String> {
  @Override
  Runnel<String> source() {
    return Runnel.fromCallable(() -> "answer");
  }

  @Override
  List<String> expected() {
    return List.of("answer");
  }

  @Override
  Runnel<?> givingNull() {
    return Runnel.fromCallable(() -> null);
  }

  @Test
  void example() throws Exception {
    // @start region=example
    Runnel<Thread> runner = Runnel.fromCallable(Thread::currentThread);
    // @end
    assertEquals(List.of(Thread.currentThread()), runner.toList());
  }

  @Test
  void callsOncePerRun() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Runnel<Integer> stream = Runnel.fromCallable(calls::incrementAndGet);
    assertEquals(0, calls.get());
    assertEquals(List.of(1), stream.toList());
    assertEquals(List.of(2), stream.toList());
    assertEquals(List.of(), stream.take(0).toList());
    assertEquals(2, calls.get());
  }

  @Test
  void passesWhatTheCallThrows() {
    IOException failure = new IOException("call");
    Runnel<Integer> stream =
        Runnel.fromCallable(
            () -> {
              throw failure;
            });
    assertSame(failure, assertThrows(RunnelException.class, stream::drain).getCause());
  }
}
