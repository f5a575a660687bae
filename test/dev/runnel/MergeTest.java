package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.scope.TaskScope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

final class MergeTest extends ConcurrentContract {
  @Override
  <T> Runnel<T> around(Runnel<T> source) {
    return Runnel.<T>empty().merge(source);
  }

  @Override
  int ahead() {
    return Runnel.DEFAULT_BUFFER + 1;
  }

  @Override
  int aheadWhenQuiet() {
    return Runnel.DEFAULT_BUFFER / 2;
  }

  @Override
  boolean closesAnEndedSource() {
    return true;
  }

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    Runnel<String> orders = Runnel.of("order 1", "order 2");
    Runnel<String> payments = Runnel.of("payment 1");
    List<String> events = orders.merge(payments).toList(); // as they come
    // @end
    assertEquals(Set.of("order 1", "order 2", "payment 1"), Set.copyOf(events));
    assertEquals(3, events.size());
  }

  @Test
  void runsBothAtOnce() throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    Runnel<Integer> left = Runnel.range(0, 200).tap(_ -> together.await());
    Runnel<Integer> right = Runnel.range(200, 400).tap(_ -> together.await());
    assertEquals(400, Set.copyOf(left.merge(right).toList()).size());
  }

  @Test
  void keepsTheOrderOfEach() throws Exception {
    List<Integer> all = Runnel.range(0, 1_000).merge(Runnel.range(1_000, 2_000)).toList();
    assertEquals(
        Runnel.range(0, 1_000).toList(), all.stream().filter(i -> i < 1_000).toList());
    assertEquals(
        Runnel.range(1_000, 2_000).toList(), all.stream().filter(i -> i >= 1_000).toList());
  }

  @Test
  void letsNoSourceHoldBackTheOther() throws Exception {
    Runnel<Integer> ready = Runnel.generate(() -> 0);
    for (int i = 0; i < 50; i++) {
      assertEquals(1, ready.merge(Runnel.of(1)).find(e -> e == 1).orElseThrow());
      assertEquals(1, Runnel.of(1).merge(ready).find(e -> e == 1).orElseThrow());
    }
  }

  @Test
  void endsWhenOneSideRepeatsNothingForEver() throws Exception {
    Runnel<Integer> nothing = Runnel.<Integer>empty().repeat();
    assertEquals(List.of(1), Runnel.of(1).merge(nothing).take(1).toList());
    assertEquals(List.of(1), nothing.merge(Runnel.of(1)).take(1).toList());
    assertEquals(0, TaskScope.liveThreads());
  }

  @Test
  void letsTheOtherSideRunWhileOneRepeatsNothing() throws Exception {
    Runnel<Integer> nothing = Runnel.<Integer>empty().repeat();
    assertEquals(2_000, nothing.merge(Runnel.range(0, 2_000)).take(2_000).count());
  }

  @Test
  void failsFastWhileTheOtherIsSilent() {
    for (int i = 0; i < 200; i++) {
      int count = i % 5;
      IOException failure = new IOException("left");
      List<Integer> delivered = new ArrayList<>();
      Runnel<Integer> left = Runnel.range(0, count).concat(Runnel.failed(failure));
      assertSame(
          failure,
          assertThrows(
              RunnelException.class,
              () -> left.merge(Runnel.never()).forEach(delivered::add)).getCause());
      assertEquals(count, delivered.size(), "what the failing source gave before");
    }
  }

  @Test
  void failsWhenTheFinaliserOfASideThatHasEndedFails() {
    IllegalStateException failure = new IllegalStateException("finaliser");
    SourceProbe<Integer> source = SourceProbe.of(List.of(1)).failingOnClose(failure);
    for (int i = 0; i < 100; i++) {
      assertSame(
          failure,
          assertThrows(
              IllegalStateException.class, () -> source.stream().merge(Runnel.never()).drain()));
    }
    source.assertClosedOnce();
  }

  @Test
  void reportsBothFinalisers() {
    for (int i = 0; i < 200; i++) {
      IllegalStateException left = new IllegalStateException("left");
      IllegalStateException right = new IllegalStateException("right");
      CyclicBarrier bothOpen = new CyclicBarrier(2);
      SourceProbe.Hook hook =
          pull -> {
            if (pull == 0) {
              bothOpen.await();
            }
          };
      Runnel<Integer> merged =
          SourceProbe.of(List.of(1)).onPull(hook).failingOnClose(left).stream()
              .merge(SourceProbe.of(List.of(2)).onPull(hook).failingOnClose(right).stream());
      Throwable primary = assertThrows(IllegalStateException.class, merged::drain);
      List<Throwable> reported = new ArrayList<>(List.of(primary));
      collectSuppressed(primary, reported);
      assertTrue(reported.containsAll(List.of(left, right)), "lost: " + reported);
    }
  }

  @Test
  void refusesANullArgument() {
    assertEquals(
        "other",
        assertThrows(NullPointerException.class, () -> Runnel.of(1).merge(null)).getMessage());
  }
}
