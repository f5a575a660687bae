package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.kit.Seeds;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every terminal operation keeps, checked for one from a sample and an oracle over plain
 * lists.
 *
 * @param <R> the type of the result
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class TerminalContract<R> {
  private static final List<Integer> INPUT = IntStream.range(0, 8).boxed().toList();

  /** Runs the stream by the sample. */
  abstract R run(Runnel<Integer> stream) throws InterruptedException;

  /** Gives, or throws, what the sample does for these elements. */
  abstract R expected(List<Integer> elements);

  /** How many pulls the sample makes; override if it stops early. */
  int pulls(List<Integer> elements) {
    return elements.size() + 1;
  }

  /** The pulls up to the first element that is {@code wanted}, or to the end. */
  static int pullsToFind(List<Integer> elements, int wanted) {
    int index = elements.indexOf(wanted);
    return index < 0 ? elements.size() + 1 : index + 1;
  }

  @Test
  void givesWhatTheOracleGives() {
    Seeds.each(
        50,
        random -> {
          List<Integer> elements = random.ints(random.nextInt(9), 0, 9).boxed().toList();
          SourceProbe<Integer> source = SourceProbe.of(elements);
          assertEquals(outcome(() -> expected(elements)), outcome(() -> run(source.stream())));
          assertEquals(pulls(elements), source.run().pulls());
          source.assertClosedOnce();
        });
  }

  @Test
  void runsOnTheCallersThread() {
    SourceProbe<Integer> source = SourceProbe.of(INPUT);
    outcome(() -> run(source.stream()));
    source.assertConfinedTo(Thread.currentThread());
  }

  /** A failing source gives the failure, no value made from the elements before it. */
  @Test
  void throwsTheFailureOfTheSource() {
    for (int i = 0; i < pulls(INPUT); i++) {
      for (Throwable failure : List.of(new IllegalStateException("unchecked"),
          new AssertionError("error"))) {
        SourceProbe<Integer> source = SourceProbe.of(INPUT).failingAt(i, failure);
        assertSame(failure, assertThrows(Throwable.class, () -> run(source.stream())));
        source.assertClosedOnce();
      }
      IOException failure = new IOException("checked");
      SourceProbe<Integer> source = SourceProbe.of(INPUT).failingAt(i, failure);
      assertSame(
          failure, assertThrows(RunnelException.class, () -> run(source.stream())).getCause());
      source.assertClosedOnce();
    }
  }

  @Test
  void throwsTheFailureToClose() {
    IllegalStateException failure = new IllegalStateException("close");
    SourceProbe<Integer> source = SourceProbe.of(INPUT).failingOnClose(failure);
    assertSame(failure, assertThrows(Throwable.class, () -> run(source.stream())));
    source.assertClosedOnce();
  }

  @Test
  void opensNothingIfInterruptedBefore() {
    SourceProbe<Integer> source = SourceProbe.of(INPUT);
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> run(source.stream()));
    assertFalse(Thread.interrupted(), "flag set beside the exception");
    source.assertNeverRun();
  }

  @Test
  void stopsWhenInterruptedDuringTheRun() {
    for (int i = 0; i < pulls(INPUT); i++) {
      int at = i;
      SourceProbe<Integer> source = SourceProbe.of(INPUT);
      source.onPull(
          pull -> {
            if (pull == at) {
              Thread.currentThread().interrupt();
            }
          });
      Object outcome = outcome(() -> run(source.stream()));
      if (at < pulls(INPUT) - 1) {
        assertSame(InterruptedException.class, outcome, "interrupted at " + at);
        assertFalse(Thread.interrupted(), "flag set beside the exception");
      } else { // in the last pull: nothing is left to stop
        assertEquals(outcome(() -> expected(INPUT)), outcome);
        assertEquals(true, Thread.interrupted(), "flag after a run that ended normally");
      }
      source.assertClosedOnce();
    }
  }

  private static Object outcome(Callable<?> action) {
    try {
      return String.valueOf(action.call());
    } catch (Exception e) {
      return e.getClass();
    }
  }
}
