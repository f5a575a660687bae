package dev.runnel.channel;

import static dev.runnel.channel.ChannelCase.drain;
import static dev.runnel.channel.ChannelCase.fill;
import static dev.runnel.channel.ChannelCase.range;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.EndingContract.Finish;
import dev.runnel.channel.SendResult.Full;
import dev.runnel.channel.SendResult.Refused;
import dev.runnel.kit.Await;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import dev.runnel.kit.TestClock;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every channel promises whose senders wait for room. */
interface RoomContract extends ChannelCase {

  @Test
  default void acceptsExactlyItsCapacityWithoutAReceiver() throws Exception {
    for (int capacity : new int[] {1, 2, 3, 4, 7, 8, 9, 100}) {
      Line<Integer> line = make(capacity);
      Sender<Integer> way = line.sender();
      int room = line.receiver().capacity();
      assertEquals(room, fill(way));
      assertEquals(new Full<>(-1), way.trySend(-1));
      assertEquals(new Full<>(-1), way.send(-1, Duration.ZERO));
      assertEquals(new Full<>(-1), way.send(-1, Duration.ofSeconds(-1)));
      assertEquals(room, line.receiver().size());
      for (int i = 0; i < room; i++) {
        assertEquals(i, line.receiver().receive());
        assertTrue(way.trySend(room + i).accepted(), "one more after one receive");
        assertFalse(way.trySend(-1).accepted(), "and exactly one");
      }
      line.close();
      assertEquals(range(room, 2 * room), drain(line.receiver()));
    }
  }

  @Test
  default void senderWaitsForRoom() throws Exception {
    Line<Integer> line = make(2);
    Sender<Integer> way = line.sender();
    int full = fill(way);
    way.release();
    List<Callable<Boolean>> forms = List.of(
        () -> {
          way.send(full);
          return true;
        },
        () -> way.send(full + 1, Duration.ofDays(1)).accepted(),
        () -> way.sendAll(range(full + 2, full + 3)) == 1);
    for (int i = 0; i < forms.size(); i++) {
      Callable<Boolean> form = forms.get(i);
      Running waiting = Running.virtual(() -> {
        assertTrue(form.call());
        way.release();
      }).awaitWaiting();
      assertEquals(i, line.receiver().receive());
      waiting.join();
    }
  }

  @Test
  default void interruptedSenderHasNotSentAndItsFlagIsClear() throws Exception {
    Line<Integer> line = make(2);
    Sender<Integer> way = line.sender();
    int full = fill(way);
    way.release();
    List<Callable<?>> forms = List.of(
        () -> {
          way.send(-1);
          return null;
        },
        () -> way.send(-1, Duration.ofDays(1)),
        () -> way.sendAll(List.of(-1, -2)));
    for (Callable<?> form : forms) {
      Running waiting = Running.virtual(() -> {
        assertThrows(InterruptedException.class, form::call);
        assertFalse(Thread.currentThread().isInterrupted());
        way.release();
      }).awaitWaiting();
      waiting.thread().interrupt();
      waiting.join();
    }
    line.close();
    assertEquals(range(0, full), drain(line.receiver()));
  }

  @Test
  default void sendAllTellsHowManyWereAcceptedWhenItIsInterrupted() throws Exception {
    Line<Integer> line = make(2);
    int full = line.receiver().capacity();
    Running sender = Running.virtual(() -> {
      assertEquals(full + 1, line.sender().sendAll(range(0, full + 5)));
      assertTrue(Thread.interrupted());
    }).awaitWaiting();
    assertEquals(0, line.receiver().receive());
    if (full > 0) {
      Await.until(() -> line.receiver().size() == full);
    }
    sender.awaitWaiting();
    sender.thread().interrupt();
    sender.join();
    line.close();
    assertEquals(range(1, full + 1), drain(line.receiver()));
  }

  @Test
  default void sendAllHandsTheRestBackWhenTheChannelEnds() throws Exception {
    for (Finish how : Finish.values()) {
      List<Integer> discarded = new ArrayList<>();
      Line<Integer> line = make(2, discarded::add);
      int full = line.receiver().capacity();
      Running sender = Running.virtual(() -> {
        ChannelException thrown = assertThrows(how.reason,
            () -> line.sender().sendAll(range(0, full + 3)));
        assertEquals(range(full, full + 3), thrown.refused());
      }).awaitWaiting();
      how.end(line);
      sender.join();
      List<Integer> got = new ArrayList<>();
      for (int i = 0; how != Finish.CANCEL && i < full; i++) {
        got.add(line.receiver().receive());
      }
      assertEquals(how, Finish.of(line.receiver()));
      assertEquals(range(0, full), how == Finish.CANCEL ? discarded : got);
    }
  }

  @Test
  default void everyEndRefusesTheSenderThatWaits() throws Exception {
    for (Finish how : Finish.values()) {
      Line<Integer> line = make(1);
      Sender<Integer> way = line.sender();
      fill(way);
      way.release();
      Running waiting = Running.virtual(() -> {
        ChannelException thrown = assertThrows(how.reason, () -> way.send(-1));
        assertEquals(List.of(-1), thrown.refused());
      }).awaitWaiting();
      how.end(line);
      waiting.join();
    }
  }

  @Test
  default void everyEndRefusesTheTimedSenderThatWaits() throws Exception {
    for (Finish how : Finish.values()) {
      Line<Object> line = make(1);
      Sender<Object> way = line.sender();
      Object element = new Object();
      while (way.trySend(1).accepted()) {
        assertTrue(line.receiver().size() <= 1);
      }
      way.release();
      Running waiting = Running.virtual(() -> {
        if (!(way.send(element, Duration.ofDays(1)) instanceof Refused<Object> refused)) {
          throw new AssertionError("not refused");
        }
        assertSame(element, refused.element());
        assertEquals(how.reason, refused.reason().getClass());
      }).awaitWaiting();
      how.end(line);
      waiting.join();
    }
  }

