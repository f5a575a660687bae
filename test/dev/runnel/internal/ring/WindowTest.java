package dev.runnel.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class WindowTest {
  private final AtomicInteger wakes = new AtomicInteger();
  private final Window<Object> window = new Window<>(wakes::incrementAndGet);

  private void open(int upTo) {
    for (int i = 0; i < upTo; i++) {
      window.open(i);
    }
  }

  @Test
  void givesByIndexWhateverTheOrderOfThePuts() {
    open(3);
    window.put(2, "c");
    assertNull(window.poll());
    window.put(0, "a");
    assertEquals("a", window.poll());
    assertNull(window.poll());
    window.put(1, "b");
    assertEquals("b", window.poll());
    assertEquals("c", window.poll());
    assertNull(window.poll());
  }

  @Test
  void wakesForTheAwaitedIndexOnlyAndOnce() {
    open(3);
    assertTrue(window.consumerLeaves());
    window.put(1, "b");
    assertTrue(window.consumerWaits());
    window.put(0, "a");
    assertFalse(window.consumerWaits());
    assertEquals(1, wakes.get());
    window.put(2, "c");
    assertEquals(1, wakes.get());
  }

  @Test
  void refusesToWaitForWhatIsThere() {
    open(1);
    window.put(0, "a");
    assertFalse(window.consumerLeaves());
    assertFalse(window.consumerWaits());
  }

  @Test
  void wakesNobodyWhoStays() {
    open(1);
    assertTrue(window.consumerLeaves());
    window.consumerStays();
    window.put(0, "a");
    assertEquals(0, wakes.get());
  }

  @Test
  void growsToAnyDistance() {
    Seeds.each(300, random -> {
      Window<Integer> mine = new Window<>(() -> {});
      long opened = 0;
      long next = 0;
      List<Long> out = new ArrayList<>();
      for (int round = 0; round < 60; round++) {
        for (int i = random.nextInt(80); i > 0; i--) {
          mine.open(opened);
          out.add(opened++);
        }
        Collections.shuffle(out, random);
        for (int i = random.nextInt(out.size() + 1); i > 0; i--) {
          long index = out.removeLast();
          mine.put(index, (int) index);
        }
        for (Integer given = mine.poll(); given != null; given = mine.poll()) {
          assertEquals(next++, (long) given);
        }
      }
      for (long index : out) {
        mine.put(index, (int) index);
      }
      for (Integer given = mine.poll(); given != null; given = mine.poll()) {
        assertEquals(next++, (long) given);
      }
      assertEquals(opened, next);
    });
  }

  @Test
  void clearTakesAllThatWasPut() {
    open(100);
    for (int i = 99; i > 0; i -= 3) {
      window.put(i, i);
    }
    List<Object> taken = new ArrayList<>();
    window.clear(taken::add);
    assertEquals(33, taken.size());
    window.clear(taken::add);
    assertEquals(33, taken.size());
  }

  @Test
  void retainsNothingThatWasTaken() {
    open(2);
    WeakReference<Object> first = putOne(0);
    WeakReference<Object> second = putOne(1);
    window.poll();
    window.clear(_ -> {});
    while (first.get() != null || second.get() != null) {
      System.gc();
      Thread.yield();
    }
  }

  private WeakReference<Object> putOne(long index) {
    Object element = new Object();
    window.put(index, element);
    return new WeakReference<>(element);
  }

  /** Several producers, and a consumer that waits for each element that is not there. */
  @Test
  void losesNothingAndNeverSleepsOverTheElementWhoseTurnItIs() {
    Seeds.each(10, random -> {
      int count = 10_000;
      Semaphore wakes = new Semaphore(0);
      Window<Long> mine = new Window<>(wakes::release);
      Semaphore room = new Semaphore(random.nextInt(1, 100));
      Semaphore opened = new Semaphore(0);
      AtomicLong claimed = new AtomicLong();
      List<Running> threads = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        threads.add(Running.either(random, () -> {
          for (;;) {
            opened.acquire();
            long index = claimed.getAndIncrement();
            if (index >= count) {
              return;
            }
            mine.put(index, index);
          }
        }));
      }
      threads.add(Running.either(random, () -> {
        for (long index = 0; index < count; index++) {
          room.acquire();
          mine.open(index);
          opened.release();
        }
        opened.release(3);
      }));
      for (long next = 0; next < count;) {
        Long given = mine.poll();
        if (given != null) {
          assertEquals(next++, given);
          room.release();
        } else if (mine.consumerLeaves()) {
          while (mine.consumerWaits()) {
            wakes.acquire();
          }
        }
      }
      for (Running thread : threads) {
        thread.join();
      }
    });
  }
}
