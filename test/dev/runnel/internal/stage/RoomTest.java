package dev.runnel.internal.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.park.Waiter;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class RoomTest {
  private static final int ELEMENTS = 100_000;

  private final Waiter waiter = new Waiter();
  private final AtomicLong pulled = new AtomicLong();

  /** How many the consumer has handed down. */
  private long down;

  private Running feeder(Room room, long count) {
    return Running.virtual(() -> {
      for (long i = 0; i < count; i++) {
        room.await(i);
        pulled.incrementAndGet();
      }
    });
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 65})
  void letsExactlyTheBoundAheadOfAConsumerThatHasTakenNothing(long bound) throws Exception {
    Room room = new Room(bound, (int) bound, waiter);
    Running feeder = feeder(room, bound + 1).awaitWaiting();
    assertEquals(bound, pulled.get());
    for (int i = 0; i <= bound; i++) {
      room.handed(++down);
    }
    room.publish(down);
    feeder.join();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 64, 65})
  void resumesWhenHalfTheBufferIsFree(int buffer) throws Exception {
    long bound = buffer + 1L;
    int batch = Math.max(1, buffer / 2);
    Room room = new Room(bound, buffer, waiter);
    Running feeder = feeder(room, bound + batch + 1).awaitWaiting();
    for (int i = 1; i < batch; i++) {
      room.handed(++down);
      room.publish(down); // each is known, and too few to wake the feeder for
      assertEquals(bound, pulled.get());
    }
    feeder.awaitWaiting();
    assertEquals(bound, pulled.get());
    room.handed(++down);
    room.publish(down);
    while (pulled.get() < bound + batch) {
      Thread.yield();
    }
    feeder.awaitWaiting();
    assertEquals(bound + batch, pulled.get());
    feeder.thread().interrupt();
    assertThrows(InterruptedException.class, feeder::join);
  }

  @Test
  void publishesByItselfOnceABatchIsHandedDown() throws Exception {
    Room room = new Room(5, 4, waiter);
    Running feeder = feeder(room, 6).awaitWaiting();
    room.handed(++down);
    feeder.awaitWaiting();
    assertEquals(5, pulled.get());
    room.handed(++down);
    feeder.join();
  }

  @Test
  void publishesTheRestWhenTheConsumerIsAboutToWait() throws Exception {
    Room room = new Room(2, 64, waiter); // a batch of 32 can not be waited for
    room.handed(++down);
    room.publish(down);
    room.publish(down);
    Running feeder = feeder(room, 3);
    feeder.join();
  }

  @Test
  void interruptWhileWaitingThrowsAndTheFeederMayWaitAgain() throws Exception {
    Room room = new Room(1, 1, waiter);
    CountDownLatch thrown = new CountDownLatch(1);
    Running feeder = Running.virtual(() -> {
      room.await(0);
      assertThrows(InterruptedException.class, () -> room.await(1));
      assertFalse(Thread.currentThread().isInterrupted());
      thrown.countDown();
      room.await(1);
    }).awaitWaiting();
    feeder.thread().interrupt();
    thrown.await();
    room.handed(++down);
    room.publish(down);
    feeder.join();
  }

  @Test
  void countsBeyondTheIntegers() throws Exception {
    Room room = new Room(Integer.MAX_VALUE + 64L, 64, waiter);
    room.await(Integer.MAX_VALUE + 63L);
    Running feeder = Running.virtual(() -> room.await(Integer.MAX_VALUE + 64L)).awaitWaiting();
    for (int i = 0; i < 32; i++) {
      room.handed(++down);
    }
    feeder.join();
  }

  /** The feeder never leads by more than the bound, and no wake-up is lost. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 65})
  void neverLeadsAndNeverHangsOverManyHandOvers(int bound) {
    int elements = bound < 3 ? ELEMENTS / 5 : ELEMENTS;
    Seeds.each(1, random -> {
      Waiter consumer = new Waiter();
      AtomicLong given = new AtomicLong();
      AtomicLong handed = new AtomicLong();
      Room room = new Room(bound, random.nextInt(1, bound + 1), waiter);
      Random mine = new Random(random.nextLong());
      Running feeder = Running.either(random, () -> {
        for (long i = 0; i < elements; i++) {
          room.await(i);
          long ahead = i + 1 - handed.get();
          assertTrue(ahead <= bound, () -> ahead + " ahead of " + bound);
          if (i % 16 == 0) {
            Running.pause(mine);
          }
          given.set(i + 1);
          consumer.signal();
        }
      });
      for (long i = 0; i < elements; i++) {
        long wanted = i;
        if (given.get() <= wanted) {
          room.publish(down);
          consumer.await(() -> given.get() > wanted);
        }
        if (i % 16 == 0) {
          Running.pause(random);
        }
        handed.set(i + 1); // before the room knows: the feeder may not lead even this
        room.handed(++down);
      }
      feeder.join();
    });
  }
}
