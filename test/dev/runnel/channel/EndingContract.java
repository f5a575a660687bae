package dev.runnel.channel;

import static dev.runnel.channel.ChannelCase.range;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.ReceiveResult.Ended;
import dev.runnel.channel.SendResult.Refused;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How every channel ends: closed, failed and cancelled, told apart, and in races. */
interface EndingContract extends ChannelCase {

  @Test
  default void closedChannelRefusesAndHandsTheElementBack() {
    Line<Object> line = make(3);
    Sender<Object> way = line.sender();
    assertFalse(way.isClosed());
    line.close();
    line.close();
    assertFalse(line.fail(new IllegalStateException()));
    assertRefuses(way, ChannelClosedException.class);
    assertEnded(line.receiver(), ChannelClosedException.class);
  }

  @Test
  default void closingAnySenderOfASharedChannelClosesIt() {
    Line<Object> line = make(3);
    Sender<Object> way = line.sender();
    way.close();
    way.close();
    assertRefuses(way, ChannelClosedException.class);
    if (!line.ownWays()) {
      assertFalse(way.fail(new IllegalStateException()));
      assertEnded(line.receiver(), ChannelClosedException.class);
    }
  }

  @Test
  default void failedChannelRefusesAndTellsTheFailure() {
    Line<Object> line = make(3);
    Sender<Object> way = line.sender();
    IllegalStateException failure = new IllegalStateException();
    assertTrue(way.fail(failure));
    assertFalse(way.fail(new IllegalArgumentException()));
    assertFalse(line.fail(new IllegalArgumentException()));
    line.close();
    way.close();
    assertSame(failure, assertRefuses(way, ChannelFailedException.class).getCause());
    assertSame(failure, assertEnded(line.receiver(), ChannelFailedException.class).getCause());
  }

  @Test
  default void cancelledChannelRefuses() {
    Line<Object> line = make(3);
    Sender<Object> way = line.sender();
    assertTrue(line.receiver().cancel());
    assertTrue(line.receiver().cancel());
    line.close();
    assertFalse(way.fail(new IllegalStateException()));
    assertRefuses(way, ChannelCancelledException.class);
    assertEnded(line.receiver(), ChannelCancelledException.class);
  }

