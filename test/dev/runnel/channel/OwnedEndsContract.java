package dev.runnel.channel;

import static dev.runnel.channel.ChannelCase.drain;
import static dev.runnel.channel.ChannelCase.range;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.EndingContract.Finish;
import dev.runnel.channel.ReceiveResult.Received;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What every channel promises whose ends belong each to the first thread that uses it. */
interface OwnedEndsContract extends ChannelCase {

  private static List<Callable<?>> sends(Sender<Integer> way) {
    return List.of(
        () -> {
          way.send(-1);
          return null;
        },
        () -> way.trySend(-1),
        () -> way.send(-1, Duration.ZERO),
        () -> way.send(-1, Duration.ofDays(1)),
        () -> way.sendAll(List.of(-1, -2)));
  }

  private static List<Callable<?>> receives(Receiver<Integer> receiver) {
    return List.of(
        receiver::receive,
        receiver::tryReceive,
        () -> receiver.receive(Duration.ZERO),
        () -> receiver.receive(Duration.ofDays(1)),
        () -> receiver.receiveAll(2),
        () -> receiver.iterator().hasNext());
  }

  private static void assertMisuse(List<Callable<?>> calls) throws Exception {
    for (Callable<?> call : calls) {
      IllegalStateException thrown = assertThrows(IllegalStateException.class, call::call);
      assertTrue(thrown.getMessage().contains("release"), thrown.getMessage());
    }
  }

  @Test
  default void secondSendingThreadIsToldAndTouchesNothing() throws Exception {
    Line<Integer> line = make(4);
    Sender<Integer> way = line.sender();
    way.send(0);
    Running.virtual(() -> {
      assertMisuse(sends(way));
      way.release(); // not its own, so that it does nothing
      assertMisuse(sends(way));
    }).join();
    way.send(1);
    line.close();
    assertEquals(range(0, 2), drain(line.receiver()));
  }

  @Test
  default void secondReceivingThreadIsToldAndTouchesNothing() throws Exception {
    Line<Integer> line = make(4);
    assertEquals(3, line.sender().sendAll(range(0, 3)));
    assertEquals(0, line.receiver().receive());
    Running.platform(() -> {
      assertMisuse(receives(line.receiver()));
      line.receiver().release(); // not its own, so that it does nothing
      assertMisuse(receives(line.receiver()));
    }).join();
    assertEquals(List.of(1, 2), line.receiver().receiveAll(4));
  }

