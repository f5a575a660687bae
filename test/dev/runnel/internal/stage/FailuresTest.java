package dev.runnel.internal.stage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.kit.Running;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FailuresTest {
  private final Exception primary = new IOException("primary");
  private final Exception other = new IllegalStateException("other");

  private static final class Unsuppressing extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unsuppressing() {
      super("without suppression", null, false, true);
    }
  }

  private static final class Hostile extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public synchronized Throwable getCause() {
      throw new IllegalStateException("hostile");
    }
  }

  private static final class Strange extends Throwable {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void suppressesOnceAndInOrder() {
    Exception third = new Exception();
    for (int i = 0; i < 3; i++) {
      Failures.suppress(primary, other);
      Failures.suppress(primary, third);
    }
    assertArrayEquals(new Throwable[] {other, third}, primary.getSuppressed());
  }

  @Test
  void suppressesNothingOnItself() {
    Failures.suppress(primary, primary);
    assertEquals(0, primary.getSuppressed().length);
  }

  @Test
  void suppressesNeitherItsCauseNorWhatItCaused() {
    Exception caused = new Exception(primary);
    Failures.suppress(primary, caused);
    Failures.suppress(caused, primary);
    assertEquals(0, primary.getSuppressed().length);
    assertEquals(0, caused.getSuppressed().length);
  }

  @Test
  void copesWithCyclesOfCausesAndOfSuppression() {
    Exception a = new Exception("a");
    Exception b = new Exception("b", a);
    a.initCause(b);
    Failures.suppress(a, b);
    Failures.suppress(a, other);
    Failures.suppress(other, a);
    Failures.markCallSite(a, new Failures.CallSite("toList"), null);
    a.printStackTrace(new PrintWriter(new StringWriter()));
    assertSame(other, a.getSuppressed()[0]);
  }

  @Test
  void copesWithAnExceptionThatSuppressesNothing() {
    Unsuppressing shared = new Unsuppressing();
    Failures.suppress(shared, other);
    Failures.markCallSite(shared, new Failures.CallSite("toList"), null);
    assertEquals(0, shared.getSuppressed().length);
  }

  @Test
  void losesNoFailureWhoseCauseCannotBeAsked() {
    Hostile hostile = new Hostile();
    Failures.suppress(primary, hostile);
    Failures.suppress(hostile, other);
    assertArrayEquals(new Throwable[] {hostile}, primary.getSuppressed());
    assertArrayEquals(new Throwable[] {other}, hostile.getSuppressed());
  }

  @Test
  void marksTheCallSiteOnce() {
    Failures.markCallSite(primary, new Failures.CallSite("toList"), null);
    Failures.markCallSite(primary, new Failures.CallSite("count"), null);
    Throwable marker = primary.getSuppressed()[0];
    assertEquals(1, primary.getSuppressed().length);
    assertEquals("thrown on another thread; toList() was called here", marker.getMessage());
    assertEquals("marksTheCallSiteOnce", marker.getStackTrace()[0].getMethodName());
    assertNull(marker.getCause());
  }

  @Test
  void namesTheStageAndWhereItWasBuiltIfThatWasNoted() {
    Failures.CallSite site = new Failures.CallSite("toList");
    Exception built = new Exception("built");
    Failures.markCallSite(primary, site,
        new StageSettings("runnel merge", 1, Duration.ZERO, built));
    assertEquals(
        "thrown on another thread, in runnel merge; toList() was called here", site.getMessage());
    assertSame(built, site.getCause());
  }

  @Test
  void aSharedExceptionDoesNotGrowWhenManyThreadsSuppressOnIt() throws Exception {
    List<Running> threads = new ArrayList<>();
    Random random = new Random(1);
    for (int t = 0; t < 4; t++) {
      threads.add(Running.either(random, () -> {
        for (int i = 0; i < 5_000; i++) {
          Failures.suppress(primary, other);
          Failures.markCallSite(primary, new Failures.CallSite("toList"), null);
        }
      }));
    }
    for (Running thread : threads) {
      thread.join();
    }
    assertEquals(2, primary.getSuppressed().length);
  }

  @Test
  void keepsTheFirst() {
    assertSame(primary, Failures.first(null, primary));
    assertSame(primary, Failures.first(primary, primary));
    assertSame(primary, Failures.first(primary, other));
    assertArrayEquals(new Throwable[] {other}, primary.getSuppressed());
  }

  @Test
  void rethrowsTheSameObject() throws Exception {
    Failures.rethrow(null);
    Error error = new StackOverflowError();
    assertSame(primary, assertThrows(IOException.class, () -> Failures.rethrow(primary)));
    assertSame(error, assertThrows(Error.class, () -> Failures.rethrow(error)));
    Throwable strange = new Strange();
    assertSame(strange, assertThrows(Strange.class, () -> Failures.rethrow(strange)));
  }

  @Test
  void bothRunWhateverTheFirstThrows() throws Exception {
    List<String> ran = new ArrayList<>();
    Failures.both(() -> ran.add("a"), () -> ran.add("b"));
    assertEquals(List.of("a", "b"), ran);
    assertSame(other, assertThrows(Exception.class, () -> Failures.both(() -> ran.add("c"), () -> {
      throw other;
    })));
    Error first = new AssertionError();
    assertSame(first, assertThrows(Error.class, () -> Failures.both(() -> {
      throw first;
    }, () -> {
      ran.add("d");
      throw other;
    })));
    assertEquals(List.of("a", "b", "c", "d"), ran);
    assertArrayEquals(new Throwable[] {other}, first.getSuppressed());
  }
}
