package dev.runnel.internal.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WindowTransportTest extends TransportContract {
  @Override
  Transport make() {
    return new WindowTransport();
  }

  @Override
  void check(List<Item> taken) {
    for (int i = 0; i < taken.size(); i++) {
      assertEquals(i, taken.get(i).index());
    }
  }

  @Test
  void holdsBackWhatIsBeforeItsTurn() throws Exception {
    put(transport, 0, 1, "b");
    assertNull(transport.poll());
    Running consumer = Running.virtual(() -> {
      assertEquals("a", transport.take());
      assertEquals("b", transport.poll());
      assertNull(transport.poll());
    }).awaitWaiting();
    put(transport, 1, 2 + 1, "d");
    put(transport, 1, 0, "a");
    consumer.join();
  }

  @Test
  void growsToAnyDistanceAndGivesEachAtItsTurn() {
    Seeds.each(200, random -> {
      Transport mine = make();
      int before = random.nextInt(40);
      for (int i = 0; i < before; i++) {
        put(mine, 0, i, i);
        assertEquals(i, mine.poll());
      }
      List<Integer> indices = new ArrayList<>();
      for (int i = before; i < before + random.nextInt(1, 2_000); i++) {
        indices.add(i);
      }
      Collections.shuffle(indices, random);
      List<Object> given = new ArrayList<>();
      for (int index : indices) {
        put(mine, 0, index, index);
        if (random.nextInt(4) == 0) {
          for (Object item = mine.poll(); item != null; item = mine.poll()) {
            given.add(item);
          }
        }
      }
      for (Object item = mine.poll(); item != null; item = mine.poll()) {
        given.add(item);
      }
      Collections.sort(indices);
      assertEquals(indices, given);
    });
  }

  @Test
  void givesNothingAfterAFailure() {
    Signal failed = new Signal.Failed(new Error());
    put(transport, 0, 2, "c");
    put(transport, 1, 1, failed);
    put(transport, 2, 0, "a");
    assertEquals("a", transport.poll());
    assertEquals(failed, transport.poll());
    assertNull(transport.poll());
    put(transport, 0, 3, "d");
    assertNull(transport.poll());
  }
}
