package dev.runnel.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class IdleStackTest {
  private static final class Sleeper extends IdleStack.Node {
    private final AtomicBoolean onStack = new AtomicBoolean();
  }

  private final IdleStack<Sleeper> stack = new IdleStack<>();
  private final Sleeper a = known();
  private final Sleeper b = known();

  private Sleeper known() {
    Sleeper sleeper = new Sleeper();
    stack.add(sleeper);
    return sleeper;
  }

  @Test
  void rousesTheLastOneFirst() {
    assertTrue(stack.empty());
    assertNull(stack.rouse());
    stack.push(a);
    stack.push(b);
    assertFalse(stack.empty());
    assertSame(b, stack.rouse());
    stack.arrived();
    assertSame(a, stack.rouse());
    stack.arrived();
    assertNull(stack.rouse());
    assertTrue(stack.empty());
  }

  @Test
  void rousesNobodyWhileOneIsOnItsWay() {
    stack.push(a);
    stack.push(b);
    assertFalse(stack.scouting());
    assertSame(b, stack.rouse());
    assertTrue(stack.scouting());
    assertNull(stack.rouse());
    stack.push(b);
    assertNull(stack.rouse(), "a push is no arrival");
    stack.arrived();
    assertFalse(stack.scouting());
    assertSame(b, stack.rouse());
  }

  @Test
  void rousesAnotherWhoeverIsOnItsWay() {
    stack.push(a);
    stack.push(b);
    assertSame(b, stack.rouse());
    assertSame(a, stack.rouseAnother());
    assertNull(stack.rouseAnother());
    assertTrue(stack.scouting());
  }

  @Test
  void holdsMany() {
    List<Sleeper> many = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      many.add(known());
    }
    many.forEach(stack::push);
    for (Sleeper sleeper : many.reversed()) {
      assertSame(sleeper, stack.rouse());
      stack.arrived();
    }
    assertTrue(stack.empty());
  }

  /** Threads push and pop at once: each is on the stack once, and popped once for each push. */
  @Test
  void losesAndDoublesNobody() {
    Seeds.each(10, random -> {
      IdleStack<Sleeper> mine = new IdleStack<>();
      int count = 8;
      for (int i = 0; i < count; i++) {
        Sleeper sleeper = new Sleeper();
        mine.add(sleeper);
        sleeper.onStack.set(true);
        mine.push(sleeper);
      }
      AtomicInteger off = new AtomicInteger();
      List<Running> threads = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        boolean anyway = random.nextBoolean();
        threads.add(Running.either(random, () -> {
          for (int round = 0; round < 20_000; round++) {
            Sleeper sleeper = anyway ? mine.rouseAnother() : mine.rouse();
            if (sleeper != null) {
              off.incrementAndGet();
              assertTrue(sleeper.onStack.compareAndSet(true, false), "popped twice");
              mine.arrived();
              sleeper.onStack.set(true);
              off.decrementAndGet();
              mine.push(sleeper);
            }
          }
        }));
      }
      for (Running thread : threads) {
        thread.join();
      }
      assertEquals(0, off.get());
      int left = 0;
      while (mine.rouseAnother() != null) {
        left++;
      }
      assertEquals(count, left);
    });
  }
}
