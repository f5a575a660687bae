package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Await;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import dev.runnel.kit.TestClock;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the flavours behind a lock promise beyond the contract of all channels. */
@Timeout(60)
class LockedChannelTest {

  @Test
  void servesSendersInOrderOfArrival() throws Exception {
    Channel<Integer> channel = Channel.bounded(1);
    channel.send(0);
    List<Running> senders = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      int element = i;
      senders.add(Running.virtual(() -> channel.send(element)).awaitWaiting());
    }
    for (int i = 0; i <= 20; i++) {
      assertEquals(i, channel.receive());
    }
    for (Running sender : senders) {
      sender.join();
    }
  }

  @Test
  void servesReceiversInOrderOfArrival() throws Exception {
    Channel<Integer> channel = Channel.rendezvous();
    int[] got = new int[10];
    List<Running> receivers = new ArrayList<>();
    for (int i = 0; i < got.length; i++) {
      int at = i;
      receivers.add(Running.virtual(() -> got[at] = channel.receive()).awaitWaiting());
    }
    for (int i = 0; i < got.length; i++) {
      assertTrue(channel.trySend(i).accepted());
    }
    for (Running receiver : receivers) {
      receiver.join();
    }
    assertEquals("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]", Arrays.toString(got));
  }

  @Test
  void rendezvousTakesNothingWithoutAReceiver() throws Exception {
    Channel<Integer> channel = Channel.rendezvous();
    assertInstanceOf(SendResult.Full.class, channel.trySend(1));
    assertInstanceOf(ReceiveResult.Empty.class, channel.tryReceive());
    Running sender = Running.virtual(() -> channel.send(7)).awaitWaiting();
    assertEquals(0, channel.size());
    assertEquals(7, channel.receive());
    sender.join();
  }

  @Test
  void unboundedNeverLetsASenderWait() throws Exception {
    Channel<Integer> channel = Channel.unbounded();
    List<Integer> elements = IntStream.range(0, 10_000).boxed().toList();
    assertEquals(10_000, channel.sendAll(elements));
    assertEquals(Integer.MAX_VALUE, channel.capacity());
    assertEquals(elements, channel.receiveAll(20_000));
  }

  @Test
  void dropsByThePolicyAndTellsTheHook() {
    assertEquals("[1, 2, 3] drop [4, 5]", after(Overflow.DROP_NEWEST));
    assertEquals("[3, 4, 5] drop [1, 2]", after(Overflow.DROP_OLDEST));
    assertEquals("[4, 5] drop [1, 2, 3]", after(Overflow.KEEP_LATEST));
  }

  private static String after(Overflow policy) {
    List<Integer> dropped = new ArrayList<>();
    Channel<Integer> channel = Channel.bounded(3, policy, dropped::add);
    for (int i = 1; i <= 5; i++) {
      assertTrue(channel.trySend(i).accepted());
    }
    List<Integer> left = new ArrayList<>();
    channel.close();
    channel.forEach(left::add);
    return left + " drop " + dropped;
  }

  @Test
  void waitsAsAPolicyLikeTheBoundedOne() throws Exception {
    Channel<Integer> channel = Channel.bounded(1, Overflow.WAIT);
    channel.send(1);
    Running second = Running.virtual(() -> channel.send(2)).awaitWaiting();
    assertEquals(1, channel.receive());
    second.join();
    assertEquals(2, channel.receive());
  }

  @Test
  void failsWhenItOverflowsIfToldSo() throws Exception {
    Channel<Integer> channel = Channel.bounded(1, Overflow.FAIL);
    channel.send(1);
    var thrown = assertThrows(ChannelFailedException.class, () -> channel.send(2));
    assertInstanceOf(ChannelOverflowException.class, thrown.getCause());
    assertEquals(List.of(2), thrown.refused());
    assertEquals(1, channel.receive());
    assertThrows(ChannelFailedException.class, channel::receive);
  }

  @Test
  void discardsOutsideTheLockAndGoesOnWhenTheHookThrows() throws Exception {
    List<Integer> discarded = new ArrayList<>();
    List<Throwable> reported = Collections.synchronizedList(new ArrayList<>());
    var self = new AtomicReference<Channel<Integer>>();
    Channel<Integer> channel = Channel.bounded(3, element -> {
      try {
        Running.virtual(() -> assertEquals(0, self.get().size())).join(); // the lock is free
      } catch (Exception e) {
        throw new AssertionError(e);
      }
      discarded.add(element);
      throw new IllegalStateException("hook " + element);
    });
    self.set(channel);
    assertEquals(3, channel.sendAll(List.of(1, 2, 3)));
    Thread canceller = Thread.ofVirtual()
        .uncaughtExceptionHandler((_, t) -> reported.add(t))
        .start(() -> assertTrue(channel.cancel()));
    canceller.join();
    assertEquals(List.of(1, 2, 3), discarded);
    assertEquals("[hook 1, hook 2, hook 3]",
        reported.stream().map(Throwable::getMessage).toList().toString());
    assertThrows(ChannelCancelledException.class, channel::receive);
  }

  @Test
  void givesUpEachSenderThatWaitsWhenItEnds() throws Exception {
    for (String how : List.of("close", "fail", "cancel")) {
      Channel<Integer> channel = Channel.bounded(1);
      channel.send(0);
      var failure = new IllegalStateException("x");
      Running sender = Running.virtual(() -> {
        var thrown = assertThrows(ChannelException.class, () -> channel.sendAll(List.of(1, 2)));
        assertEquals(List.of(1, 2), thrown.refused());
        assertEquals(how.equals("fail") ? failure : null, thrown.getCause());
      }).awaitWaiting();
      switch (how) {
        case "close" -> channel.close();
        case "fail" -> assertTrue(channel.fail(failure));
        default -> assertTrue(channel.cancel());
      }
      sender.join();
      assertFalse(channel.fail(failure));
    }
  }

  @Test
  void failsAfreshForEachReceiverAfterWhatWasAccepted() throws Exception {
    Channel<Integer> channel = Channel.unbounded();
    channel.send(1);
    var failure = new IllegalStateException("x");
    assertTrue(channel.fail(failure));
    assertEquals(1, channel.receive());
    var first = assertThrows(ChannelFailedException.class, channel::receive);
    var second = assertThrows(ChannelFailedException.class, channel::receive);
    assertTrue(first != second);
    assertSame(failure, first.getCause());
    assertSame(failure, second.getCause());
  }

  @Test
  void countsWhatABulkSendHadMovedBeforeAnInterrupt() throws Exception {
    Channel<Integer> channel = Channel.bounded(2);
    Running sender = Running.virtual(() -> {
      assertEquals(2, channel.sendAll(List.of(1, 2, 3, 4)));
      assertTrue(Thread.interrupted());
    }).awaitWaiting();
    sender.thread().interrupt();
    sender.join();
    assertEquals(List.of(1, 2), channel.receiveAll(9));
    assertInstanceOf(ReceiveResult.Empty.class, channel.tryReceive());
  }

  @Test
  void expiresByTheClockAndLeavesNothingBehind() throws Exception {
    TestClock clock = TestClock.still();
    Channel<Object> channel = Channel.rendezvous();
    var element = new Object[] {new Object()};
    var weak = new WeakReference<>(element[0]);
    Running sender = Running.virtual(() -> clock.during(() -> assertInstanceOf(
        SendResult.Full.class, channel.send(element[0], Duration.ofSeconds(5)))));
    clock.awaitWaiting(1);
    clock.advance(Duration.ofSeconds(5));
    sender.join();
    element[0] = null;
    Await.until(() -> {
      System.gc();
      return weak.get() == null;
    });
    assertEquals(0, clock.waiting());
    assertInstanceOf(ReceiveResult.Empty.class, channel.tryReceive());
  }

  @Test
  void doesNotWaitForATimeThatIsNotPositive() throws Exception {
    Channel<Integer> channel = Channel.rendezvous();
    assertInstanceOf(SendResult.Full.class, channel.send(1, Duration.ZERO));
    assertInstanceOf(ReceiveResult.Empty.class, channel.receive(Duration.ofSeconds(-1)));
  }

  /** Their carriers are all taken, and whoever heads the queue for the lock may need one. */
  @Test
  void endsBesideVirtualThreadsThatNeverWait() throws Exception {
    Channel<Integer> channel = Channel.unbounded();
    AtomicInteger sent = new AtomicInteger();
    List<Running> senders = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      senders.add(Running.virtual(() -> assertThrows(ChannelClosedException.class, () -> {
        for (;;) {
          channel.send(1);
          sent.incrementAndGet();
        }
      })));
    }
    Await.until(() -> sent.get() > 1000);
    channel.close();
    for (Running sender : senders) {
      sender.join();
    }
    assertEquals(sent.get(), channel.size());
  }

  @Test
  void losesNothingToInterrupts() {
    Seeds.each(200, random -> {
      Channel<Integer> channel = switch (random.nextInt(3)) {
        case 0 -> Channel.rendezvous();
        case 1 -> Channel.unbounded();
        default -> Channel.bounded(1 + random.nextInt(3));
      };
      AtomicInteger sent = new AtomicInteger();
      AtomicInteger received = new AtomicInteger();
      List<Running> senders = new ArrayList<>();
      List<Running> receivers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        senders.add(Running.virtual(() -> {
          for (int n = 0; n < 30;) {
            try {
              channel.send(n);
              n++;
              sent.incrementAndGet();
            } catch (InterruptedException ignored) {
              // it was not sent: again
            }
          }
        }));
        receivers.add(Running.virtual(() -> {
          for (;;) {
            try {
              if (channel.receive() == null) {
                return;
              }
              received.incrementAndGet();
            } catch (InterruptedException ignored) {
              // nothing was taken: again
            }
          }
        }));
      }
      for (int i = 0; i < 40; i++) {
        (random.nextBoolean() ? senders : receivers).get(random.nextInt(3)).thread().interrupt();
        Running.pause(random);
      }
      for (Running sender : senders) {
        sender.join();
      }
      channel.close();
      for (Running receiver : receivers) {
        receiver.join();
      }
      assertEquals(90, sent.get());
      assertEquals(90, received.get());
      assertNull(channel.receive());
    });
  }
}
