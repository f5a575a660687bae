package dev.runnel.channel;

import static dev.runnel.channel.ChannelCase.drain;
import static dev.runnel.channel.ChannelCase.fill;
import static dev.runnel.channel.ChannelCase.range;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.EndingContract.Finish;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class FanInChannelTest extends ChannelContract
    implements QueueContract, RoomContract, OwnedEndsContract, HandOverContract {

  @Override
  public <T> Line<T> make(int capacity, Consumer<? super T> hook) {
    return Line.of(Channel.manyToOne(capacity, hook));
  }

  @Override
  public int mostSenders() {
    return 6;
  }

  @Override
  public int mostReceivers() {
    return 1;
  }

  @Test
  void eachSenderHasItsOwnRoom() throws Exception {
    FanIn<Integer> fanIn = Channel.manyToOne(3);
    Sender<Integer> one = fanIn.sender();
    Sender<Integer> other = fanIn.sender();
    assertEquals(3, fill(one));
    assertEquals(3, fill(other));
    assertEquals(3, fanIn.capacity());
    assertEquals(6, fanIn.size());
    fanIn.close();
    List<Integer> all = drain(fanIn);
    all.sort(null);
    assertEquals(List.of(0, 0, 1, 1, 2, 2), all);
  }

  @Test
  void closingASenderEndsItsOwnWayOnly() throws Exception {
    FanIn<Integer> fanIn = Channel.manyToOne(3);
    Sender<Integer> one = fanIn.sender();
    Sender<Integer> other = fanIn.sender();
    one.send(1);
    one.close();
    assertTrue(one.isClosed());
    assertFalse(other.isClosed());
    assertThrows(ChannelClosedException.class, () -> one.send(2));
    assertEquals(1, fanIn.receive());
    assertEquals(new ReceiveResult.Empty<>(), fanIn.tryReceive());
    fanIn.release();
    Running receiver = Running.virtual(() -> {
      assertEquals(3, fanIn.receive());
      assertNull(fanIn.receive());
    }).awaitWaiting();
    other.send(3);
    fanIn.close();
    receiver.join();
    assertTrue(other.isClosed());
  }

  @Test
  void failureOfOneSenderFailsTheWholeAfterWhatWasAccepted() throws Exception {
    FanIn<Integer> fanIn = Channel.manyToOne(3);
    Sender<Integer> one = fanIn.sender();
    Sender<Integer> other = fanIn.sender();
    other.send(1);
    IllegalStateException failure = new IllegalStateException();
    assertTrue(one.fail(failure));
    assertFalse(other.fail(new IllegalArgumentException()));
    ChannelFailedException refused =
        assertThrows(ChannelFailedException.class, () -> other.send(2));
    assertSame(failure, refused.getCause());
    assertEquals(1, fanIn.receive());
    ChannelFailedException end = assertThrows(ChannelFailedException.class, fanIn::receive);
    assertSame(failure, end.getCause());
  }

  @Test
  void endedFanInTakesNoNewSender() {
    for (Finish how : Finish.values()) {
      FanIn<Integer> fanIn = Channel.manyToOne(3);
      how.end(Line.of(fanIn));
      assertThrows(how.reason, fanIn::sender);
    }
  }

  /** The end is told when no sender can be on its way in any more, so nothing comes behind it. */
  @Test
  void senderThatIsAddedWhileItClosesIsReceivedOrRefused() {
    Seeds.each(20_000, random -> {
      FanIn<Integer> fanIn = Channel.manyToOne(1);
      AtomicInteger accepted = new AtomicInteger();
      Running adding = Running.either(random, () -> {
        try {
          if (fanIn.sender().trySend(1).accepted()) {
            accepted.incrementAndGet();
          }
        } catch (ChannelClosedException e) {
          // it came too late
        }
      });
      Running closing = Running.either(random, fanIn::close);
      int received = drain(fanIn).size();
      adding.join();
      closing.join();
      assertEquals(accepted.get(), received);
    });
  }

  /** One sender is always ready, and so are 99 others: each has its turn within a round. */
  @Test
  void receiverServesSendersInTurn() throws Exception {
    int senders = 100;
    int room = 1_000;
    FanIn<Integer> fanIn = Channel.manyToOne(room);
    for (int i = 0; i < senders; i++) {
      Sender<Integer> way = fanIn.sender();
      for (int k = 0; k < room; k++) {
        way.send(i);
      }
      way.release();
    }
    Set<Integer> served = new HashSet<>();
    for (int taken = 0; taken < senders * room / 4; taken++) {
      served.add(fanIn.receive());
    }
    assertEquals(new HashSet<>(range(0, senders)), served);
  }

  @Test
  void passesWhatManySendersSend() throws Exception {
    FanIn<Integer> fanIn = Channel.manyToOne(2);
    List<Running> senders = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      int number = i;
      Sender<Integer> way = fanIn.sender();
      senders.add(Running.virtual(() -> {
        try (way) {
          for (int k = 0; k < 200; k++) {
            way.send(number * 1_000 + k);
          }
        }
      }));
    }
    int[] next = new int[64];
    for (int i = 0; i < 64 * 200; i++) {
      int got = fanIn.receive();
      assertEquals(next[got / 1_000]++, got % 1_000);
    }
    for (Running sender : senders) {
      sender.join();
    }
    fanIn.close();
    assertNull(fanIn.receive());
  }

  @Test
  void sendersThatAreDoneLeaveNothingBehind() throws Exception {
    FanIn<Integer> fanIn = Channel.manyToOne(8);
    MemoryContract.assertFlat(Line.of(fanIn), () -> {
      for (int i = 0; i < 20_000; i++) {
        try (Sender<Integer> way = fanIn.sender()) {
          if (i % 2 == 0) {
            way.send(i);
          }
        }
        assertEquals(i % 2 == 0 ? new ReceiveResult.Received<>(i) : new ReceiveResult.Empty<>(),
            fanIn.tryReceive());
      }
      return null;
    });
  }

  @Test
  void refusesACapacityBelow1() {
    assertThrows(IllegalArgumentException.class, () -> Channel.manyToOne(0));
    Consumer<Object> none = null;
    assertThrows(NullPointerException.class, () -> Channel.manyToOne(1, none));
  }

  @Test
  void keepsNothingOfCallsAfterACancel() throws Exception {
    FanInChannel<Integer> fanIn = new FanInChannel<>(1, null);
    Sender<Integer> sender = fanIn.sender();
    sender.send(1);
    assertTrue(fanIn.cancel());
    long rings = count(fanIn);
    for (int i = 0; i < 1_000; i++) {
      assertThrows(ChannelCancelledException.class, fanIn::receive);
      assertTrue(fanIn.cancel());
      fanIn.close();
    }
    assertEquals(rings, count(fanIn));
  }

  private static long count(FanInChannel<?> fanIn) {
    long rings = 0;
    for (Object _ : fanIn.rings()) {
      rings++;
    }
    return rings;
  }
}
