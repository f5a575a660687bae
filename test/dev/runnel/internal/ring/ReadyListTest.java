package dev.runnel.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.park.Waiter;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ReadyListTest {
  private final AtomicInteger wakes = new AtomicInteger();
  private final ReadyList<Named> list = new ReadyList<>(wakes::incrementAndGet);

  private static final class Named extends ReadyList.Node<Named> {
    private final String name;

    /** Whether it is in no list, so that it may be pushed: as a ring's announcement. */
    private final AtomicBoolean idle = new AtomicBoolean(true);

    Named(String name) {
      this.name = name;
    }
  }

  private void push(String... names) {
    for (String name : names) {
      list.push(new Named(name));
    }
  }

  private @Nullable String poll() {
    Named node = list.poll();
    return node == null ? null : node.name;
  }

  private Named taken() {
    Named node = list.poll();
    if (node == null) {
      throw new AssertionError("nothing is ready");
    }
    return node;
  }

  private String all() {
    StringBuilder all = new StringBuilder();
    for (String name = poll(); name != null; name = poll()) {
      all.append(name);
    }
    return all.toString();
  }

  @Test
  void isEmptyAtFirst() {
    assertNull(poll());
    assertNull(poll());
  }

  @Test
  void keepsTheOrderOverRounds() {
    push("a", "b", "c");
    assertEquals("a", poll());
    push("d", "e");
    assertEquals("bcde", all());
    push("f");
    assertEquals("f", all());
  }

  @Test
  void takesANodeAgainAfterItWasTaken() {
    Named node = new Named("a");
    for (int round = 0; round < 3; round++) {
      list.push(node);
      push("b");
      assertEquals("ab", all());
    }
  }

  @Test
  void requeuesBehindAllThatIsReady() {
    push("a", "b");
    Named busy = taken();
    push("c");
    list.requeue(busy);
    push("d");
    assertEquals("bcad", all());
  }

  @Test
  void requeuesTheOnlyOne() {
    push("a");
    for (int round = 0; round < 3; round++) {
      list.requeue(taken());
    }
    assertEquals("a", all());
  }

  @Test
  void givesEveryNodeItsTurnWhileAllStayReady() {
    push("a", "b", "c");
    StringBuilder turns = new StringBuilder();
    for (int turn = 0; turn < 9; turn++) {
      Named node = taken();
      turns.append(node.name);
      list.requeue(node);
    }
    assertEquals("abcabcabc", turns.toString());
  }

  @Test
  void wakesOnceForAllThatIsPushed() {
    assertTrue(list.consumerLeaves());
    assertTrue(list.consumerWaits());
    push("a", "b");
    assertEquals(1, wakes.get());
    assertFalse(list.consumerWaits());
    assertFalse(list.consumerStays(), "a push took it");
    assertFalse(list.consumerLeaves(), "there are nodes");
    assertEquals("ab", all());
    push("c");
    assertEquals(1, wakes.get(), "nobody had announced");
  }

  @Test
  void wakesNobodyWhoHasStayed() {
    assertTrue(list.consumerLeaves());
    assertTrue(list.consumerStays());
    assertFalse(list.consumerStays());
    push("a");
    assertEquals(0, wakes.get());
    assertEquals("a", all());
  }

  /** Each node is pushed again once the consumer is done with it: the life of a ring. */
  @Test
  void losesAndDoublesNothingUnderAnyLoad() {
    Seeds.each(300, random -> {
      Waiter waiter = new Waiter();
      ReadyList<Named> mine = new ReadyList<>(waiter::signal);
      int producers = random.nextInt(1, 5);
      int count = random.nextInt(1, 200);
      List<Running> running = new ArrayList<>();
      for (int i = 0; i < producers; i++) {
        Random dice = new Random(random.nextLong());
        running.add(Running.either(random, () -> pushAll(mine, count, dice)));
      }
      for (int taken = 0; taken < producers * count;) {
        Named node = mine.poll();
        if (node != null) {
          if (random.nextInt(4) == 0) {
            mine.requeue(node);
          } else {
            taken++;
            assertFalse(node.idle.getAndSet(true), "taken twice");
          }
        } else if (mine.consumerLeaves()) {
          if (random.nextInt(4) == 0) {
            Running.pause(random);
            mine.consumerStays();
          }
          waiter.await(() -> !mine.consumerWaits());
        }
      }
      assertNull(mine.poll());
      for (Running producer : running) {
        producer.join();
      }
    });
  }

  private static void pushAll(ReadyList<Named> into, int count, Random dice) {
    Named again = new Named("again");
    for (int i = 0; i < count; i++) {
      Running.pause(dice);
      Named node = again.idle.getAndSet(false) ? again : new Named("once");
      node.idle.set(false);
      into.push(node);
    }
  }
}
