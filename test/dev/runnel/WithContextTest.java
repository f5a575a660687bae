package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.scope.TaskScope;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WithContextTest extends OperatorContract<Integer> {
  private static final ThreadLocal<String> USER = new ThreadLocal<>();
  private static final ThreadLocal<String> TRACE = new ThreadLocal<>();

  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.map(element -> element).withContext(carrying(USER));
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements;
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.map(element -> element).withContext(carrying(USER));
  }

  private static ContextCapture carrying(ThreadLocal<String> local) {
    return () -> {
      String value = local.get();
      return () -> {
        String before = local.get();
        local.set(value);
        return () -> local.set(before);
      };
    };
  }

  @AfterEach
  void clear() {
    USER.remove();
    TRACE.remove();
  }

  @Test
  void runsTheExample() throws Exception {
    USER.set("ada");
    // @start region=example
    ContextCapture user =
        () -> {
          String name = USER.get(); // on the thread that starts the run
          return () -> {
            USER.set(name); // on each thread of the run
            return USER::remove;
          };
        };
    List<String> seen =
        Runnel.of("a", "b")
            .parEvalMap(16, file -> USER.get() + " reads " + file)
            .withContext(user)
            .toList();
    // @end
    assertEquals(List.of("ada reads a", "ada reads b"), seen);
  }

  @Test
  void reachesEveryThreadAbove() throws Exception {
    USER.set("ada");
    for (Boundary inner : Boundary.values()) {
      for (Boundary outer : Boundary.values()) {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        Runnel<Integer> source =
            Runnel.using(
                () -> seen.add("acquire " + USER.get()),
                _ -> Runnel.range(0, 5).tap(i -> seen.add("pull " + USER.get())),
                (_, _) -> seen.add("release " + USER.get()));
        outer.around(
            inner.around(source)
                .parEvalMapUnordered(
                    2,
                    i -> {
                      threads.add(Thread.currentThread());
                      seen.add("call " + USER.get());
                      return i;
                    })
                .flatMap(i -> inner.around(Runnel.of(i).tap(_ -> seen.add("inner " + USER.get())))))
            .withContext(carrying(USER))
            .drain();
        assertTrue(threads.size() >= 1 && !threads.contains(Thread.currentThread()));
        assertEquals(
            Set.of("acquire ada", "pull ada", "call ada", "inner ada", "release ada"),
            Set.copyOf(seen));
        assertEquals(17, seen.size());
        assertEquals("ada", USER.get(), "the caller's is left alone");
      }
    }
  }

  @Test
  void isCapturedOnceARunOnTheThreadThatStartsIt() throws Exception {
    AtomicInteger captures = new AtomicInteger();
    AtomicInteger installed = new AtomicInteger();
    Thread caller = Thread.currentThread();
    Runnel<Integer> stream =
        Runnel.range(0, 50)
            .prefetch(3)
            .parEvalMap(4, i -> i)
            .withContext(
                () -> {
                  assertSame(caller, Thread.currentThread());
                  captures.incrementAndGet();
                  return () -> {
                    Thread here = Thread.currentThread();
                    installed.incrementAndGet();
                    return () -> {
                      assertSame(here, Thread.currentThread());
                      installed.decrementAndGet();
                    };
                  };
                });
    assertEquals(0, captures.get(), "captured at assembly");
    stream.drain();
    assertEquals(1, captures.get());
    stream.take(1).drain();
    assertEquals(2, captures.get());
    try (OpenCursor<Integer> cursor = stream.open()) {
      cursor.next();
      assertEquals(3, captures.get());
    }
    assertEquals(0, installed.get(), "left on a thread");
  }

  @Test
  void startCapturesWhereItIsCalled() throws Exception {
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    USER.set("ada");
    BackgroundRun run =
        Runnel.of(1)
            .tap(_ -> seen.add("feeder " + USER.get()))
            .prefetch(1)
            .tap(_ -> seen.add("last segment " + USER.get()))
            .withContext(carrying(USER))
            .start();
    USER.set("other");
    run.join();
    assertEquals(List.of("feeder ada", "last segment ada"), List.copyOf(seen));
  }

  @Test
  void twoOfThemAreBothInstalled() throws Exception {
    USER.set("ada");
    TRACE.set("t1");
    assertEquals(
        List.of("ada t1"),
        Runnel.of(1)
            .parEvalMap(1, _ -> USER.get() + " " + TRACE.get())
            .withContext(carrying(USER))
            .withContext(carrying(TRACE))
            .toList());
  }

  @Test
  void whatOneCallLeavesDoesNotReachTheNext() throws Exception {
    USER.set("ada");
    List<String> seen =
        Runnel.range(0, 100)
            .parEvalMapUnordered(
                2,
                _ -> {
                  String user = USER.get();
                  USER.set("somebody else");
                  return user;
                })
            .withContext(carrying(USER))
            .toList();
    assertEquals(Collections.nCopies(100, "ada"), seen);
  }

  @Test
  void doesNotReachWhatIsBelow() throws Exception {
    USER.set("ada");
    List<String> seen =
        Runnel.of("x")
            .withContext(carrying(USER))
            .parEvalMap(1, i -> i + USER.get())
            .toList();
    assertEquals(List.of("xnull"), seen);
  }

  @Test
  void failsTheRunWhereverItFails() {
    IOException failure = new IOException("context");
    ContextCapture noCapture =
        () -> {
          throw failure;
        };
    ContextCapture noInstall =
        () -> () -> {
          throw failure;
        };
    ContextCapture noEnd =
        () -> () -> () -> {
          throw failure;
        };
    for (ContextCapture broken : List.of(noCapture, noInstall, noEnd)) {
      for (Boundary boundary : Boundary.values()) {
        SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2, 3));
        Runnel<Integer> stream = boundary.around(source.stream()).withContext(broken);
        if (boundary != Boundary.NONE || broken == noCapture) {
          assertSame(failure, assertThrows(RunnelException.class, stream::drain).getCause());
          assertSame(
              failure,
              assertThrows(RunnelException.class, () -> stream.start().join()).getCause());
        }
        source.runs().forEach(run -> assertEquals(1, run.closes.get()));
        assertEquals(0, TaskScope.liveThreads());
      }
    }
  }

  @Test
  void takesNoContextForOneThatFails() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1).withContext(null));
    assertThrows(
        NullPointerException.class, () -> Runnel.of(1).withContext(() -> null).drain());
    assertThrows(
        NullPointerException.class,
        () -> Runnel.of(1).prefetch(1).withContext(() -> () -> null).drain());
    assertNull(USER.get());
  }
}