  @Test
  default void timedSendWaitsForItsTimeAndNoLonger() throws Exception {
    Line<Integer> line = make(1);
    Sender<Integer> way = line.sender();
    int full = fill(way);
    way.release();
    TestClock clock = TestClock.still();
    Running waiting = Running.virtual(() -> assertEquals(new Full<>(-1),
        clock.during(() -> way.send(-1, Duration.ofSeconds(1)))));
    clock.awaitWaiting(1);
    waiting.awaitWaiting();
    clock.advance(Duration.ofMillis(999));
    waiting.awaitWaiting();
    clock.advance(Duration.ofMillis(1));
    waiting.join();
    assertEquals(0, clock.waiting());
    line.close();
    assertEquals(range(0, full), drain(line.receiver()));
  }

  @Test
  default void timedSendCallsItsAlarmOff() throws Exception {
    TestClock clock = TestClock.still();
    for (int i = 0; i < 3; i++) {
      Line<Integer> line = make(1);
      Sender<Integer> way = line.sender();
      fill(way);
      way.release();
      int end = i;
      Running waiting = Running.virtual(() -> {
        try {
          Object _ = clock.during(() -> way.send(-1, Duration.ofSeconds(1)));
          assertTrue(end != 0);
        } catch (InterruptedException e) {
          assertEquals(0, end);
        }
      });
      clock.awaitWaiting(1);
      waiting.awaitWaiting();
      switch (end) {
        case 0 -> waiting.thread().interrupt();
        case 1 -> line.receiver().receive();
        default -> line.close();
      }
      waiting.join();
      assertEquals(0, clock.waiting());
    }
  }

  /** An interrupt races a receiver that makes room: a send that throws has not sent. */
  @Test
  default void interruptedSendHasNotSent() {
    Seeds.each(rounds(1_000), random -> {
      Line<Integer> line = make(1);
      AtomicInteger sent = new AtomicInteger();
      boolean timed = random.nextBoolean();
      Running sender = Running.either(random, () -> {
        Sender<Integer> way = line.sender();
        int full = fill(way);
        sent.set(full);
        boolean thrown = false;
        try {
          if (timed) {
            assertTrue(way.send(full, Duration.ofDays(1)).accepted());
          } else {
            way.send(full);
          }
          sent.incrementAndGet();
        } catch (InterruptedException e) {
          thrown = true;
          assertFalse(Thread.currentThread().isInterrupted(), "thrown, so the flag is clear");
        }
        while (!thrown && !Thread.interrupted()) {
          Thread.onSpinWait(); // the interrupt that was not thrown is still to be seen
          Thread.yield();
        }
        line.close();
      });
      List<Integer> got = new ArrayList<>();
      Running receiver = Running.either(random, () -> got.addAll(drain(line.receiver())));
      Running.pause(random);
      sender.thread().interrupt();
      sender.join();
      receiver.join();
      assertEquals(range(0, sent.get()), got);
    });
  }

  @Test
  default void retainsNothingThatWasNotSent() throws Exception {
    Line<Object> line = make(1);
    Sender<Object> way = line.sender();
    if (line.receiver().capacity() > 0) {
      way.send(0);
    }
    QueueContract.awaitCleared(failToSend(way));
    Reference.reachabilityFence(line);
  }

  private static List<WeakReference<Object>> failToSend(Sender<Object> way)
      throws InterruptedException {
    List<Object> elements = IntStream.range(0, 3).mapToObj(_ -> new Object()).toList();
    assertFalse(way.trySend(elements.get(0)).accepted());
    assertFalse(way.send(elements.get(1), Duration.ofNanos(1)).accepted());
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> way.send(elements.get(2)));
    return elements.stream().map(WeakReference::new).toList();
  }

  @Test
  default void sendsThatTimeOutLeaveNothingBehind() throws Exception {
    Line<Integer> line = make(1);
    Sender<Integer> way = line.sender();
    int full = fill(way);
    MemoryContract.assertFlat(line, () -> {
      for (int i = 0; i < MemoryContract.TIMED_OUT; i++) {
        assertFalse(way.send(-1, Duration.ofSeconds(1)).accepted());
      }
      return null;
    });
    assertStillPasses(line, way, full);
  }

  @Test
  default void interruptedSendsLeaveNothingBehind() throws Exception {
    Line<Integer> line = make(1);
    Sender<Integer> way = line.sender();
    int full = fill(way);
    way.release();
    MemoryContract.assertFlat(line, () -> {
      AtomicInteger interrupted = new AtomicInteger();
      Running waiting = Running.virtual(() -> {
        while (interrupted.get() < MemoryContract.INTERRUPTED) {
          assertThrows(InterruptedException.class, () -> way.send(-1));
          interrupted.incrementAndGet();
        }
        way.release();
      });
      MemoryContract.interruptUntilEnded(waiting);
      return null;
    });
    assertStillPasses(line, way, full);
  }

  private static void assertStillPasses(Line<Integer> line, Sender<Integer> way, int full)
      throws Exception {
    way.release();
    Running sender = Running.virtual(() -> way.send(full)).awaitWaiting();
    for (int i = 0; i <= full; i++) {
      assertEquals(i, line.receiver().receive());
    }
    sender.join();
    assertEquals(0, line.receiver().size());
  }
}
