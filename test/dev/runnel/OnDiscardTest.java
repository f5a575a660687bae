package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Await;
import dev.runnel.kit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class OnDiscardTest extends OperatorContract<Integer> {
  @Override
  Runnel<Integer> apply(Runnel<Integer> source) {
    return source.map(element -> element).onDiscard(_ -> {});
  }

  @Override
  List<Integer> expected(List<Integer> elements) {
    return elements;
  }

  @Override
  Runnel<Object> passing(Runnel<Object> source) {
    return source.map(element -> element).onDiscard(_ -> {});
  }

  /** What must be closed once by whoever has it last. */
  private static final class Handle implements AutoCloseable {
    final AtomicInteger closed = new AtomicInteger();

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  @Test
  void runsTheExample() throws InterruptedException {
    Queue<Handle> opened = new ConcurrentLinkedQueue<>();
    // @start region=example
    Handle first =
        Runnel.of("a", "b", "c", "d")
            .parEvalMapUnordered(2, name -> open(name, opened))
            .onDiscard(Handle::close)
            .first()
            .orElseThrow();
    first.close();
    // @end
    assertAllClosedOnce(opened);
  }

  private static Handle open(String name, Queue<Handle> opened) {
    assertTrue(!name.isEmpty());
    Handle handle = new Handle();
    opened.add(handle);
    return handle;
  }

  private static void assertAllClosedOnce(Iterable<Handle> handles) {
    for (Handle handle : handles) {
      assertEquals(1, handle.closed.get());
    }
  }

  @Test
  void givesWhatAPrefetchHolds() throws InterruptedException {
    AtomicInteger pulled = new AtomicInteger();
    List<Integer> dropped = new ArrayList<>();
    Runnel.range(0, 100)
        .tap(_ -> pulled.incrementAndGet())
        .prefetch(4)
        .onDiscard(dropped::add)
        .tap(_ -> Await.until(() -> pulled.get() == 5))
        .first();
    // The feeder may have begun the sixth pull when the first element was handed down.
    assertEquals(pulled.get() - 1, dropped.size());
    assertEquals(Runnel.range(1, pulled.get()).toList(), dropped);
  }

  /** Handles in rings, in the hands of workers, in a window, unclaimed: each is closed once. */
  @Test
  void closesEveryHandleOnceWhereverItIs() {
    Seeds.each(600, random -> {
      Queue<Handle> opened = new ConcurrentLinkedQueue<>();
      int taken = random.nextInt(5);
      int failing = random.nextInt(40);
      try {
        stage(random, handles(random.nextInt(1, 40), failing, opened))
            .take(taken)
            .forEach(Handle::close);
      } catch (IllegalStateException e) {
        assertEquals("planted", e.getMessage());
      }
      assertAllClosedOnce(opened);
    });
  }

  private static Runnel<Handle> handles(int count, int failing, Queue<Handle> opened) {
    return Runnel.range(0, count).map(i -> {
      if (i == failing) {
        throw new IllegalStateException("planted");
      }
      return open("handle", opened);
    });
  }

  private static Runnel<Handle> stage(Random random, Runnel<Handle> handles) {
    int n = random.nextInt(1, 5);
    int buffer = random.nextInt(1, 5);
    return switch (random.nextInt(4)) {
      case 0 -> handles.prefetch(buffer).onDiscard(Handle::close);
      case 1 -> handles.onDiscard(Handle::close)
          .parEvalMap(n, buffer, handle -> handle).onDiscard(Handle::close);
      case 2 -> handles.onDiscard(Handle::close)
          .parEvalMapUnordered(n, buffer, handle -> handle).onDiscard(Handle::close);
      default -> Runnel.mergeAll(List.of(handles, handles), buffer).onDiscard(Handle::close);
    };
  }

  @Test
  void givesWhatNoFunctionWasRunOn() throws InterruptedException {
    Queue<Integer> dropped = new ConcurrentLinkedQueue<>();
    AtomicInteger pulled = new AtomicInteger();
    assertThrows(IllegalStateException.class, () -> Runnel.range(0, 100)
        .tap(_ -> pulled.incrementAndGet())
        .onDiscard(dropped::add)
        .parEvalMap(1, 3, n -> {
          Await.until(() -> pulled.get() == 4);
          throw new IllegalStateException("planted");
        })
        .drain());
    assertEquals(List.of(1, 2, 3), List.copyOf(dropped));
  }

  @Test
  void leavesBoundariesBeyondAnOperatorAlone() throws InterruptedException {
    List<String> dropped = new ArrayList<>();
    Runnel.range(0, 100).prefetch(4).map(Object::toString).onDiscard(dropped::add).first();
    Runnel.range(0, 9).prefetch(4).zipWith(Runnel.range(0, 9).prefetch(3), (a, b) -> "" + a + b)
        .onDiscard(dropped::add).first();
    assertEquals(List.of(), dropped);
  }

  @Test
  void suppressesWhatTheHookThrowsAndGivesTheRestAllTheSame() {
    List<Integer> seen = new ArrayList<>();
    AtomicInteger pulled = new AtomicInteger();
    IllegalStateException failure = assertThrows(IllegalStateException.class, () -> Runnel
        .range(0, 4)
        .tap(_ -> pulled.incrementAndGet())
        .prefetch(4)
        .onDiscard(n -> {
          seen.add(n);
          throw new IllegalStateException("hook " + n);
        })
        .tap(_ -> Await.until(() -> pulled.get() == 4))
        .first());
    assertEquals(List.of(1, 2, 3), seen);
    assertEquals("hook 1", failure.getMessage());
    assertEquals(2, failure.getSuppressed().length);
    IllegalStateException primary = new IllegalStateException("primary");
    assertSame(primary, assertThrows(IllegalStateException.class, () -> Runnel.range(0, 4)
        .prefetch(4)
        .onDiscard(n -> {
          throw new IllegalStateException("hook " + n);
        })
        .forEach(n -> {
          throw primary;
        })));
  }

  @Test
  void refusesNull() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1).onDiscard(null));
  }
}
