package dev.runnel.internal.park;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LatchTest {
  @Test
  void letsThroughOnceOpen() {
    Latch latch = new Latch();
    latch.open();
    latch.awaitUninterruptibly();
    latch.open();
    latch.awaitUninterruptibly();
  }

  @Test
  void waitsThroughInterruptsAndRestoresTheFlag() throws Exception {
    Latch latch = new Latch();
    Running waiting = Running.virtual(() -> {
      latch.awaitUninterruptibly();
      assertTrue(Thread.interrupted());
    });
    waiting.awaitWaiting().thread().interrupt();
    latch.open();
    waiting.join();
  }

  @Test
  void letsAllThroughHoweverTheyArrive() {
    Seeds.each(500, random -> {
      Latch latch = new Latch();
      List<Running> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Random mine = new Random(random.nextLong());
        threads.add(Running.either(random, () -> {
          Running.pause(mine);
          latch.awaitUninterruptibly();
        }));
      }
      Running.pause(random);
      latch.open();
      for (Running thread : threads) {
        thread.join();
      }
    });
  }
}
