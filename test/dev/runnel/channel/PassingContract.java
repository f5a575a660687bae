package dev.runnel.channel;

import static dev.runnel.channel.ChannelCase.drain;
import static dev.runnel.channel.ChannelCase.range;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.ReceiveResult.Empty;
import dev.runnel.channel.ReceiveResult.Ended;
import dev.runnel.channel.ReceiveResult.Received;
import dev.runnel.kit.Running;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What passes through every channel, between one thread that sends and one that receives. */
interface PassingContract extends ChannelCase {

  @Test
  default void passesWhatIsSentInOrder() throws Exception {
    Line<Integer> line = roomy(3, 1_000);
    Running sender = Running.virtual(() -> {
      Sender<Integer> way = line.sender();
      for (int i = 0; i < 1_000; i++) {
        switch (i % 3) {
          case 0 -> way.send(i);
          case 1 -> assertTrue(way.send(i, Duration.ofDays(1)).accepted());
          default -> assertEquals(1, way.sendAll(List.of(i)));
        }
      }
      line.close();
    });
    assertEquals(range(0, 1_000), drain(line.receiver()));
    assertNull(line.receiver().receive());
    sender.join();
  }

  @Test
  default void passesInBulkInOrder() throws Exception {
    Line<Integer> line = roomy(5, 1_000);
    Running sender = Running.virtual(() -> {
      Sender<Integer> way = line.sender();
      assertEquals(0, way.sendAll(List.of()));
      for (int from = 0; from < 1_000; from += 20) {
        assertEquals(20, way.sendAll(range(from, from + 20)));
      }
      line.close();
    });
    List<Integer> got = new ArrayList<>();
    for (int max = 1;; max = max % 7 + 1) {
      List<Integer> some = line.receiver().receiveAll(max);
      if (some.isEmpty()) {
        break;
      }
      assertTrue(some.size() <= max, "at most " + max + ": " + some);
      assertThrows(UnsupportedOperationException.class, () -> some.add(0));
      got.addAll(some);
    }
    assertEquals(range(0, 1_000), got);
    assertEquals(List.of(), line.receiver().receiveAll(1));
    sender.join();
  }

  @Test
  default void passesValuesThatAreOddAsTheyAre() throws Exception {
    Object throwsWhenCompared = new Object() {
      @Override
      public boolean equals(Object other) {
        throw new IllegalStateException();
      }

      @Override
      public int hashCode() {
        throw new IllegalStateException();
      }

      @Override
      public String toString() {
        throw new IllegalStateException();
      }
    };
    Object[] odd = {
        0, "", Optional.empty(), false, new Object[0], throwsWhenCompared, Thread.currentThread(),
        new Received<>(1), new Empty<>(), new ChannelClosedException(List.of()), Void.class};
    Line<Object> line = roomy(2, 2 * odd.length);
    Running sender = Running.virtual(() -> {
      Sender<Object> way = line.sender();
      for (Object element : odd) {
        way.send(element);
      }
      assertEquals(odd.length, way.sendAll(Arrays.asList(odd)));
      line.close();
    });
    for (int round = 0; round < 2; round++) {
      for (Object element : odd) {
        assertSame(element, line.receiver().receive());
      }
    }
    assertNull(line.receiver().receive());
    sender.join();
  }

  @Test
  default void receiverWaitsForAnElement() throws Exception {
    Line<String> line = make(1);
    Receiver<String> receiver = line.receiver();
    Running waiting = Running.virtual(() -> {
      assertEquals("a", receiver.receive());
      receiver.release();
    }).awaitWaiting();
    line.sender().send("a");
    waiting.join();
    waiting = Running.virtual(() -> {
      assertEquals(new Received<>("b"), receiver.receive(Duration.ofDays(1)));
      receiver.release();
    }).awaitWaiting();
    line.sender().send("b");
    waiting.join();
    waiting = Running.virtual(() -> {
      assertEquals(List.of("c"), receiver.receiveAll(10));
      receiver.release();
    }).awaitWaiting();
    line.sender().send("c");
    waiting.join();
    waiting = Running.virtual(() -> assertEquals("d", receiver.iterator().next())).awaitWaiting();
    assertTrue(line.sender().trySend("d").accepted());
    waiting.join();
  }

