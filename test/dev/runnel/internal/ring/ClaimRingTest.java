package dev.runnel.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ClaimRingTest {
  private final ClaimRing<Object> ring = new ClaimRing<>(1);
  private final ClaimRing.Claim claim = new ClaimRing.Claim();

  @Test
  void givesElementsInOrderWithTheirIndex() {
    assertNull(ring.claim(claim));
    for (int i = 0; i < 5; i++) {
      ring.offer("element " + i);
    }
    for (int i = 0; i < 5; i++) {
      assertEquals(5 - i, ring.unclaimed());
      assertEquals("element " + i, ring.claim(claim));
      assertEquals(i, claim.index());
      assertEquals(i < 4, claim.more());
    }
    assertNull(ring.claim(claim));
    assertEquals(0, ring.unclaimed());
  }

  @Test
  void takesMoreThanItWasToldWithoutALoss() {
    for (int i = 0; i < 1_000; i++) {
      ring.offer(i);
    }
    for (int i = 0; i < 1_000; i++) {
      assertEquals(i, ring.claim(claim));
    }
    assertNull(ring.claim(claim));
  }

  @Test
  void passesTheSameObjectAgainAndAgain() {
    for (int i = 0; i < 100; i++) {
      ring.offer("same");
      assertEquals("same", ring.claim(claim));
      assertEquals(i, claim.index());
      assertNull(ring.claim(claim));
    }
  }

  @Test
  void growsWhileOldAndNewElementsAreClaimed() {
    Seeds.each(300, random -> {
      ClaimRing<Integer> mine = new ClaimRing<>(random.nextInt(1, 200));
      int offered = 0;
      int claimed = 0;
      for (int round = 0; round < 50; round++) {
        for (int i = random.nextInt(60); i > 0; i--) {
          mine.offer(offered++);
        }
        for (int i = random.nextInt(offered - claimed + 1); i > 0; i--) {
          assertEquals(claimed, mine.claim(claim));
          assertEquals(claimed++, claim.index());
        }
        assertEquals(offered - claimed, mine.unclaimed());
      }
    });
  }

  @Test
  void retainsNothingThatWasClaimed() {
    WeakReference<Object> first = offerOne();
    WeakReference<Object> second = offerOne();
    for (int i = 0; i < 2; i++) {
      assertNotNull(ring.claim(claim));
    }
    while (first.get() != null || second.get() != null) {
      System.gc();
      Thread.yield();
    }
    assertFalse(claim.more());
  }

  private WeakReference<Object> offerOne() {
    Object element = new Object();
    ring.offer(element);
    return new WeakReference<>(element);
  }

  /** The ring is far smaller than what is offered, so that slots are used again all the time. */
  @Test
  void givesEachElementToOneOfManyClaimers() {
    Seeds.each(10, random -> {
      int count = 20_000;
      ClaimRing<Integer> mine = new ClaimRing<>(random.nextInt(1, 64));
      Semaphore room = new Semaphore(random.nextInt(1, 100));
      Semaphore offered = new Semaphore(0);
      List<BitSet> taken = new ArrayList<>();
      List<Running> claimers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        BitSet own = new BitSet();
        taken.add(own);
        claimers.add(Running.either(random, () -> claimAll(mine, own, offered, room, count)));
      }
      for (int i = 0; i < count; i++) {
        room.acquire();
        mine.offer(i);
        offered.release();
      }
      offered.release(claimers.size());
      BitSet all = new BitSet();
      for (int i = 0; i < claimers.size(); i++) {
        claimers.get(i).join();
        assertFalse(all.intersects(taken.get(i)));
        all.or(taken.get(i));
      }
      assertEquals(count, all.cardinality());
    });
  }

  /** An element is there for each permit, until all are claimed. */
  private static void claimAll(
      ClaimRing<Integer> ring, BitSet own, Semaphore offered, Semaphore room, int count)
      throws InterruptedException {
    ClaimRing.Claim mine = new ClaimRing.Claim();
    for (;;) {
      offered.acquire();
      Integer element = ring.claim(mine);
      if (element == null) {
        return;
      }
      assertTrue(element < count);
      assertEquals(mine.index(), (long) element);
      own.set(element);
      room.release();
    }
  }
}