  @Test
  default void releaseHandsTheEndsOver() throws Exception {
    Line<Integer> line = make(4);
    Sender<Integer> way = line.sender();
    List<Integer> got = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      int number = i;
      Running.virtual(() -> {
        way.send(number);
        way.release();
      }).join();
      Running.virtual(() -> {
        got.add(line.receiver().receive());
        line.receiver().release();
      }).join();
    }
    assertEquals(range(0, 10), got);
  }

  @Test
  default void endedChannelTellsTheEndBeforeItLooksAtTheThread() throws Exception {
    for (Finish how : Finish.values()) {
      Line<Integer> line = make(4);
      Sender<Integer> way = line.sender();
      way.send(0);
      assertEquals(0, line.receiver().receive());
      how.end(line);
      Running.virtual(() -> {
        assertThrows(how.reason, () -> way.send(1));
        assertTrue(way.trySend(1) instanceof SendResult.Refused);
        assertTrue(way.send(1, Duration.ofDays(1)) instanceof SendResult.Refused);
        assertThrows(how.reason, () -> way.sendAll(List.of(1)));
        if (how == Finish.CANCEL) {
          assertEquals(how, Finish.of(line.receiver()));
          assertTrue(line.receiver().tryReceive() instanceof ReceiveResult.Ended);
        }
      }).join();
    }
  }

  @Test
  default void cancelLeavesTheRestToTheReceivingThreadThatIsAlive() throws Exception {
    for (boolean byRelease : new boolean[] {true, false}) {
      ConcurrentLinkedQueue<Thread> discarders = new ConcurrentLinkedQueue<>();
      Line<Integer> line = make(4, _ -> discarders.add(Thread.currentThread()));
      assertEquals(4, line.sender().sendAll(range(0, 4)));
      CountDownLatch bound = new CountDownLatch(1);
      CountDownLatch cancelled = new CountDownLatch(1);
      Running receiver = Running.virtual(() -> {
        assertEquals(0, line.receiver().receive());
        bound.countDown();
        cancelled.await();
        if (byRelease) {
          line.receiver().release();
        } else {
          assertThrows(ChannelCancelledException.class, line.receiver()::receive);
        }
      });
      bound.await();
      assertFalse(line.receiver().cancel());
      assertFalse(line.receiver().cancel());
      assertEquals(0, discarders.size());
      cancelled.countDown();
      receiver.join();
      assertEquals(3, discarders.size());
      assertEquals(Set.of(receiver.thread()), Set.copyOf(discarders));
      assertTrue(line.receiver().cancel());
      assertEquals(3, discarders.size());
    }
  }

  /** Who has discarded may live on: the next that cancels is told that nothing is left. */
  @Test
  default void cancelReturnsTrueOnceAnyThreadHasDiscarded() throws Exception {
    Line<Integer> received = make(4);
    assertEquals(4, received.sender().sendAll(range(0, 4)));
    Line<Integer> cancelled = make(4);
    CyclicBarrier step = new CyclicBarrier(2);
    Running other = Running.virtual(() -> {
      assertEquals(0, received.receiver().receive());
      assertTrue(cancelled.receiver().cancel());
      step.await();
      step.await();
      assertThrows(ChannelCancelledException.class, received.receiver()::receive);
      step.await();
      step.await();
    });
    step.await();
    assertTrue(cancelled.receiver().cancel());
    assertFalse(received.receiver().cancel());
    step.await();
    step.await();
    assertTrue(received.receiver().cancel());
    step.await();
    other.join();
  }

  @Test
  default void cancelFinishesForAReceivingThreadThatHasDied() throws Exception {
    List<Integer> discarded = new ArrayList<>();
    Line<Integer> line = make(4, discarded::add);
    assertEquals(4, line.sender().sendAll(range(0, 4)));
    Running.virtual(() -> assertEquals(0, line.receiver().receive())).join();
    assertTrue(line.receiver().cancel());
    assertEquals(range(1, 4), discarded);
  }

  /** Threads that break the rule at full speed are told or not, and nothing is lost or doubled. */
  @Test
  default void misuseCorruptsNothing() {
    Seeds.each(200, random -> {
      Line<Integer> line = make(3);
      Sender<Integer> way = line.sender();
      AtomicInteger sent = new AtomicInteger();
      AtomicInteger numbers = new AtomicInteger();
      ConcurrentLinkedQueue<Integer> got = new ConcurrentLinkedQueue<>();
      CyclicBarrier start = new CyclicBarrier(4);
      List<Running> all = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        all.add(Running.either(random, () -> {
          start.await();
          for (int k = 0; k < 50; k++) {
            try {
              if (way.trySend(numbers.getAndIncrement()).accepted()) {
                sent.incrementAndGet();
              }
              way.release();
            } catch (IllegalStateException e) {
              // the other thread has the end now
            }
          }
        }));
        all.add(Running.either(random, () -> {
          start.await();
          for (int k = 0; k < 50; k++) {
            try {
              if (line.receiver().tryReceive() instanceof Received<Integer>(Integer element)) {
                got.add(element);
              }
              line.receiver().release();
            } catch (IllegalStateException e) {
              // the other thread has the end now
            }
          }
        }));
      }
      for (Running one : all) {
        one.join();
      }
      line.close();
      got.addAll(drain(line.receiver()));
      assertEquals(sent.get(), got.size());
      assertEquals(sent.get(), new TreeSet<>(got).size());
    });
  }

  /** A cancel that returns true has discarded also what a send under way has just put in. */
  @Test
  default void cancelThatReturnsTrueHasAccountedForAll() {
    Seeds.each(2_000, random -> {
      AtomicInteger discarded = new AtomicInteger();
      AtomicInteger accepted = new AtomicInteger();
      Line<Integer> line = make(4, _ -> discarded.incrementAndGet());
      Sender<Integer> way = line.sender();
      Running sender = Running.either(random, () -> {
        if (way.trySend(1).accepted()) {
          accepted.incrementAndGet();
        }
      });
      Running.pause(random);
      assertTrue(line.receiver().cancel());
      sender.join();
      assertEquals(accepted.get(), discarded.get());
    });
  }
}
