package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.ReceiveResult.Empty;
import dev.runnel.internal.park.Clock;
import dev.runnel.kit.Running;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Calls that end without a partner leave nothing behind, on every channel. */
interface MemoryContract extends ChannelCase {
  int TIMED_OUT = 100_000;
  int INTERRUPTED = 5_000;
  long SLACK_BYTES = 1 << 20;

  /** A clock whose time is over at once: a timed wait is registered, and ends. */
  final class Instant implements Clock {
    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public void sleep(Duration time) {}

    @Override
    public Alarm schedule(Duration delay, Runnable action) {
      action.run();
      return () -> {};
    }
  }

  @Test
  default void receivesThatTimeOutLeaveNothingBehind() throws Exception {
    Line<Object> line = make(1);
    assertFlat(line, () -> {
      for (int i = 0; i < TIMED_OUT; i++) {
        assertInstanceOf(Empty.class, line.receiver().receive(Duration.ofSeconds(1)));
      }
      return null;
    });
    assertStillPasses(line);
  }

  @Test
  default void interruptedReceivesLeaveNothingBehind() throws Exception {
    Line<Object> line = make(1);
    assertFlat(line, () -> {
      AtomicInteger interrupted = new AtomicInteger();
      Running waiting = Running.virtual(() -> {
        while (interrupted.get() < INTERRUPTED) {
          try {
            if (line.receiver().receive() != null) {
              throw new AssertionError("nothing was sent");
            }
          } catch (InterruptedException e) {
            interrupted.incrementAndGet();
          }
        }
        line.receiver().release();
      });
      interruptUntilEnded(waiting);
      return null;
    });
    assertStillPasses(line);
  }

  static void interruptUntilEnded(Running waiting) throws Exception {
    while (waiting.thread().isAlive()) {
      waiting.thread().interrupt();
      Thread.yield();
    }
    waiting.join();
  }

  private static void assertStillPasses(Line<Object> line) throws Exception {
    line.receiver().release();
    Object element = new Object();
    Running receiver = Running.virtual(() -> {
      assertEquals(element, line.receiver().receive());
    }).awaitWaiting();
    line.sender().send(element);
    receiver.join();
    assertEquals(0, line.receiver().size());
  }

  /** Runs what is to leave nothing behind twice, and looks at the heap in between. */
  static void assertFlat(Line<?> line, Callable<?> body) throws Exception {
    ScopedValue.where(Clock.OVERRIDE, new Instant()).call(() -> {
      body.call();
      long before = liveBytes();
      body.call();
      long grown = liveBytes() - before;
      for (int look = 0; look < 20 && grown > SLACK_BYTES; look++) {
        grown = Math.min(grown, liveBytes() - before); // others may have just allocated
      }
      assertTrue(grown <= SLACK_BYTES, "grew by " + grown);
      return null;
    });
    Reference.reachabilityFence(line);
  }

  static long liveBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
