package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The laws of {@link Runnel}, checked for one source; what {@link OperatorContract} is for
 * operators.
 *
 * @param <T> the type of the elements
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class SourceContract<T> {

  /** Assembles the source. */
  abstract Runnel<T> source();

  /** What it emits; the first few elements if it is endless. */
  abstract List<T> expected();

  boolean endless() {
    return false;
  }

  /** Whether interruption is looked at for each element when the elements are pushed. */
  boolean checksEachInBulk() {
    return true;
  }

  /** The source, set to give null, or null if that can not be. */
  @Nullable Runnel<?> givingNull() {
    return null;
  }

  @Test
  void eachRunIsCompleteByItself() throws Exception {
    Runnel<T> source = source();
    source.take(1).drain();
    assertEquals(expected(), all(source));
    assertEquals(expected(), all(source));
  }

  @Test
  void runsOnTwoThreadsAtOnceAreApart() throws Exception {
    Runnel<T> source = source();
    CyclicBarrier both = new CyclicBarrier(2);
    List<FutureTask<List<T>>> runs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      FutureTask<List<T>> run =
          new FutureTask<>(
              () -> {
                both.await();
                return all(source);
              });
      runs.add(run);
      Thread.ofVirtual().start(run);
    }
    for (FutureTask<List<T>> run : runs) {
      assertEquals(expected(), run.get());
    }
  }

  @Test
  void canBePulledAndPushedInTurn() throws Exception {
    for (int k = 0; k <= expected().size(); k++) {
      for (boolean bulkFirst : new boolean[] {false, true}) {
        try (OpenRun<T> run = OpenRun.of(source())) {
          List<T> given = new ArrayList<>();
          take(run.cursor(), k, bulkFirst, given);
          take(run.cursor(), expected().size() - k, !bulkFirst, given);
          assertEquals(expected(), given);
          if (!endless()) {
            assertTrue(run.cursor().forEachWhile(_ -> false), "not ended");
            assertNull(run.next());
          }
        }
      }
    }
  }

  @Test
  void isEndedOnceClosed() throws Exception {
    try (OpenRun<T> run = OpenRun.of(source())) {
      run.next();
      run.cursor().close();
      assertNull(run.next());
      assertTrue(run.cursor().forEachWhile(_ -> false));
    }
  }

  @Test
  void looksAtInterruptionBeforeEachElement() throws Exception {
    for (int k = 0; k < expected().size(); k++) {
      try (OpenRun<T> run = OpenRun.of(source())) {
        take(run.cursor(), k, false, new ArrayList<>());
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, run::next);
        assertFalse(Thread.currentThread().isInterrupted(), "flag set beside the exception");
        assertNull(run.next());
      }
      try (OpenRun<T> run = OpenRun.of(source())) {
        take(run.cursor(), k, false, new ArrayList<>());
        Thread.currentThread().interrupt();
        assertThrows(
            InterruptedException.class, () -> run.cursor().forEachWhile(_ -> true));
        assertFalse(Thread.currentThread().isInterrupted(), "flag set beside the exception");
      }
    }
  }

  @Test
  void looksAtInterruptionWhilePushing() throws Exception {
    if (checksEachInBulk() && expected().size() > 1) {
      List<T> given = new ArrayList<>();
      assertThrows(
          InterruptedException.class,
          () -> source()
              .forEach(
                  element -> {
                    given.add(element);
                    Thread.currentThread().interrupt();
                  }));
      assertEquals(1, given.size());
    }
  }

  @Test
  void refusesToGiveNull() {
    Runnel<?> source = givingNull();
    if (source != null) {
      NullPointerException thrown = assertThrows(NullPointerException.class, source::drain);
      assertTrue(thrown.getMessage().contains("null"), thrown.getMessage());
    }
  }

  private List<T> all(Runnel<T> source) throws InterruptedException {
    return (endless() ? source.take(expected().size()) : source).toList();
  }

  private static <T> void take(Cursor<T> cursor, int k, boolean bulk, List<T> into)
      throws Exception {
    if (bulk && k > 0) {
      int enough = into.size() + k;
      cursor.forEachWhile(
          element -> {
            into.add(element);
            return into.size() < enough;
          });
    } else if (!bulk) {
      for (int i = 0; i < k; i++) {
        into.add(cursor.next());
      }
    }
  }
}
