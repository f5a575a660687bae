package dev.runnel.channel;

import static dev.runnel.channel.ChannelCase.drain;
import static dev.runnel.channel.ChannelCase.range;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.ReceiveResult.Received;
import dev.runnel.kit.Await;
import dev.runnel.kit.Running;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every channel promises that keeps elements while nobody receives. */
interface QueueContract extends ChannelCase {

  @Test
  default void deliversWhatWasAcceptedBeforeTheClose() throws Exception {
    Line<Integer> line = make(5);
    assertEquals(5, line.sender().sendAll(range(0, 5)));
    line.close();
    assertEquals(range(0, 5), drain(line.receiver()));
  }

  @Test
  default void deliversWhatWasAcceptedBeforeTheFailure() throws Exception {
    Line<Integer> line = make(5);
    IllegalStateException failure = new IllegalStateException();
    Sender<Integer> way = line.sender();
    assertEquals(5, way.sendAll(range(0, 5)));
    assertTrue(way.fail(failure));
    assertEquals(0, line.receiver().receive());
    assertEquals(new Received<>(1), line.receiver().tryReceive());
    assertEquals(List.of(2, 3), line.receiver().receiveAll(2));
    assertEquals(List.of(4), line.receiver().receiveAll(2));
    ChannelFailedException thrown =
        assertThrows(ChannelFailedException.class, () -> line.receiver().receiveAll(2));
    assertSame(failure, thrown.getCause());
  }

  @Test
  default void cancelGivesWhatIsQueuedToTheHookInOrder() throws Exception {
    List<Integer> discarded = new ArrayList<>();
    Line<Integer> line = make(5, discarded::add);
    Sender<Integer> way = line.sender();
    assertEquals(5, way.sendAll(range(0, 5)));
    assertEquals(0, line.receiver().receive());
    assertTrue(line.receiver().cancel());
    assertEquals(range(1, 5), discarded);
    assertEquals(0, line.receiver().size());
    assertThrows(ChannelCancelledException.class, line.receiver()::receive);
    assertTrue(line.receiver().cancel());
    assertEquals(range(1, 5), discarded, "once each");
    assertThrows(ChannelCancelledException.class, () -> way.send(9));
  }

  @Test
  default void cancelDiscardsAlsoAfterAClose() throws Exception {
    List<Integer> discarded = new ArrayList<>();
    Line<Integer> line = make(5, discarded::add);
    assertEquals(5, line.sender().sendAll(range(0, 5)));
    line.close();
    assertEquals(0, line.receiver().receive());
    assertTrue(line.receiver().cancel());
    assertEquals(range(1, 5), discarded);
    assertThrows(ChannelCancelledException.class, line.receiver()::receive);
  }

  @Test
  default void cancelWithoutAHookDropsWhatIsQueued() {
    Line<Integer> line = make(5);
    assertTrue(line.sender().trySend(1).accepted());
    assertTrue(line.receiver().cancel());
    assertEquals(0, line.receiver().size());
  }

  @Test
  default void hookThatThrowsIsReportedAndStillGetsTheRest() throws Exception {
    List<Integer> discarded = new ArrayList<>();
    IllegalStateException failure = new IllegalStateException();
    Line<Integer> line = make(5, element -> {
      discarded.add(element);
      if (element == 1) {
        throw failure;
      }
    });
    assertEquals(5, line.sender().sendAll(range(0, 5)));
    AtomicReference<Throwable> reported = new AtomicReference<>();
    Running canceller = Running.platform(() -> {
      Thread.currentThread().setUncaughtExceptionHandler((_, thrown) -> reported.set(thrown));
      assertTrue(line.receiver().cancel());
    });
    canceller.join();
    assertEquals(range(0, 5), discarded);
    assertSame(failure, reported.get());
  }

  /** A hook runs outside of every lock, so that it may call the channel, and cancel it again. */
  @Test
  default void hookMayUseTheChannel() throws Exception {
    List<Integer> seen = new ArrayList<>();
    AtomicReference<Line<Integer>> self = new AtomicReference<>();
    self.set(make(3, element -> {
      Line<Integer> line = self.get();
      seen.add(element);
      assertInstanceOf(ReceiveResult.Ended.class, line.receiver().tryReceive());
      line.close();
      boolean _ = line.receiver().cancel();
      assertTrue(line.receiver().size() >= 0);
    }));
    assertEquals(3, self.get().sender().sendAll(range(0, 3)));
    assertTrue(self.get().receiver().cancel());
    assertEquals(range(0, 3), seen);
  }

