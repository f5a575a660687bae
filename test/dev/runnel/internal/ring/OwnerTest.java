package dev.runnel.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class OwnerTest {
  private final Owner owner = new Owner();

  private static void elsewhere(Running.Body body) throws Exception {
    Running.virtual(body).join();
    Running.platform(body).join();
  }

  @Test
  void isNobodysAtFirst() {
    assertNull(owner.thread());
    assertFalse(owner.release());
  }

  @Test
  void belongsToTheFirstThatUsesIt() throws Exception {
    assertTrue(owner.bind());
    assertTrue(owner.bind());
    assertSame(Thread.currentThread(), owner.thread());
    elsewhere(() -> {
      assertFalse(owner.bind());
      assertFalse(owner.inherit());
      assertFalse(owner.release());
    });
    assertTrue(owner.bind());
  }

  @Test
  void isFreeForAnotherOnceReleased() throws Exception {
    assertTrue(owner.bind());
    assertTrue(owner.release());
    assertFalse(owner.release());
    assertNull(owner.thread());
    Running.virtual(() -> assertTrue(owner.bind())).join();
    assertFalse(owner.bind());
  }

  @Test
  void isInheritedFromWhoHasEndedOnly() throws Exception {
    Running dead = Running.virtual(() -> assertTrue(owner.bind()));
    dead.join();
    assertFalse(owner.bind());
    assertTrue(owner.inherit());
    assertTrue(owner.release());
    dead = Running.platform(() -> assertTrue(owner.inherit()));
    dead.join();
    assertFalse(owner.bind());
    assertTrue(owner.inherit());
    assertSame(Thread.currentThread(), owner.thread());
  }

  @Test
  void isInheritedByOneOnly() throws Exception {
    for (int round = 0; round < 500; round++) {
      Owner contested = new Owner();
      Running.virtual(contested::bind).join();
      AtomicInteger heirs = new AtomicInteger();
      CountDownLatch tried = new CountDownLatch(4);
      List<Running> rivals = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        rivals.add(Running.virtual(() -> {
          heirs.addAndGet(contested.inherit() ? 1 : 0);
          tried.countDown();
          tried.await(); // an heir that has ended would be inherited from
        }));
      }
      for (Running rival : rivals) {
        rival.join();
      }
      assertEquals(1, heirs.get());
    }
  }

  @Test
  void isHandedRoundWithWhatWasDone() throws Exception {
    int[] done = new int[1];
    List<Running> users = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      users.add(Running.virtual(() -> {
        for (int turns = 0; turns < 1_000;) {
          if (owner.bind()) {
            done[0]++;
            turns++;
            owner.release();
          } else {
            Thread.yield();
          }
        }
      }));
    }
    for (Running user : users) {
      user.join();
    }
    assertEquals(4_000, done[0]);
  }
}
