package dev.runnel.internal.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.lang.ref.WeakReference;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rules of both kinds of task scope. */
@Timeout(30)
abstract class TaskScopeContract {
  static final ScopedValue<String> VALUE = ScopedValue.newInstance();

  abstract Backend backend();

  final TaskScope open(String name) {
    return TaskScope.open(name, backend());
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError("a body was interrupted", e);
    }
  }

  /** A body's failures come here, as a thread without handler would give them to the VM's. */
  static void catchIn(LinkedBlockingQueue<Throwable> uncaught) {
    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
  }

  @Test
  void closeAwaitsAllBodies() {
    AtomicInteger ran = new AtomicInteger();
    CountDownLatch go = new CountDownLatch(1);
    try (TaskScope scope = open("contract")) {
      for (int i = 0; i < 100; i++) {
        scope.fork("body", () -> {
          await(go);
          ran.incrementAndGet();
        });
      }
      scope.fork("late", go::countDown);
    }
    assertEquals(100, ran.get());
  }

  @Test
  void closeOfAnEmptyScopeReturnsAtOnceAndAgain() {
    TaskScope scope = open("contract");
    scope.close();
    scope.close();
  }

  @Test
  void forkAfterCloseIsRefused() {
    TaskScope scope = open("contract");
    scope.close();
    long live = TaskScope.liveThreads();
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> scope.fork("late", () -> {}));
    assertEquals("a task scope must be open to fork in it, was closed", refused.getMessage());
    assertEquals(live, TaskScope.liveThreads());
  }

  @Test
  void onlyTheOwnerForksAndCloses() throws Exception {
    LinkedBlockingQueue<Throwable> uncaught = new LinkedBlockingQueue<>();
    try (TaskScope scope = open("contract")) {
      Running.platform(() -> {
        assertThrows(WrongThreadException.class, () -> scope.fork("foreign", () -> {}));
        assertThrows(WrongThreadException.class, scope::close);
      }).join();
      scope.fork("inside", () -> {
        catchIn(uncaught);
        assertThrows(WrongThreadException.class, () -> scope.fork("inner", () -> {}));
        assertThrows(WrongThreadException.class, scope::close);
      });
    }
    assertNull(uncaught.poll());
  }

  @Test
  void aBodyThatThrowsCancelsNothing() {
    LinkedBlockingQueue<Throwable> uncaught = new LinkedBlockingQueue<>();
    CountDownLatch go = new CountDownLatch(1);
    AtomicBoolean siblingEnded = new AtomicBoolean();
    AtomicBoolean laterRan = new AtomicBoolean();
    RuntimeException failure = new IllegalArgumentException();
    AssertionError error = new AssertionError();
    try (TaskScope scope = open("contract")) {
      scope.fork("sibling", () -> {
        await(go);
        siblingEnded.set(true);
      });
      scope.fork("exception", () -> {
        catchIn(uncaught);
        throw failure;
      });
      scope.fork("error", () -> {
        catchIn(uncaught);
        throw error;
      });
      scope.fork("overflow", () -> {
        catchIn(uncaught);
        overflow(0);
      });
      while (uncaught.size() < 3) {
        Thread.yield();
      }
      scope.fork("later", () -> laterRan.set(true));
      go.countDown();
    }
    assertTrue(siblingEnded.get());
    assertTrue(laterRan.get());
    assertTrue(uncaught.contains(failure));
    assertTrue(uncaught.contains(error));
    assertTrue(uncaught.stream().anyMatch(StackOverflowError.class::isInstance));
  }

  @SuppressWarnings("InfiniteRecursion")
  private static int overflow(int depth) {
    return overflow(depth + 1) + 1;
  }

  @Test
  void aHandlerThatThrowsCancelsNothingEither() {
    CountDownLatch called = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    AtomicBoolean siblingEnded = new AtomicBoolean();
    AtomicBoolean laterRan = new AtomicBoolean();
    long live = TaskScope.liveThreads();
    try (TaskScope scope = open("contract")) {
      scope.fork("sibling", () -> {
        await(go);
        siblingEnded.set(true);
      });
      scope.fork("failing", () -> {
        Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {
          called.countDown();
          throw new IllegalStateException("handler");
        });
        throw new IllegalStateException("body");
      });
      await(called);
      while (TaskScope.liveThreads() > live + 1) {
        Thread.yield();
      }
      scope.fork("later", () -> laterRan.set(true));
      go.countDown();
    }
    assertTrue(siblingEnded.get());
    assertTrue(laterRan.get());
  }

  @Test
  void closeKeepsAFlagThatWasSetAndInterruptsNobody() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Running owner = Running.virtual(() -> {
      try (TaskScope scope = open("contract")) {
        scope.fork("body", () -> holdOut(go, failure));
        Thread.currentThread().interrupt();
      }
      assertTrue(Thread.interrupted());
    }).awaitWaiting();
    go.countDown();
    owner.join();
    assertNull(failure.get());
  }

  @Test
  void anInterruptDuringCloseIsKeptAndInterruptsNobody() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Running owner = Running.virtual(() -> {
      try (TaskScope scope = open("contract")) {
        scope.fork("body", () -> holdOut(go, failure));
      }
      assertTrue(Thread.interrupted());
    });
    for (int i = 0; i < 3; i++) {
      owner.awaitWaiting().thread().interrupt();
      while (owner.thread().isInterrupted()) {
        Thread.yield(); // until it has taken notice
      }
    }
    owner.awaitWaiting();
    go.countDown();
    owner.join();
    assertNull(failure.get());
  }

  private static void holdOut(CountDownLatch go, AtomicReference<Throwable> failure) {
    try {
      go.await();
    } catch (InterruptedException e) {
      failure.set(e);
    }
  }

  @Test
  void bodiesThatHaveEndedAreNotRetained() throws Exception {
    try (TaskScope scope = open("contract")) {
      WeakReference<Object> first = forkHolding(scope);
      for (int i = 0; i < 100_000; i++) {
        scope.fork("short", () -> {});
        if (i % 1_000 == 0) {
          Thread.yield(); // so that there are never very many
        }
      }
      while (first.get() != null) {
        System.gc();
        Thread.yield();
      }
    }
  }

  @Test
  void theBodyOfAThreadThatIsTheLastToEndIsNotRetained() throws Exception {
    try (TaskScope scope = open("contract")) {
      WeakReference<Object> only = forkHolding(scope);
      while (only.get() != null) {
        System.gc();
        Thread.yield();
      }
    }
  }

  private static WeakReference<Object> forkHolding(TaskScope scope) {
    Object held = new Object();
    scope.fork("holding", () -> assertNotNull(held));
    return new WeakReference<>(held);
  }

  @Test
  void scopesNest() {
    AtomicInteger ran = new AtomicInteger();
    CountDownLatch go = new CountDownLatch(1);
    try (TaskScope outer = open("outer")) {
      outer.fork("body", () -> {
        await(go);
        try (TaskScope below = open("below")) {
          below.fork("body", ran::incrementAndGet);
        }
        ran.incrementAndGet();
      });
      try (TaskScope inner = open("inner")) {
        inner.fork("body", ran::incrementAndGet);
      }
      assertEquals(1, ran.get());
      outer.fork("body", ran::incrementAndGet);
      go.countDown();
    }
    assertEquals(4, ran.get());
  }

  @Test
  void forksUnderOtherBindingsThanTheScopeWasOpenedUnder() {
    AtomicReference<String> name = new AtomicReference<>();
    CountDownLatch go = new CountDownLatch(1);
    try (TaskScope scope = open("contract")) {
      ScopedValue.where(VALUE, "inside").run(() -> scope.fork("stray", () -> {
        await(go);
        name.set(Thread.currentThread().getName());
      }));
      scope.fork("straight", go::countDown);
    }
    assertEquals("stray", name.get());
  }

  @Test
  void closesUnderOtherBindingsThanTheScopeWasOpenedUnder() {
    AtomicBoolean ran = new AtomicBoolean();
    TaskScope scope = open("contract");
    scope.fork("body", () -> ran.set(true));
    ScopedValue.where(VALUE, "inside").run(scope::close);
    assertTrue(ran.get());
    scope.close();
  }

  @Test
  void threadsAreVirtualAndNamed() {
    AtomicReference<Thread> body = new AtomicReference<>();
    AtomicReference<String> name = new AtomicReference<>();
    try (TaskScope scope = open("contract")) {
      scope.fork("runnel contract worker 1", () -> {
        body.set(Thread.currentThread());
        name.set(Thread.currentThread().getName());
      });
    }
    assertTrue(body.get().isVirtual());
    assertEquals("runnel contract worker 1", name.get());
  }

  @Test
  void countsLiveBodies() {
    long before = TaskScope.liveThreads();
    CountDownLatch go = new CountDownLatch(1);
    try (TaskScope scope = open("contract")) {
      for (int i = 0; i < 5; i++) {
        scope.fork("body", () -> await(go));
      }
      assertEquals(before + 5, TaskScope.liveThreads());
      go.countDown();
    }
    assertEquals(before, TaskScope.liveThreads());
  }

  @Test
  void threadsHaveEndedWhenCloseReturns() {
    Seeds.each(200, random -> {
      LinkedBlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
      int forks = random.nextInt(10);
      try (TaskScope scope = open("contract")) {
        for (int i = 0; i < forks; i++) {
          Random mine = new Random(random.nextLong());
          scope.fork("body", () -> {
            threads.add(Thread.currentThread());
            Running.pause(mine);
          });
          Running.pause(random);
        }
      }
      assertEquals(forks, threads.size());
      for (Thread thread : threads) {
        assertFalse(thread.isAlive());
      }
    });
  }
}