  @Test
  default void tryReceiveNeverWaits() throws Exception {
    Line<String> line = make(1);
    assertEquals(new Empty<>(), line.receiver().tryReceive());
    assertEquals(new Empty<>(), line.receiver().receive(Duration.ZERO));
    assertEquals(new Empty<>(), line.receiver().receive(Duration.ofSeconds(-1)));
    line.close();
    Ended<?> end = assertInstanceOf(Ended.class, line.receiver().tryReceive());
    assertInstanceOf(ChannelClosedException.class, end.reason());
  }

  @Test
  default void refusesNull() throws Exception {
    Line<String> line = make(2);
    Sender<String> way = line.sender();
    Duration none = null;
    for (int i = 0; i < 2; i++) {
      assertThrows(NullPointerException.class, () -> way.send(null));
      assertThrows(NullPointerException.class, () -> way.trySend(null));
      assertThrows(NullPointerException.class, () -> way.send(null, Duration.ofDays(1)));
      assertThrows(NullPointerException.class, () -> way.send("a", none));
      assertThrows(NullPointerException.class, () -> way.sendAll(null));
      assertThrows(NullPointerException.class, () -> way.sendAll(Arrays.asList("a", null)));
      assertThrows(NullPointerException.class, () -> way.fail(null));
      assertThrows(NullPointerException.class, () -> line.receiver().receive(none));
      assertThrows(IllegalArgumentException.class, () -> line.receiver().receiveAll(0));
      assertThrows(IllegalArgumentException.class, () -> line.receiver().receiveAll(-1));
      line.close(); // and all the same afterwards
    }
    assertNull(line.receiver().receive(), "nothing was sent");
  }

  @Test
  default void iteratesUntilTheChannelIsClosed() throws Exception {
    Line<Integer> line = roomy(2, 100);
    Running sender = Running.virtual(() -> {
      assertEquals(100, line.sender().sendAll(range(0, 100)));
      line.close();
    });
    List<Integer> got = new ArrayList<>();
    for (int element : line.receiver()) {
      got.add(element);
    }
    assertEquals(range(0, 100), got);
    Iterator<Integer> ended = line.receiver().iterator();
    assertFalse(ended.hasNext());
    assertThrows(NoSuchElementException.class, ended::next);
    sender.join();
  }

  @Test
  default void iteratorTakesNoMoreThanItTellsOf() throws Exception {
    Line<Integer> line = roomy(3, 3);
    Running sender = Running.virtual(() -> {
      assertEquals(3, line.sender().sendAll(range(0, 3)));
      line.close();
    });
    Iterator<Integer> iterator = line.receiver().iterator();
    assertTrue(iterator.hasNext());
    assertTrue(iterator.hasNext());
    assertEquals(0, iterator.next());
    assertEquals(1, line.receiver().receive());
    assertEquals(2, iterator.next());
    assertFalse(iterator.hasNext());
    sender.join();
  }

  @Test
  default void iteratorThrowsTheFailureAfterTheElements() throws Exception {
    Line<Integer> line = roomy(2, 2);
    IllegalStateException failure = new IllegalStateException();
    Running sender = Running.virtual(() -> {
      assertEquals(2, line.sender().sendAll(range(0, 2)));
      assertTrue(line.fail(failure));
    });
    Iterator<Integer> iterator = line.receiver().iterator();
    assertEquals(0, iterator.next());
    assertEquals(1, iterator.next());
    ChannelFailedException thrown = assertThrows(ChannelFailedException.class, iterator::hasNext);
    assertSame(failure, thrown.getCause());
    sender.join();
  }

  @Test
  default void iteratorThrowsWhenTheChannelIsCancelled() {
    Line<Integer> line = make(2);
    assertTrue(line.receiver().cancel());
    Iterator<Integer> iterator = line.receiver().iterator();
    assertThrows(ChannelCancelledException.class, iterator::hasNext);
    assertThrows(ChannelCancelledException.class, iterator::next);
  }

  @Test
  default void interruptedIterationThrowsWithTheFlagSetAndTakesNothing() throws Exception {
    Line<Integer> line = make(2);
    CountDownLatch thrown = new CountDownLatch(1);
    Running waiting = Running.virtual(() -> {
      Iterator<Integer> iterator = line.receiver().iterator();
      assertThrows(CancellationException.class, iterator::hasNext);
      thrown.countDown();
      assertTrue(Thread.interrupted());
      assertEquals(7, iterator.next());
    }).awaitWaiting();
    waiting.thread().interrupt();
    thrown.await();
    line.sender().send(7);
    waiting.join();
  }
}
