package dev.runnel.internal.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RingTransportTest extends TransportContract {
  @Override
  Transport make() {
    return new RingTransport();
  }

  @Override
  void assertLane(Transport taken, Item item) {
    assertSame(way(taken, item.lane()), ((RingTransport) taken).lane());
  }

  @Override
  void check(List<Item> taken) {
    long[] last = {-1, -1, -1};
    for (Item item : taken) {
      assertTrue(item.index() > last[item.lane()], () -> item + " is out of its lane's order");
      last[item.lane()] = item.index();
    }
    assertEquals(taken.size(), new HashSet<>(taken).size());
  }

  @Test
  void goesOnAfterAFailure() throws Exception {
    Signal failed = new Signal.Failed(new Error());
    put(transport, 0, 0, failed);
    put(transport, 1, 0, "ready before the failure was known");
    assertEquals(failed, transport.take());
    assertEquals("ready before the failure was known", transport.poll());
    assertSame(way(transport, 1), ((RingTransport) transport).lane());
  }
}
