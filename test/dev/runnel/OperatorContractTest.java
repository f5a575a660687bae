package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.internal.stage.Segment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract finds what it is there to find: each broken operator fails the check of its law. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class OperatorContractTest {

  /** Passes all elements, in a way that breaks a law. */
  private static final class Sample extends OperatorContract<Integer> {
    private final UnaryOperator<Runnel<Integer>> operator;

    Sample(UnaryOperator<Runnel<Integer>> operator) {
      this.operator = operator;
    }

    @Override
    Runnel<Integer> apply(Runnel<Integer> source) {
      return operator.apply(source);
    }

    @Override
    List<Integer> expected(List<Integer> elements) {
      return elements;
    }
  }

  /** How a broken operator's cursor is made. */
  @FunctionalInterface
  private interface Broken {
    Cursor<Integer> over(Cursor<Integer> upstream, Segment segment) throws Exception;
  }

  /** Does nothing wrong, and nothing of what {@link BaseCursor} does for others. */
  private static class Bare implements Cursor<Integer> {
    final Cursor<Integer> upstream;
    private boolean closed;

    Bare(Cursor<Integer> upstream) {
      this.upstream = upstream;
    }

    @Override
    public @Nullable Integer next() throws Exception {
      return upstream.next();
    }

    @Override
    public void close() throws Exception {
      if (!closed) {
        closed = true;
        upstream.close();
      }
    }
  }

  @Test
  void passesASoundOperator() throws Exception {
    assertEquals(Set.of(), broken(source -> source.map(e -> e), allChecks()));
  }

  @Test
  void findsWorkAtAssembly() throws Exception {
    assertFinds(
        "assemblyRunsNothing",
        source -> {
          try {
            source.drain();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          return source;
        });
  }

  @Test
  void findsStateThatRunsShare() throws Exception {
    assertFinds(
        "eachRunIsCompleteByItself",
        source -> {
          List<Integer> seen = new ArrayList<>();
          return source.filter(e -> !seen.contains(e) && seen.add(e));
        });
  }

  @Test
  void findsReadAhead() throws Exception {
    assertFinds(
        "pullsNoElementAhead",
        over(
            (upstream, _) -> new Bare(upstream) {
              private final Queue<Integer> ahead = new ArrayDeque<>();

              @Override
              public @Nullable Integer next() throws Exception {
                for (Integer e = upstream.next(); e != null; e = upstream.next()) {
                  ahead.add(e);
                }
                return ahead.poll();
              }
            }));
  }

  @Test
  void findsAnUpstreamLeftOpen() throws Exception {
    Set<String> checks =
        Set.of(
            "closesTheSourceOnceIfClosedTwice",
            "closesTheSourceOnceIfDownstreamFails",
            "closesTheSourceOnceIfOpenedAndNeverPulled",
            "closesTheSourceOnceWhereverDownstreamStops",
            "closesTheSourceOnceWhereverItFails");
    assertEquals(
        checks,
        broken(
            over(
                (upstream, _) -> new Bare(upstream) {
                  @Override
                  public void close() {}
                }),
            checks));
  }

  @Test
  void findsASecondClose() throws Exception {
    assertFinds(
        "closesTheSourceOnceIfClosedTwice",
        over(
            (upstream, _) -> new Bare(upstream) {
              @Override
              public void close() throws Exception {
                upstream.close();
              }
            }));
  }

  @Test
  void findsASwallowedFailure() throws Exception {
    assertFinds(
        "passesFailuresOfTheSourceUnchanged",
        over(
            (upstream, _) -> new Bare(upstream) {
              @Override
              public @Nullable Integer next() throws Exception {
                try {
                  return upstream.next();
                } catch (IllegalStateException e) {
                  return null;
                }
              }
            }));
  }

  @Test
  void findsASwallowedInterrupt() throws Exception {
    assertFinds(
        "stopsASourceThatWaitsWhenTheCallerIsInterrupted",
        over(
            (upstream, _) -> new Bare(upstream) {
              @Override
              public @Nullable Integer next() throws Exception {
                try {
                  return upstream.next();
                } catch (InterruptedException e) {
                  return null;
                }
              }
            }));
  }

  @Test
  void findsABulkLoopThatLosesWhatItStoppedAt() throws Exception {
    assertFinds(
        "bulkHasTheEffectsOfPulls",
        over(
            (upstream, _) -> new Bare(upstream) {
              @Override
              public boolean forEachWhile(Step<? super Integer> step) throws Exception {
                boolean ended = upstream.forEachWhile(step);
                upstream.next();
                return ended;
              }
            }));
  }

  @Test
  void findsAnEndThatIsPulledAgain() throws Exception {
    assertFinds("staysEnded", over((upstream, _) -> new Bare(upstream)));
  }

  private static UnaryOperator<Runnel<Integer>> over(Broken broken) {
    return source -> source.through(broken::over);
  }

  private static void assertFinds(String check, UnaryOperator<Runnel<Integer>> operator)
      throws Exception {
    assertEquals(Set.of(check), broken(operator, Set.of(check)));
  }

  /** The checks among {@code checks} that fail for the operator. */
  private static Set<String> broken(UnaryOperator<Runnel<Integer>> operator, Set<String> checks)
      throws Exception {
    Set<String> found = new TreeSet<>();
    for (String check : checks) {
      try {
        OperatorContract.class.getDeclaredMethod(check).invoke(new Sample(operator));
      } catch (InvocationTargetException e) {
        found.add(check);
      }
      Thread.interrupted(); // a check that failed may have left it set
    }
    return found;
  }

  private static Set<String> allChecks() {
    return Stream.of(OperatorContract.class.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        .map(Method::getName)
        .collect(Collectors.toSet());
  }
}
