package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.scope.TaskScope;
import dev.runnel.kit.Seeds;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which streams are merged in turn on the caller's thread, and how. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class InTurnCursorTest {
  private static final int TURN = InTurnCursor.TURN;

  // ---- which

  @Test
  void startsNoThreadForSourcesWithoutUserCode() throws Exception {
    List<Runnel<Integer>> pure =
        List.of(
            Runnel.of(1),
            Runnel.of(1, 2),
            Runnel.empty(),
            Runnel.range(0, 100),
            Runnel.rangeClosed(0, 100),
            Runnel.range(0, 100).take(10).drop(2),
            Runnel.of(1).concat(Runnel.range(0, 2)).startWith(0),
            Runnel.of(1).merge(Runnel.of(2)),
            Runnel.parJoin(1, Runnel.of(1).merge(Runnel.of(2)).map(Runnel::of)).take(0));
    for (Runnel<Integer> source : pure.subList(0, pure.size() - 1)) {
      assertInTurn(source);
    }
    assertAtOnce(pure.getLast());
  }

  @Test
  void startsNoThreadForPlainCollectionsOfTheJdk() throws Exception {
    List<Integer> one = List.of(1);
    List<Integer> many = List.of(1, 2, 3);
    for (List<Integer> elements : List.of(List.<Integer>of(), one, many)) {
      for (Collection<Integer> plain : List.<Collection<Integer>>of(
          elements,
          Set.copyOf(elements),
          new ArrayList<>(elements),
          new ArrayDeque<>(elements),
          new LinkedList<>(elements),
          new HashSet<>(elements),
          new LinkedHashSet<>(elements),
          new Vector<>(elements),
          Arrays.asList(elements.toArray(Integer[]::new)))) {
        assertInTurn(Runnel.from(plain));
        assertEquals(elements.size(), Runnel.from(plain).merge(Runnel.empty()).count());
      }
    }
  }

  @Test
  void givesAThreadToWhatMayRunUserCodeOrNotEnd() throws Exception {
    List<Integer> users = new UsersList();
    List<Runnel<Integer>> others =
        List.of(
            Runnel.from(users),
            Runnel.from(Collections.unmodifiableList(users)),
            Runnel.from(users.subList(0, 1)),
            Runnel.from(new TreeSet<>(Set.of(1)).subSet(0, 2)),
            Runnel.from((Iterable<Integer>) users::iterator),
            Runnel.of(1).map(i -> i),
            Runnel.of(1).filter(_ -> true).take(1),
            Runnel.of(1).tap(_ -> {}),
            Runnel.of(1).concat(Runnel.fromCallable(() -> 1)),
            Runnel.of(1).repeat(),
            Runnel.defer(() -> Runnel.of(1)),
            Runnel.of(1).prefetch(1),
            Runnel.of(1).onFinalize(_ -> {}),
            Runnel.never());
    for (Runnel<Integer> source : others) {
      assertAtOnce(source);
    }
  }

  private static void assertInTurn(Runnel<Integer> source) throws Exception {
    assertTrue(inTurn(source.merge(Runnel.of(1))));
    assertTrue(inTurn(Runnel.of(1).merge(source)));
    assertFalse(Runnel.of(1).merge(source).forks(), "would open a task scope");
    assertTrue(inTurn(Runnel.parJoin(2, Runnel.of(Runnel.of(1), source))));
  }

  private static void assertAtOnce(Runnel<Integer> source) throws Exception {
    assertFalse(inTurn(source.merge(Runnel.of(1))));
    assertFalse(inTurn(Runnel.of(1).merge(source)));
    assertFalse(inTurn(Runnel.parJoin(2, Runnel.of(Runnel.of(1), source))));
  }

  private static boolean inTurn(Runnel<Integer> merged) throws Exception {
    try (OpenRun<Integer> run = OpenRun.of(merged)) {
      assertTrue(TaskScope.liveThreads() == 0 || !(run.cursor() instanceof InTurnCursor<?>));
      return run.cursor() instanceof InTurnCursor<?>;
    }
  }

  /** Its iterator is a user's. */
  private static final class UsersList extends java.util.AbstractList<Integer> {
    @Override
    public Integer get(int index) {
      return index;
    }

    @Override
    public int size() {
      return 1;
    }
  }

  // ---- how

  @Test
  void passesTheTurnAfterSomeElements() throws Exception {
    Runnel<Integer> merged = Runnel.range(0, 100).merge(Runnel.range(1000, 1010));
    List<Integer> wanted = new ArrayList<>();
    IntStream.range(0, TURN).forEach(wanted::add);
    IntStream.range(1000, 1010).forEach(wanted::add);
    IntStream.range(TURN, 100).forEach(wanted::add);
    assertEquals(wanted, merged.toList());
  }

  @Test
  void opensNoMoreStreamsThanItIsTold() throws Exception {
    Runnel<Integer> joined =
        Runnel.parJoin(
            2, Runnel.of(Runnel.range(0, 3 * TURN), Runnel.range(1000, 1001), Runnel.of(7)));
    List<Integer> all = joined.toList();
    assertEquals(List.of(1000, 7), all.subList(TURN, TURN + 2));
    joined =
        Runnel.parJoin(1, Runnel.of(Runnel.range(0, 3 * TURN), Runnel.range(1000, 1001)));
    assertEquals(1000, joined.last().orElseThrow());
  }

  @Test
  void mergesNothingAndStreamsOfNothing() throws Exception {
    assertEquals(List.of(), Runnel.parJoin(1, Runnel.<Runnel<Integer>>empty()).toList());
    assertEquals(
        List.of(1),
        Runnel.mergeAll(Runnel.empty(), Runnel.empty(), Runnel.of(1), Runnel.empty()).toList());
  }

  @Test
  void givesTheSameByPullsAndInBulkInAnyMix() {
    Seeds.each(300, random -> {
      Runnel<Integer> merged = merged(random);
      List<Integer> wanted = merged.toList();
      assertEquals(IntStream.range(0, wanted.size()).boxed().toList(),
          wanted.stream().sorted().toList());
      List<Integer> taken = new ArrayList<>();
      try (OpenRun<Integer> run = OpenRun.of(merged)) {
        while (taken.size() < wanted.size()) {
          if (random.nextBoolean()) {
            taken.add(run.next());
          } else {
            int[] more = {1 + random.nextInt(2 * TURN)};
            run.cursor().forEachWhile(
                element -> {
                  taken.add(element);
                  return --more[0] > 0;
                });
          }
        }
        assertNull(run.next());
      }
      assertEquals(wanted, taken);
    });
  }

  /** A merge or join of streams that have the numbers from 0 on among them. */
  private static Runnel<Integer> merged(Random random) {
    List<Runnel<Integer>> streams = new ArrayList<>();
    int next = 0;
    for (int i = random.nextInt(6); i >= 0; i--) {
      int size = random.nextInt(4) == 0 ? TURN * random.nextInt(4) : random.nextInt(3 * TURN);
      Runnel<Integer> range = Runnel.range(next, next + size);
      List<UnaryOperator<Runnel<Integer>>> shapes =
          List.of(
              it -> it,
              it -> it.concat(Runnel.empty()),
              it -> it.take(size),
              it -> Runnel.of(-1).concat(it).drop(1),
              it -> it.take(size / 2).concat(it.drop(size / 2)),
              it -> it.take(size / 2).merge(it.drop(size / 2)));
      streams.add(shapes.get(random.nextInt(shapes.size())).apply(range));
      next += size;
    }
    return random.nextBoolean()
        ? Runnel.mergeAll(streams)
        : Runnel.parJoin(1 + random.nextInt(3), Runnel.from(streams));
  }

  @Test
  void looksAtInterruption() {
    AtomicInteger taken = new AtomicInteger();
    Runnel<Integer> merged =
        Runnel.range(0, 1_000_000_000).merge(Runnel.range(0, 1_000_000_000));
    assertThrows(
        InterruptedException.class,
        () -> merged.forEach(
            _ -> {
              if (taken.incrementAndGet() == 1000) {
                Thread.currentThread().interrupt();
              }
            }));
    assertTrue(taken.get() < 1000 + 2 * TURN);
  }

  @Test
  void takesMergesAndConcatsOfAnyDepth() throws Exception {
    Runnel<Integer> concats = Runnel.of(0);
    Runnel<Integer> left = Runnel.of(0);
    Runnel<Integer> right = Runnel.of(0);
    for (int i = 1; i < 10_000; i++) {
      concats = concats.concat(Runnel.of(i));
      left = left.merge(Runnel.of(i));
      right = Runnel.of(i).merge(right);
    }
    assertEquals(10_000, concats.merge(Runnel.empty()).count());
    assertEquals(10_000, left.count());
    assertEquals(10_000, right.count());
  }
}