  /** A hook that cancels is not called within itself, or the stack would not do. */
  @Test
  default void hookMayCancelHoweverMuchIsLeft() throws Exception {
    int count = 100_000;
    List<Integer> seen = new ArrayList<>();
    AtomicReference<Receiver<Integer>> self = new AtomicReference<>();
    Line<Integer> line = make(count, element -> {
      seen.add(element);
      boolean _ = self.get().cancel();
    });
    self.set(line.receiver());
    assertEquals(count, line.sender().sendAll(range(0, count)));
    assertTrue(line.receiver().cancel());
    assertEquals(range(0, count), seen);
  }

  @Test
  default void tellsItsSize() throws Exception {
    Line<Integer> line = make(4);
    Sender<Integer> way = line.sender();
    for (int i = 0; i < 4; i++) {
      assertEquals(i, line.receiver().size());
      way.send(i);
    }
    assertEquals(4, line.receiver().size());
    line.close();
    for (int i = 4; i > 0; i--) {
      assertEquals(i, line.receiver().size());
      assertEquals(4 - i, line.receiver().receive());
    }
    assertEquals(0, line.receiver().size());
  }

  @Test
  default void receiveAllTakesWhatIsThereAndDoesNotWaitForMore() throws Exception {
    Line<Integer> line = make(5);
    assertEquals(5, line.sender().sendAll(range(0, 5)));
    assertEquals(List.of(0), line.receiver().receiveAll(1));
    assertEquals(range(1, 5), line.receiver().receiveAll(Integer.MAX_VALUE));
    assertEquals(0, line.receiver().size());
  }

  /** Also what came after the receiver had looked last. */
  @Test
  default void receiveAllTakesWhatIsThereHoweverItCame() throws Exception {
    Line<Integer> line = make(5);
    Sender<Integer> way = line.sender();
    assertEquals(2, way.sendAll(range(0, 2)));
    assertEquals(0, line.receiver().receive());
    assertEquals(3, way.sendAll(range(2, 5)));
    assertEquals(range(1, 5), line.receiver().receiveAll(5));
  }

  @Test
  default void interruptThatComesTooLateLeavesTheElementReceivedAndTheFlagSet() throws Exception {
    Line<Integer> line = make(5);
    assertEquals(2, line.sender().sendAll(range(0, 2)));
    Thread.currentThread().interrupt();
    assertEquals(new Received<>(0), line.receiver().tryReceive());
    assertTrue(Thread.interrupted());
    assertEquals(1, line.receiver().receive());
    assertFalse(Thread.interrupted());
  }

  @Test
  default void retainsNothingThatWasReceived() throws Exception {
    Line<Object> line = make(4);
    Sender<Object> way = line.sender();
    List<WeakReference<Object>> sent = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      sent.addAll(sendNew(way, 4));
      assertTrue(line.receiver().tryReceive() instanceof Received);
      assertTrue(line.receiver().receive() != null);
      assertEquals(2, line.receiver().receiveAll(2).size());
    }
    awaitCleared(sent);
    Reference.reachabilityFence(line);
    Reference.reachabilityFence(way);
  }

  @Test
  default void retainsNothingThatWasDiscardedOrRefused() throws Exception {
    Line<Object> line = make(4);
    Sender<Object> way = line.sender();
    List<WeakReference<Object>> sent = new ArrayList<>(sendNew(way, 4));
    assertTrue(line.receiver().cancel());
    sent.addAll(refuseNew(way));
    awaitCleared(sent);
    Reference.reachabilityFence(line);
    Reference.reachabilityFence(way);
  }

  private static List<WeakReference<Object>> sendNew(Sender<Object> way, int count)
      throws InterruptedException {
    List<Object> elements = IntStream.range(0, count).mapToObj(_ -> new Object()).toList();
    way.send(elements.get(0));
    assertTrue(way.trySend(elements.get(1)).accepted());
    assertEquals(count - 2, way.sendAll(elements.subList(2, count)));
    return elements.stream().map(WeakReference::new).toList();
  }

  private static List<WeakReference<Object>> refuseNew(Sender<Object> way) {
    List<Object> elements = IntStream.range(0, 3).mapToObj(_ -> new Object()).toList();
    assertFalse(way.trySend(elements.get(0)).accepted());
    assertThrows(ChannelException.class, () -> way.sendAll(elements));
    return elements.stream().map(WeakReference::new).toList();
  }

  static void awaitCleared(List<WeakReference<Object>> references) throws InterruptedException {
    for (WeakReference<Object> reference : references) {
      Await.until(() -> {
        System.gc();
        return reference.get() == null;
      });
    }
  }
}
