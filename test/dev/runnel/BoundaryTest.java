package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.internal.scope.TaskScope;
import dev.runnel.kit.StallDetector;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What has gone wrong elsewhere where a boundary meets other operators; for each boundary. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class BoundaryTest {
  private static final int ROUNDS = 50;

  @RegisterExtension
  final StallDetector stalls = new StallDetector();

  @ParameterizedTest
  @EnumSource
  void takesExactlyTwoOfInnersThatAreLimitedThemselves(Boundary boundary) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      SourceProbe<Integer> outer = SourceProbe.of(List.of(1, 2, 3));
      SourceProbe<Integer> inner = SourceProbe.of(List.of(7, 8, 9, 10));
      Runnel<Integer> stream =
          boundary.around(
              boundary.around(outer.stream())
                  .flatMap(_ -> boundary.around(inner.stream()).take(3)));
      assertEquals(2, stream.take(2).count());
      outer.assertClosedOnce();
      inner.assertClosedOnce();
    }
  }

  @ParameterizedTest
  @EnumSource
  void stopsBeforeAnEndlessStreamBehind(Boundary boundary) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      SourceProbe<Integer> first = SourceProbe.of(List.of(1, 2, 3, 4, 5, 6));
      Runnel<Integer> endless = boundary.around(Runnel.iterate(0, i -> i + 1));
      assertEquals(
          2, boundary.around(first.stream()).take(5).concat(endless).take(2).count());
      first.assertClosedOnce();
    }
  }

  @ParameterizedTest
  @EnumSource
  void givesNoBogusValueOfASourceThatFails(Boundary boundary) {
    IllegalStateException failure = new IllegalStateException("source");
    Runnel<Integer> stream =
        boundary.around(Runnel.of(1, 2).concat(Runnel.failed(failure)));
    List<ThrowingRunnable> terminals =
        List.of(
            () -> stream.fold(0, Integer::sum),
            stream::count,
            stream::last,
            stream::toSet,
            () -> stream.drop(1).single(),
            () -> stream.allMatch(_ -> true));
    for (ThrowingRunnable terminal : terminals) {
      assertSame(failure, assertThrows(IllegalStateException.class, terminal::run));
    }
  }

  /** Our interrupt reaches the source as an exception of a kind that would be handled. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void showsNoCancelToRecoveryAbove(Boundary boundary) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      CountDownLatch blocked = new CountDownLatch(1);
      AtomicInteger seen = new AtomicInteger();
      SourceProbe<Integer> source =
          SourceProbe.of(List.of(1)).onPull(
              pull -> {
                if (pull == 1) {
                  blocked.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    throw new SocketException("Closed by interrupt");
                  }
                }
              });
      Runnel<Integer> handled =
          source.stream()
              .retry(Retry.ofAttempts(3).when(_ -> seen.incrementAndGet() > 0))
              .recover(
                  _ -> {
                    seen.incrementAndGet();
                    return 2;
                  })
              .mapError(
                  failure -> {
                    seen.incrementAndGet();
                    return failure;
                  });
      Runnel<Integer> stream = boundary.around(handled).tap(_ -> blocked.await());
      assertEquals(List.of(1), stream.take(1).toList());
      assertEquals(0, seen.get());
      assertEquals(1, source.runs().size(), "attempts");
      source.assertClosedOnce();
    }
  }

  @ParameterizedTest
  @EnumSource
  void showsWhatDownstreamThrowsToNoRecoveryAbove(Boundary boundary) {
    for (int round = 0; round < ROUNDS; round++) {
      IllegalStateException failure = new IllegalStateException("downstream");
      AtomicInteger seen = new AtomicInteger();
      SourceProbe<Integer> source = SourceProbe.of(List.of(1, 2, 3));
      Runnel<Integer> stream =
          boundary.around(
              source.stream()
                  .retry(Retry.ofAttempts(3))
                  .recover(_ -> seen.incrementAndGet()));
      assertSame(
          failure,
          assertThrows(
              IllegalStateException.class,
              () -> stream.forEach(
                  _ -> {
                    throw failure;
                  })));
      assertEquals(0, seen.get());
      assertEquals(1, source.runs().size(), "attempts");
    }
  }

  @ParameterizedTest
  @EnumSource
  void closesTheFirstBeforeTheSecondStarts(Boundary boundary) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      List<String> trace = Collections.synchronizedList(new ArrayList<>());
      Runnel<Integer> first = boundary.around(traced("first", trace));
      Runnel<Integer> second = boundary.around(traced("second", trace));
      assertEquals(2, boundary.around(first.concat(second)).count());
      assertEquals(
          List.of("first opened", "first closed", "second opened", "second closed"), trace);
    }
  }

  private static Runnel<Integer> traced(String name, List<String> trace) {
    return Runnel.using(
        () -> trace.add(name + " opened"),
        _ -> Runnel.of(1),
        (_, _) -> trace.add(name + " closed"));
  }

  @AfterEach
  void noThreadOutlivesItsRun() {
    assertEquals(0, TaskScope.liveThreads());
  }
}
