package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.ReceiveResult.Empty;
import dev.runnel.channel.ReceiveResult.Received;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import dev.runnel.kit.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How waits on every channel end by interrupts and by time-outs: receives, and sends on entry. */
interface WaitingContract extends ChannelCase {

  @Test
  default void interruptOnEntrySendsNothingAndClearsTheFlag() throws Exception {
    Line<Integer> line = make(4);
    Sender<Integer> way = line.sender();
    assertInterruptedOnEntry(() -> {
      way.send(1);
      return null;
    });
    assertInterruptedOnEntry(() -> way.send(1, Duration.ofDays(1)));
    assertInterruptedOnEntry(() -> way.send(1, Duration.ZERO));
    assertInterruptedOnEntry(() -> way.sendAll(List.of(1, 2)));
    line.close();
    assertNull(line.receiver().receive());
  }

  private static void assertInterruptedOnEntry(Callable<?> call) {
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, call::call);
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test
  default void interruptOnEntryReceivesNothingAndClearsTheFlag() throws Exception {
    Line<Integer> line = make(4);
    Running sender = Running.virtual(() -> line.sender().send(7));
    if (line.receiver().capacity() == 0) {
      sender.awaitWaiting();
    } else {
      sender.join();
    }
    assertInterruptedOnEntry(line.receiver()::receive);
    assertInterruptedOnEntry(() -> line.receiver().receive(Duration.ofDays(1)));
    assertInterruptedOnEntry(() -> line.receiver().receive(Duration.ZERO));
    assertInterruptedOnEntry(() -> line.receiver().receiveAll(2));
    assertEquals(7, line.receiver().receive());
    sender.join();
  }

  @Test
  default void tryFormsLeaveTheFlagAlone() {
    Line<Integer> line = make(1);
    Thread.currentThread().interrupt();
    SendResult<Integer> sent = line.sender().trySend(1);
    ReceiveResult<Integer> got = line.receiver().tryReceive();
    assertTrue(Thread.interrupted());
    assertEquals(sent.accepted() ? new Received<>(1) : new Empty<>(), got);
  }

  @Test
  default void interruptedReceiverTakesNothingAndClearsTheFlag() throws Exception {
    Line<Integer> line = make(2);
    List<Callable<?>> forms = List.of(
        line.receiver()::receive,
        () -> line.receiver().receive(Duration.ofDays(1)),
        () -> line.receiver().receiveAll(2));
    for (Callable<?> form : forms) {
      Running waiting = Running.virtual(() -> {
        assertThrows(InterruptedException.class, form::call);
        assertFalse(Thread.currentThread().isInterrupted());
        line.receiver().release();
      }).awaitWaiting();
      waiting.thread().interrupt();
      waiting.join();
    }
    Running sender = Running.virtual(() -> line.sender().send(7));
    assertEquals(7, line.receiver().receive());
    sender.join();
  }

  /** An interrupt, an element and the end race: an interrupted receive has not consumed. */
  @Test
  default void interruptedReceiveHasNotConsumed() {
    Seeds.each(rounds(1_000), random -> {
      Line<Integer> line = make(1);
      AtomicInteger got = new AtomicInteger();
      boolean timed = random.nextBoolean();
      Running receiver = Running.either(random, () -> {
        boolean thrown = false;
        try {
          if (timed) {
            boolean received = line.receiver().receive(Duration.ofDays(1)) instanceof Received;
            got.addAndGet(received ? 1 : 0);
          } else {
            got.addAndGet(line.receiver().receive() != null ? 1 : 0);
          }
        } catch (InterruptedException e) {
          thrown = true;
          assertFalse(Thread.currentThread().isInterrupted(), "thrown, so the flag is clear");
        }
        while (!thrown && !Thread.interrupted()) {
          Thread.onSpinWait(); // the interrupt that was not thrown is still to be seen
          Thread.yield();
        }
        for (Integer next = line.receiver().receive(); next != null;) {
          got.incrementAndGet();
          next = line.receiver().receive();
        }
      });
      Running sender = Running.either(random, () -> {
        line.sender().send(1);
        Running.pause(random);
        line.close();
      });
      Running.pause(random);
      receiver.thread().interrupt();
      sender.join();
      receiver.join();
      assertEquals(1, got.get());
    });
  }

  @Test
  default void timedReceiveWaitsForItsTimeAndNoLonger() throws Exception {
    Line<Integer> line = make(1);
    TestClock clock = TestClock.still();
    Running waiting = Running.virtual(() -> {
      assertEquals(new Empty<>(),
          clock.during(() -> line.receiver().receive(Duration.ofSeconds(1))));
      line.receiver().release();
    });
    clock.awaitWaiting(1);
    waiting.awaitWaiting();
    clock.advance(Duration.ofMillis(999));
    waiting.awaitWaiting();
    clock.advance(Duration.ofMillis(1));
    waiting.join();
    Running sender = Running.virtual(() -> line.sender().send(7));
    assertEquals(7, line.receiver().receive(), "the time-out has taken nothing");
    sender.join();
    assertEquals(0, clock.waiting());
  }

  @Test
  default void timedReceiveCallsItsAlarmOff() throws Exception {
    Line<Integer> line = make(1);
    TestClock clock = TestClock.still();
    for (int i = 0; i < 3; i++) {
      int way = i;
      Running waiting = Running.virtual(() -> {
        try {
          Object _ = clock.during(() -> line.receiver().receive(Duration.ofSeconds(1)));
          assertTrue(way != 0);
        } catch (InterruptedException e) {
          assertEquals(0, way);
        }
        line.receiver().release();
      }).awaitWaiting();
      clock.awaitWaiting(1);
      switch (way) {
        case 0 -> waiting.thread().interrupt();
        case 1 -> line.sender().send(1);
        default -> line.close();
      }
      waiting.join();
      assertEquals(0, clock.waiting());
    }
  }

  @Test
  default void longestTimeDoesNotOverflow() throws Exception {
    Line<Integer> line = make(1);
    Running waiting = Running.virtual(() -> assertEquals(new Received<>(7),
        line.receiver().receive(Duration.ofSeconds(Long.MAX_VALUE)))).awaitWaiting();
    line.sender().send(7, Duration.ofSeconds(Long.MAX_VALUE));
    waiting.join();
  }
}