  /** All forms of sending are refused, and hand back what was to be sent. */
  private static <X extends ChannelException> X assertRefuses(Sender<Object> way, Class<X> how) {
    assertTrue(way.isClosed());
    Object element = new Object();
    X thrown = assertThrows(how, () -> way.send(element));
    assertEquals(List.of(element), thrown.refused());
    List<Object> several = List.of(element, 1, "");
    assertEquals(several, assertThrows(how, () -> way.sendAll(several)).refused());
    try {
      for (SendResult<Object> result : List.of(
          way.trySend(element),
          way.send(element, Duration.ofDays(1)),
          way.send(element, Duration.ZERO))) {
        Refused<?> refused = assertInstanceOf(Refused.class, result);
        assertFalse(refused.accepted());
        assertSame(element, refused.element());
        assertInstanceOf(how, refused.reason());
        assertSame(thrown.getCause(), refused.reason().getCause());
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return thrown;
  }

  /** All forms of receiving tell the end, again and again. */
  private static <X extends ChannelException> X assertEnded(Receiver<Object> receiver,
      Class<X> how) {
    Ended<?> end = assertInstanceOf(Ended.class, receiver.tryReceive());
    X reason = assertInstanceOf(how, end.reason());
    assertEquals(List.of(), reason.refused());
    assertEquals(0, receiver.size());
    try {
      for (int i = 0; i < 2; i++) {
        Duration timeout = i == 0 ? Duration.ZERO : Duration.ofDays(1);
        Ended<?> timed = assertInstanceOf(Ended.class, receiver.receive(timeout));
        assertInstanceOf(how, timed.reason());
        if (how == ChannelClosedException.class) {
          assertNull(receiver.receive());
          assertEquals(List.of(), receiver.receiveAll(3));
          assertFalse(receiver.iterator().hasNext());
        } else {
          assertThrows(how, receiver::receive);
          assertThrows(how, () -> receiver.receiveAll(3));
          assertThrows(how, () -> receiver.iterator().hasNext());
        }
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return reason;
  }

  @Test
  default void everyEndWakesTheReceiverThatWaits() throws Exception {
    for (Finish how : Finish.values()) {
      Line<Integer> line = make(1);
      Running waiting = Running.virtual(() -> assertEquals(how, Finish.of(line.receiver())));
      waiting.awaitWaiting();
      how.end(line);
      waiting.join();
      assertTrue(line.receiver().cancel(), "after its thread has ended, all is accounted for");
    }
  }

  @Test
  default void everyEndWakesTheTimedReceiverThatWaits() throws Exception {
    for (Finish how : Finish.values()) {
      Line<Integer> line = make(1);
      Running waiting = Running.platform(() -> {
        Ended<?> end =
            assertInstanceOf(Ended.class, line.receiver().receive(Duration.ofDays(1)));
        assertInstanceOf(how.reason, end.reason());
      }).awaitWaiting();
      how.end(line);
      waiting.join();
    }
  }

  /** How a line ends, by whom it can be ended. */
  enum Finish {
    CLOSE(ChannelClosedException.class), FAIL(ChannelFailedException.class),
    CANCEL(ChannelCancelledException.class);

    final Class<? extends ChannelException> reason;

    Finish(Class<? extends ChannelException> reason) {
      this.reason = reason;
    }

    void end(Line<?> line) {
      switch (this) {
        case CLOSE -> line.close();
        case FAIL -> line.fail(new IllegalStateException());
        case CANCEL -> {
          boolean _ = line.receiver().cancel();
        }
      }
    }

    /** Receives nothing but the end, and tells which it was. */
    static Finish of(Receiver<?> receiver) throws InterruptedException {
      try {
        assertNull(receiver.receive());
        return CLOSE;
      } catch (ChannelException e) {
        return of(e);
      }
    }

    static Finish of(ChannelException reason) {
      return Stream.of(values()).filter(end -> end.reason.isInstance(reason)).findFirst()
          .orElseThrow();
    }
  }

  /** The last element and the close race with the receiver's look at the empty channel. */
  @Test
  default void lastElementIsReceivedWhenTheCloseComesAtOnce() {
    Seeds.each(rounds(10), random -> raceWithTheEnd(random, 10_000));
  }

  private void raceWithTheEnd(Random random, int rounds) throws Exception {
    final int batch = 16;
    CyclicBarrier meet = new CyclicBarrier(2);
    Line<Integer>[] lines = newLines(batch);
    Random sends = new Random(random.nextLong());
    Random receives = new Random(random.nextLong());
    AtomicInteger[] counts = Stream.generate(AtomicInteger::new).limit(batch)
        .toArray(AtomicInteger[]::new);
    Running sender = Running.either(random, () -> {
      for (int i = 0; i < rounds; i++) {
        if (i % batch == 0) {
          for (int k = 0; k < batch; k++) {
            lines[k] = make(4);
            counts[k].set(sends.nextInt(4));
          }
          meet.await();
        }
        Line<Integer> line = lines[i % batch];
        int count = counts[i % batch].get();
        Running.pause(sends);
        Sender<Integer> way = line.sender();
        for (int k = 0; k < count; k++) {
          way.send(k);
        }
        if (sends.nextBoolean()) {
          line.close();
        } else {
          assertTrue(line.fail(new IllegalStateException()));
        }
        if (i % batch == batch - 1) {
          meet.await();
        }
      }
    });
    Running receiver = Running.either(random, () -> {
      for (int i = 0; i < rounds; i++) {
        if (i % batch == 0) {
          meet.await();
        }
        Running.pause(receives);
        assertEquals(counts[i % batch].get(), countToTheEnd(lines[i % batch], receives));
        if (i % batch == batch - 1) {
          meet.await();
        }
      }
    });
    try {
      receiver.join();
    } catch (Throwable t) {
      sender.thread().interrupt();
      throw t;
    }
    sender.join();
  }

  private static int countToTheEnd(Line<Integer> line, Random random) throws Exception {
    int next = 0;
    try {
      for (;;) {
        switch (random.nextInt(4)) {
          case 0 -> {
            List<Integer> some = line.receiver().receiveAll(4);
            if (some.isEmpty()) {
              return next;
            }
            assertEquals(range(next, next + some.size()), some);
            next += some.size();
          }
          case 1 -> {
            switch (line.receiver().tryReceive()) {
              case ReceiveResult.Received<Integer>(Integer got) -> assertEquals(next++, got);
              case ReceiveResult.Empty<Integer> _ -> {
              }
              case Ended<Integer> _ -> {
                return next;
              }
            }
          }
          default -> {
            Integer got = line.receiver().receive();
            if (got == null) {
              return next;
            }
            assertEquals(next++, got);
          }
        }
      }
    } catch (ChannelFailedException e) {
      return next;
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Line<Integer>[] newLines(int count) {
    return new Line[count];
  }

  /** The only sender ends, fails, or is interrupted before its first instruction. */
  @Test
  default void receiverSeesTheEndOfASenderThatNeverSent() {
    Seeds.each(rounds(300), random -> {
      Line<Integer> line = make(1);
      Running receiver =
          Running.either(random, () -> assertEquals(Finish.CLOSE, Finish.of(line.receiver())));
      Running.pause(random);
      int how = random.nextInt(3);
      Running sender = Running.either(random, () -> {
        try {
          if (how == 0) {
            return;
          } else if (how == 1) {
            throw new IllegalStateException("before it sent");
          }
          Thread.currentThread().interrupt();
          assertThrows(InterruptedException.class, () -> line.sender().send(1));
        } catch (IllegalStateException e) {
          assertEquals(1, how);
        } finally {
          line.close();
        }
      });
      sender.join();
      receiver.join();
    });
  }

  /** Of all that race to end a channel one wins, and all others see its way. */
  @Test
  default void oneEndWinsTheRace() {
    Seeds.each(rounds(500), random -> {
      Line<Integer> line = make(1);
      Sender<Integer> way = line.sender();
      AtomicInteger won = new AtomicInteger();
      CyclicBarrier start = new CyclicBarrier(3);
      List<Running> enders = Stream.generate(() -> Running.either(random, () -> {
        start.await();
        if (way.fail(new IllegalStateException())) {
          won.incrementAndGet();
        }
      })).limit(3).toList();
      for (Running ender : enders) {
        ender.join();
      }
      assertEquals(1, won.get());
      assertEquals(Finish.FAIL, Finish.of(line.receiver()));
    });
  }
}
