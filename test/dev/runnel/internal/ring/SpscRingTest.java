package dev.runnel.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

final class SpscRingTest {

  @Nested
  final class SizedOnce extends RingContract {
    @Override
    SpscRing<Object> ring(int capacity, Wake wakeConsumer, Wake wakeProducer) {
      return new SpscRing<>(capacity, wakeConsumer, wakeProducer);
    }
  }

  @Nested
  final class GrowingByLinking extends RingContract {
    @Override
    SpscRing<Object> ring(int capacity, Wake wakeConsumer, Wake wakeProducer) {
      return new SpscRing<>(Math.min(capacity, 2), capacity, wakeConsumer, wakeProducer);
    }
  }

  @Nested
  final class GrowingFromAnOddSize extends RingContract {
    @Override
    SpscRing<Object> ring(int capacity, Wake wakeConsumer, Wake wakeProducer) {
      return new SpscRing<>(Math.min(capacity, 3), capacity, wakeConsumer, wakeProducer);
    }
  }

  @Test
  void takesNoMemoryForACapacityThatIsNotUsed() {
    SpscRing<Object> ring = new SpscRing<>(1, Integer.MAX_VALUE, () -> {}, () -> {});
    assertEquals(Integer.MAX_VALUE, ring.capacity());
    for (int i = 0; i < 1_000; i++) {
      assertEquals(1, ring.offer(i));
    }
    assertEquals(1_000, ring.size());
    for (int i = 0; i < 1_000; i++) {
      assertEquals(i, ring.poll());
    }
  }
}
