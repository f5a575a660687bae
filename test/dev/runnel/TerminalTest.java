package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.ChildVm;
import java.io.IOException;
import java.net.SocketException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How failures and interrupts leave a run, whichever terminal operation runs it. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TerminalTest {
  private static final List<Integer> INPUT = List.of(0, 1, 2);

  /** An exception that takes no suppressed ones, as shared exception objects often are. */
  private static final class Fixed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Fixed() {
      super("fixed", null, false, false);
    }
  }

  @Test
  void wrapsACheckedExceptionOnce() {
    IOException failure = new IOException("checked");
    RunnelException inner =
        assertThrows(
            RunnelException.class,
            () -> SourceProbe.of(INPUT).failingAt(1, failure).stream().drain());
    assertSame(failure, inner.getCause());
    RunnelException outer =
        assertThrows(
            RunnelException.class,
            () -> SourceProbe.of(INPUT).stream()
                .forEach(
                    _ -> SourceProbe.of(INPUT).failingAt(1, failure).stream().drain()));
    assertSame(failure, outer.getCause(), "a run inside a run nests the wrapper");
  }

  @Test
  void closesWhatWasOpenedIfTheStepFailsAndReportsBoth() {
    IOException body = new IOException("body");
    IllegalStateException closing = new IllegalStateException("close");
    SourceProbe<Integer> source = SourceProbe.of(INPUT).failingOnClose(closing);
    RunnelException thrown =
        assertThrows(
            RunnelException.class,
            () -> source
                .stream()
                .forEach(
                    _ -> {
                      throw body;
                    }));
    assertSame(body, thrown.getCause());
    assertArrayEquals(new Throwable[] {closing}, body.getSuppressed());
    source.assertClosedOnce();
  }

  @Test
  void passesAnInterruptedExceptionOfUserCodeAsItIs() {
    InterruptedException failure = new InterruptedException("user");
    SourceProbe<Integer> source = SourceProbe.of(INPUT).failingAt(1, failure);
    assertSame(
        failure, assertThrows(InterruptedException.class, () -> source.stream().drain()));
    source.assertClosedOnce();
  }

  /** What a blocking call makes of an interrupt is told as the interrupt, and not lost. */
  @Test
  void tellsAnInterruptFromTheFailureItMade() {
    SocketException made = new SocketException("Closed by interrupt");
    SourceProbe<Integer> source = SourceProbe.of(INPUT);
    source.onPull(
        pull -> {
          if (pull == 1) {
            Thread.currentThread().interrupt();
            throw made;
          }
        });
    InterruptedException thrown =
        assertThrows(InterruptedException.class, () -> source.stream().drain());
    assertArrayEquals(new Throwable[] {made}, thrown.getSuppressed());
    assertFalse(Thread.interrupted(), "flag set beside the exception");
    source.assertClosedOnce();
  }

  @Test
  void keepsTheFlagOfAnInterruptThatComesAfterTheLastElement() throws Exception {
    SourceProbe<Integer> source = SourceProbe.of(INPUT);
    source.onPull(
        pull -> {
          if (pull == INPUT.size()) {
            Thread.currentThread().interrupt();
          }
        });
    assertEquals(INPUT, source.stream().toList());
    assertTrue(Thread.interrupted());
  }

  @Test
  void leavesTheFlagClearAfterARunThatEndedNormally() throws Exception {
    assertEquals(INPUT, SourceProbe.of(INPUT).stream().toList());
    assertFalse(Thread.interrupted());
  }

  @Test
  void doesNotGrowAnExceptionObjectThatManyRunsShare() {
    IllegalStateException failure = new IllegalStateException("shared");
    IllegalStateException closing = new IllegalStateException("shared close");
    for (int i = 0; i < 100; i++) {
      SourceProbe<Integer> source =
          SourceProbe.of(INPUT).failingAt(1, failure).failingOnClose(closing);
      assertSame(failure, assertThrows(RuntimeException.class, () -> source.stream().drain()));
    }
    assertArrayEquals(new Throwable[] {closing}, failure.getSuppressed());
  }

  @Test
  void takesTheSameObjectAsFailureAndFailureToClose() {
    IllegalStateException failure = new IllegalStateException("both");
    SourceProbe<Integer> source =
        SourceProbe.of(INPUT).failingAt(1, failure).failingOnClose(failure);
    assertSame(failure, assertThrows(RuntimeException.class, () -> source.stream().drain()));
    assertEquals(0, failure.getSuppressed().length);
  }

  @Test
  void takesAnExceptionThatSuppressesNothing() {
    Fixed failure = new Fixed();
    SourceProbe<Integer> source =
        SourceProbe.of(INPUT).failingAt(1, failure).failingOnClose(new IOException("close"));
    assertSame(failure, assertThrows(Fixed.class, () -> source.stream().drain()));
    source.assertClosedOnce();
  }

  @Test
  void closesAfterAnErrorToo() {
    StackOverflowError failure = new StackOverflowError("source");
    SourceProbe<Integer> source = SourceProbe.of(INPUT).failingAt(0, failure);
    assertSame(failure, assertThrows(StackOverflowError.class, () -> source.stream().drain()));
    source.assertClosedOnce();
  }

  @Test
  void throwsWhatOpeningThrew() {
    IllegalStateException failure = new IllegalStateException("open");
    Runnel<Integer> stream =
        new Runnel<>(
            _ -> {
              throw failure;
            },
            false);
    assertSame(failure, assertThrows(IllegalStateException.class, stream::drain));
  }

  /** Errors end a run like any failure, in bounded time, wherever user code throws them. */
  @Test
  void failsByAnErrorWhereverItIsThrown() {
    for (Error error : List.of(new StackOverflowError("user"), new AssertionError("user"))) {
      Runnel<Integer> source = SourceProbe.of(INPUT).stream();
      for (Boundary boundary : Boundary.values()) {
        List<Runnel<?>> failing =
            List.of(
                SourceProbe.of(INPUT).failingAt(1, error).stream(),
                source.map(_ -> failBy(error)),
                source.filter(_ -> failBy(error)),
                source.flatMap(_ -> Runnel.fromCallable(() -> failBy(error))),
                source.onStart(() -> failBy(error)),
                source.onFinalize(_ -> failBy(error)),
                source.closeWith(() -> failBy(error)));
        for (Runnel<?> stream : failing) {
          assertSame(
              error,
              assertThrows(Error.class, boundary.around(stream)::drain),
              boundary + " around " + failing.indexOf(stream));
        }
      }
    }
  }

  private static boolean failBy(Error error) {
    throw error;
  }

  @Test
  void wrapsAThrowableThatIsNeitherExceptionNorErrorAsACheckedOne() {
    Throwable strange = new Throwable("strange");
    Runnel<Integer> failing = Runnel.of(1).map(
        _ -> {
          throw Terminal.<RuntimeException>unchecked(strange);
        });
    for (Boundary boundary : Boundary.values()) {
      assertSame(
          strange,
          assertThrows(RunnelException.class, boundary.around(failing)::drain).getCause(),
          boundary::toString);
    }
  }

  /**
   * Before, the overflow could cut short the very close that should stop the threads. In a VM of
   * its own, because the optimizing compiler of JDK 25.0.3 has crashed on this recursion.
   */
  @Test
  void endsItsThreadsWhenTheStackOverflowsInRunsInsideRuns() throws Exception {
    List<String> told = ChildVm.run(DeepRunsProbe.class, List.of(),
        Runnel.class, Logger.class, LoggerFactory.getILoggerFactory().getClass());
    assertEquals(Collections.nCopies(40, "thrown, threads left: 0"),
        told.stream().filter(line -> line.contains("threads left")).toList(), told::toString);
  }
}
