package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
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
}
