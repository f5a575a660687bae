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
import dev.runnel.kit.TestClock;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SelectTest {
  private final Channel<Integer> numbers = Channel.bounded(4);
  private final Channel<String> words = Channel.bounded(4);

  @Test
  void servesWhateverComesFirst() throws Exception {
    List<String> log = new ArrayList<>();
    // @start region=example
    Channel<String> orders = Channel.bounded(16);
    Channel<String> returns = Channel.bounded(16);
    Select<String> next = Select.<String>create()
        .receive(orders, order -> "deliver " + order)
        .receive(returns, item -> "take back " + item);

    Thread desk = Thread.startVirtualThread(() -> {
      try {
        for (;;) {
          log.add(next.await()); // waits for the first of both
        }
      } catch (ChannelClosedException | InterruptedException e) {
        log.add("done"); // both were closed, and nothing is left
      }
    });
    returns.send("tea");
    orders.send("milk");
    orders.close();
    returns.close();
    desk.join();
    // @end
    assertEquals("done", log.removeLast());
    log.sort(null);
    assertEquals(List.of("deliver milk", "take back tea"), log);
  }

  @Test
  void takesOneElementOfOneChannel() throws Exception {
    Channel<String> orders = Channel.bounded(16);
    Channel<String> returns = Channel.bounded(16);
    returns.send("tea");
    // @start region=next
    Select<String> next = Select.<String>create()
        .receive(orders, order -> "deliver " + order)
        .receive(returns, item -> "take back " + item);
    String task = next.await(); // one element of one channel; fair between them
    // @end
    assertEquals("take back tea", task);
  }

  private Select<String> either() {
    return Select.<String>create()
        .receive(numbers, n -> "number " + n)
        .receive(words, w -> "word " + w);
  }

  @Test
  void doesOneClauseAndNoneOfTheOthers() throws Exception {
    numbers.send(1);
    words.send("a");
    String first = either().await();
    assertTrue(List.of("number 1", "word a").contains(first), first);
    assertEquals(1, numbers.size() + words.size());
    assertEquals(first.equals("word a") ? "number 1" : "word a", either().await());
  }

  @Test
  void waitsForAnElement() throws Exception {
    var got = new AtomicReference<String>();
    Running waiting = Running.virtual(() -> got.set(either().await())).awaitWaiting();
    words.send("late");
    waiting.join();
    assertEquals("word late", got.get());
    assertEquals(0, words.size());
  }

  @Test
  void waitsForRoom() throws Exception {
    Channel<Integer> full = Channel.bounded(1);
    full.send(1);
    var select = Select.<String>create().send(full, () -> 2, () -> "sent").receive(words, w -> w);
    assertEquals(Optional.empty(), select.tryNow());
    Running waiting = Running.virtual(() -> assertEquals("sent", select.await())).awaitWaiting();
    assertEquals(1, full.receive());
    waiting.join();
    assertEquals(2, full.receive());
  }

  @Test
  void servesEachReadyClauseWithinOneRound() throws Exception {
    int clauses = 7;
    Select<Integer> select = Select.create();
    for (int i = 0; i < clauses; i++) {
      int number = i;
      Channel<Integer> ready = Channel.unbounded();
      for (int n = 0; n < 1000; n++) {
        ready.send(n);
      }
      select.receive(ready, _ -> number);
    }
    Map<Integer, Integer> seen = new HashMap<>();
    for (int n = 0; n < 100 * clauses; n++) {
      int chosen = select.await();
      Integer before = seen.put(chosen, n);
      assertTrue(n < clauses || n - before <= clauses, "clause " + chosen + " starved at " + n);
    }
    assertEquals(clauses, seen.size());
  }

  @Test
  void servesARareChannelBesideABusyOne() throws Exception {
    Channel<Integer> busy = Channel.rendezvous();
    Channel<Integer> rare = Channel.rendezvous();
    Running flood = Running.virtual(() -> {
      while (!busy.isClosed()) {
        var _ = busy.send(1, Duration.ofDays(1));
      }
    });
    Select<Boolean> select = Select.<Boolean>create()
        .receive(busy, _ -> false)
        .receive(rare, _ -> true);
    for (int i = 0; i < 100; i++) {
      Running once = Running.virtual(() -> rare.send(1)).awaitWaiting();
      boolean first = select.await();
      assertTrue(first || select.await(), "served within two");
      once.join();
    }
    busy.close();
    flood.join();
  }

  @Test
  void prefersTheFirstIfToldSo() throws Exception {
    for (int i = 0; i < 4; i++) {
      numbers.send(i);
      words.send("w" + i);
    }
    Select<String> select = either().inOrder();
    for (int i = 0; i < 4; i++) {
      assertEquals("number " + i, select.await());
    }
    assertEquals("word w0", select.await());
  }

  @Test
  void endsWithoutAChoiceWhenTheTimeIsOver() throws Exception {
    TestClock clock = TestClock.still();
    Running waiting = Running.virtual(() -> assertEquals(
        Optional.empty(), clock.during(() -> either().await(Duration.ofSeconds(3)))));
    clock.awaitWaiting(1);
    clock.advance(Duration.ofSeconds(3));
    waiting.join();
    assertEquals(0, clock.waiting());
    numbers.send(1);
    words.send("a");
    assertEquals(2, numbers.size() + words.size(), "nobody waits any more");
  }

  @Test
  void doesNotWaitForATimeThatIsNotPositive() throws Exception {
    assertEquals(Optional.empty(), either().await(Duration.ZERO));
    assertEquals(Optional.empty(), either().tryNow());
    words.send("a");
    words.send("b");
    assertEquals(Optional.of("word a"), either().await(Duration.ofSeconds(-1)));
    assertEquals(Optional.of("word b"), either().tryNow());
  }

  @Test
  void leavesAClosedChannelOutUntilAllAreClosed() throws Exception {
    numbers.send(1);
    numbers.close();
    Select<String> select = either();
    assertEquals("number 1", select.await());
    Running waiting = Running.virtual(() -> assertEquals("word a", select.await())).awaitWaiting();
    words.send("a");
    waiting.join();
    Running last = Running.virtual(() -> assertThrows(ChannelClosedException.class, select::await))
        .awaitWaiting();
    words.close();
    last.join();
    assertThrows(ChannelClosedException.class, select::tryNow);
    assertThrows(ChannelClosedException.class, () -> select.await(Duration.ofDays(1)));
  }

  @Test
  void throwsTheEndThatIsNotAClose() throws Exception {
    var failure = new IllegalStateException("x");
    Running failing = Running.virtual(() -> {
      var thrown = assertThrows(ChannelFailedException.class, either()::await);
      assertSame(failure, thrown.getCause());
    }).awaitWaiting();
    assertTrue(words.fail(failure));
    failing.join();
    Channel<Integer> cancelled = Channel.rendezvous();
    Running cancelling = Running.virtual(() -> assertThrows(ChannelCancelledException.class,
        Select.<Integer>create().receive(cancelled, n -> n)::await)).awaitWaiting();
    assertTrue(cancelled.cancel());
    cancelling.join();
  }

  @Test
  void throwsTheEndOfASendWithItsElement() throws Exception {
    Channel<Integer> out = Channel.rendezvous();
    var select = Select.<String>create().receive(words, w -> w).send(out, () -> 7, () -> "sent");
    Running waiting = Running.virtual(() -> {
      var thrown = assertThrows(ChannelClosedException.class, select::await);
      assertEquals(List.of(7), thrown.refused());
    }).awaitWaiting();
    out.close();
    waiting.join();
  }

  @Test
  void servesOthersBesideAnEndThatIsThrown() throws Exception {
    assertTrue(numbers.fail(new IllegalStateException("x")));
    words.send("a");
    words.send("b");
    Select<String> select = either();
    int thrown = 0;
    for (int i = 0; i < 4; i++) {
      try {
        assertTrue(select.await().startsWith("word"));
      } catch (ChannelFailedException e) {
        thrown++;
      }
    }
    assertEquals(2, thrown);
  }

  @Test
  void hasDoneNothingWhenItIsInterrupted() throws Exception {
    Channel<Integer> out = Channel.rendezvous();
    var select = Select.<String>create().receive(words, w -> w).send(out, () -> 7, () -> "sent");
    Running waiting = Running.virtual(() -> {
      assertThrows(InterruptedException.class, select::await);
      assertFalse(Thread.currentThread().isInterrupted());
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, () -> select.await(Duration.ZERO)); // on entry
    }).awaitWaiting();
    waiting.thread().interrupt();
    waiting.join();
    assertInstanceOf(ReceiveResult.Empty.class, out.tryReceive());
    words.send("a");
    assertEquals(1, words.size());
  }

  @Test
  void leavesNothingBehindWhereItHasWaited() throws Exception {
    Channel<Object> out = Channel.rendezvous();
    var element = new Object[] {new Object()};
    var weak = new WeakReference<>(element[0]);
    Running waiting = Running.virtual(() -> assertThrows(InterruptedException.class,
        Select.<String>create()
            .send(out, () -> element[0], () -> "sent")
            .receive(words, w -> w)::await))
        .awaitWaiting();
    waiting.thread().interrupt();
    waiting.join();
    Running claimed = Running.virtual(() -> assertEquals("a",
        Select.<String>create()
            .send(out, () -> element[0], () -> "sent")
            .receive(words, w -> w).await()))
        .awaitWaiting();
    words.send("a");
    claimed.join();
    element[0] = null;
    Await.until(() -> {
      System.gc();
      return weak.get() == null;
    });
    assertEquals(0, out.size());
  }

  @Test
  void doesNotMeetItself() throws Exception {
    Channel<Integer> both = Channel.rendezvous();
    var select = Select.<String>create()
        .send(both, () -> 1, () -> "sent")
        .receive(both, n -> "received " + n)
        .send(both, () -> 2, () -> "sent");
    assertEquals(Optional.empty(), select.tryNow());
    for (int i = 0; i < 20; i++) {
      Running waiting = Running.virtual(() -> assertEquals("received 5", select.await()))
          .awaitWaiting();
      both.send(5);
      waiting.join();
      Running sending = Running.virtual(() -> assertEquals("sent", select.await()))
          .awaitWaiting();
      assertTrue(both.receive() < 3);
      sending.join();
    }
    assertInstanceOf(ReceiveResult.Empty.class, both.tryReceive());
  }

  @Test
  void asksForAnElementOnceInEachAwait() throws Exception {
    Channel<Integer> full = Channel.bounded(1);
    List<Integer> asked = new ArrayList<>();
    var select = Select.<String>create()
        .send(full, () -> {
          asked.add(asked.size());
          return asked.size();
        }, () -> "sent")
        .receive(words, w -> w);
    assertEquals("sent", select.inOrder().await());
    Running waiting = Running.virtual(() -> assertEquals("sent", select.await())).awaitWaiting();
    assertEquals(1, full.receive());
    waiting.join();
    assertEquals(2, full.receive());
    assertEquals(2, asked.size());
  }

  @Test
  void runsTheFunctionUnderNoLock() throws Exception {
    var select = Select.<Integer>create().receive(numbers, n -> {
      try {
        Running.virtual(() -> numbers.send(n + 1)).join();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
      return n;
    });
    numbers.send(1);
    assertEquals(1, select.await());
    assertEquals(2, select.await());
  }

  @Test
  void passesOnWhatAFunctionThrows() throws Exception {
    var failure = new IllegalStateException("x");
    var select = Select.<String>create().receive(words, _ -> {
      throw failure;
    });
    words.send("a");
    assertSame(failure, assertThrows(IllegalStateException.class, select::await));
    assertEquals(0, words.size());
  }

  @Test
  @SuppressWarnings({"unchecked", "NullAway", "DataFlowIssue"}) // what a caller without checks does
  void refusesNullAndForeignEndsAndAnEmptySelect() throws Exception {
    assertThrows(IllegalStateException.class, Select.create()::await);
    assertThrows(IllegalStateException.class, Select.create()::tryNow);
    var foreign = (Channel<Integer>) null;
    assertThrows(NullPointerException.class, () -> Select.create().receive(foreign, n -> n));
    Receiver<Integer> receiver = (Receiver<Integer>) proxy(Receiver.class);
    assertThrows(
        IllegalArgumentException.class, () -> Select.create().receive(receiver, n -> n));
    Sender<Integer> sender = (Sender<Integer>) proxy(Sender.class);
    assertThrows(
        IllegalArgumentException.class, () -> Select.create().send(sender, () -> 1, () -> 1));
    Integer none = null;
    assertThrows(NullPointerException.class,
        Select.<Integer>create().send(numbers, () -> none, () -> 1)::await);
    assertEquals(0, numbers.size());
    numbers.send(1);
    Function<Integer, Integer> toNull = _ -> null;
    assertThrows(NullPointerException.class,
        Select.<Integer>create().receive(numbers, toNull)::await);
    assertNull(none);
  }

  private static Object proxy(Class<?> type) {
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, _, _) -> null);
  }
}
