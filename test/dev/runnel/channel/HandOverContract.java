package dev.runnel.channel;

import static dev.runnel.channel.ChannelCase.range;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.ReceiveResult.Empty;
import dev.runnel.channel.ReceiveResult.Ended;
import dev.runnel.channel.ReceiveResult.Received;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Every channel that drops nothing hands on from thread to thread, and never sleeps for ever. */
interface HandOverContract extends ChannelCase {

  /** How many elements are handed over at each capacity: a million at all of them. */
  int COUNT = 334_000;

  @Test
  default void handsOverAtCapacity1WithRandomPauses() {
    Seeds.each(4, random -> handOver(random, 1, rounds(COUNT) / 4));
  }

  @Test
  default void handsOverAtCapacity2WithRandomPauses() {
    Seeds.each(4, random -> handOver(random, 2, rounds(COUNT) / 4));
  }

  @Test
  default void handsOverAtCapacity3WithRandomPauses() {
    Seeds.each(4, random -> handOver(random, 3, rounds(COUNT) / 4));
  }

  /** Timed waits, also such as end, and untimed ones are mixed on both sides. */
  default void handOver(Random random, int capacity, int count) throws Exception {
    Line<Integer> line = make(capacity);
    Random sends = new Random(random.nextLong());
    Random receives = new Random(random.nextLong());
    Running sender = Running.either(random, () -> {
      Sender<Integer> way = line.sender();
      int next = 0;
      while (next < count) {
        Running.pause(sends);
        next = sendSome(way, next, sends);
      }
      line.close();
    });
    Running receiver = Running.either(random, () -> {
      int next = 0;
      while (next >= 0) {
        Running.pause(receives);
        int after = receiveSome(line.receiver(), next, receives);
        if (after < 0) {
          assertTrue(next >= count, "ended after " + next);
        }
        next = after;
      }
    });
    receiver.join();
    sender.join();
  }

  private static int sendSome(Sender<Integer> way, int next, Random random) throws Exception {
    switch (random.nextInt(8)) {
      case 0 -> {
        int n = random.nextInt(1, 6);
        assertEquals(n, way.sendAll(range(next, next + n)));
        return next + n;
      }
      case 1 -> {
        return way.trySend(next).accepted() ? next + 1 : next;
      }
      case 2 -> {
        Duration timeout = Duration.ofNanos(random.nextInt(50_000));
        return way.send(next, timeout).accepted() ? next + 1 : next;
      }
      case 3 -> assertTrue(way.send(next, Duration.ofDays(1)).accepted());
      default -> way.send(next);
    }
    return next + 1;
  }

  /** Returns what is to come next, or less than 0 at the end. */
  private static int receiveSome(Receiver<Integer> receiver, int next, Random random)
      throws Exception {
    switch (random.nextInt(8)) {
      case 0 -> {
        List<Integer> some = receiver.receiveAll(random.nextInt(1, 6));
        assertEquals(range(next, next + some.size()), some);
        return some.isEmpty() ? -1 : next + some.size();
      }
      case 1 -> {
        return after(receiver.tryReceive(), next);
      }
      case 2 -> {
        return after(receiver.receive(Duration.ofNanos(random.nextInt(50_000))), next);
      }
      case 3 -> {
        return after(receiver.receive(Duration.ofDays(1)), next);
      }
      default -> {
        Integer got = receiver.receive();
        if (got == null) {
          return -1;
        }
        assertEquals(next, got);
        return next + 1;
      }
    }
  }

  private static int after(ReceiveResult<Integer> result, int next) {
    return switch (result) {
      case Received<Integer>(Integer got) -> {
        assertEquals(next, got);
        yield next + 1;
      }
      case Empty<Integer> _ -> next;
      case Ended<Integer> _ -> -1;
    };
  }
}
