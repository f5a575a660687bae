package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.kit.Running;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ChannelTest {

  @Test
  void handsElementsFromThreadToThread() throws Exception {
    List<String> handled = new ArrayList<>();
    // @start region=example
    var orders = Runnel.<String>channel(64);
    Thread desk = Thread.startVirtualThread(() -> {
      for (String order : orders) { // until it is closed and empty
        handled.add(order);
      }
    });
    orders.send("tea"); // waits while 64 wait to be received
    orders.send("milk");
    orders.close();
    desk.join();
    // @end
    assertEquals(List.of("tea", "milk"), handled);
  }

  @Test
  void hasTheCapacityThatWasAskedFor() throws Exception {
    var channel = Runnel.<Integer>channel(1);
    channel.send(1);
    Running second = Running.virtual(() -> channel.send(2)).awaitWaiting();
    assertEquals(1, channel.receive());
    second.join();
    assertEquals(1, channel.size());
    assertEquals(1, channel.capacity());
  }

  @Test
  void refusesACapacityBelowOne() {
    var thrown = assertThrows(IllegalArgumentException.class, () -> Runnel.channel(-3));
    assertEquals("capacity must be > 0, was -3", thrown.getMessage());
  }
}
