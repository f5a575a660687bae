package dev.runnel.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.internal.park.Waiter;
import dev.runnel.kit.Running;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A producer and a consumer that offer, poll, free, wait and retract as the dice fall, and a close
 * at a random moment. What was accepted is polled, in order, and each announcement is taken back
 * once: by a wake or by who made it.
 */
final class RingStorm {
  /** Makes the ring that is stormed. */
  interface Kind {
    SpscRing<Object> ring(int capacity, Wake wakeConsumer, Wake wakeProducer);
  }

  /** One of the two who wait: its announcements, and how each was taken back. */
  private static final class Side {
    private final Waiter waiter = new Waiter();
    private final AtomicInteger wakes = new AtomicInteger();
    private int announced;
    private int retracted;

    void wake() {
      wakes.incrementAndGet();
      waiter.signal();
    }
  }

  private static final int LIMIT = 300;

  private final Random dice;
  private final SpscRing<Object> ring;
  private final Side producer = new Side();
  private final Side consumer = new Side();
  private final boolean thirdCloses;
  private final int most;
  private int accepted;
  private int polled;

  RingStorm(Random dice, Kind kind) {
    this.dice = dice;
    int capacity = dice.nextInt(1, dice.nextBoolean() ? 4 : 70);
    ring = kind.ring(capacity, consumer::wake, producer::wake);
    thirdCloses = dice.nextBoolean();
    most = dice.nextInt(1, 20);
  }

  void run() throws Exception {
    Random offers = new Random(dice.nextLong());
    Random polls = new Random(dice.nextLong());
    Running producing = Running.either(dice, () -> closing(() -> produce(offers)));
    Running consuming = Running.either(dice, () -> closing(() -> consume(polls)));
    if (thirdCloses) {
      for (int pauses = dice.nextInt(100); pauses > 0; pauses--) {
        Running.pause(dice);
      }
      ring.close();
      assertTrue(ring.closed());
    }
    producing.join();
    consuming.join();
    ring.free();
    assertEquals(accepted, polled);
    assertTrue(ring.drained());
    assertEquals(0, ring.size());
    assertFalse(ring.producerWaits() || ring.consumerWaits());
    assertEquals(producer.announced - producer.retracted, producer.wakes.get());
    assertEquals(consumer.announced - consumer.retracted, consumer.wakes.get());
  }

  /** So that a side that has failed does not leave the other waiting. */
  private void closing(Running.Body side) throws Exception {
    try {
      side.run();
    } finally {
      ring.close();
    }
  }

  private void produce(Random mine) throws InterruptedException {
    while (accepted < LIMIT) {
      Running.pause(mine);
      int count = offer(mine);
      if (count == SpscRing.REFUSED) {
        assertTrue(ring.closed());
        assertEquals(SpscRing.REFUSED, ring.offer("never"));
        return;
      }
      accepted += count;
      if (count == SpscRing.FULL && ring.producerLeaves()) {
        producer.announced++;
        if (mine.nextInt(3) == 0) {
          Running.pause(mine);
          if (ring.producerStays()) {
            producer.retracted++;
          }
        } else {
          producer.waiter.await(() -> !ring.producerWaits());
        }
      }
    }
  }

  private int offer(Random mine) {
    if (mine.nextBoolean()) {
      return ring.offer(accepted);
    }
    Object[] bulk = new Object[mine.nextInt(1, most + 1)];
    Arrays.setAll(bulk, i -> accepted + i);
    return ring.offer(bulk, 0, bulk.length);
  }

  private void consume(Random mine) throws InterruptedException {
    @Nullable Object[] into = new @Nullable Object[most];
    while (!ring.drained()) {
      Running.pause(mine);
      int count = mine.nextBoolean() ? ring.poll(into, 0, most) : pollOne(into);
      for (int i = 0; i < count; i++) {
        assertEquals(polled++, into[i]);
      }
      if (count == 0 || mine.nextBoolean()) {
        ring.free();
      }
      if (count == 0 && ring.consumerLeaves()) {
        consumer.announced++;
        if (mine.nextInt(3) == 0) {
          Running.pause(mine);
          if (ring.consumerStays()) {
            consumer.retracted++;
          }
        } else {
          consumer.waiter.await(() -> !ring.consumerWaits());
        }
      }
    }
  }

  private int pollOne(@Nullable Object[] into) {
    into[0] = ring.poll();
    return into[0] == null ? 0 : 1;
  }
}
