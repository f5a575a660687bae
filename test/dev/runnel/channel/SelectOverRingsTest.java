package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rings only hint that something has changed: a select then tries again, and loses nothing. */
@Timeout(60)
final class SelectOverRingsTest {
  private static final int FLAVOURS = 4;

  /** What a producer sends. */
  private record Item(int from, int index) {}

  @Test
  void receivesAllOfSeveralChannelsInTheOrderOfEach() {
    Seeds.each(300, random -> {
      int channels = random.nextInt(1, 8);
      int count = random.nextInt(1, 60);
      List<Running> running = new ArrayList<>();
      Select<Item> select = Select.create();
      for (int i = 0; i < channels; i++) {
        Channel<Item> channel = channel(random);
        Sender<Item> sender = channel;
        Receiver<Item> receiver = channel;
        if (random.nextInt(FLAVOURS) == 0) {
          FanIn<Item> fanIn = Channel.manyToOne(random.nextInt(1, 5));
          sender = fanIn.sender();
          receiver = fanIn;
          fanIn.sender().close();
        }
        running.add(producer(sender, i, count, new Random(random.nextLong()), random));
        select.receive(receiver, item -> item);
      }
      int[] next = new int[channels];
      Random mine = new Random(random.nextLong());
      Running consumer = Running.either(random, () -> {
        for (int taken = 0; taken < channels * count; taken++) {
          Running.pause(mine);
          Item item = mine.nextBoolean()
              ? select.await()
              : select.await(Duration.ofSeconds(50)).orElseThrow();
          assertEquals(next[item.from]++, item.index);
        }
        assertTrue(select.tryNow().isEmpty());
      });
      consumer.join();
      for (Running producer : running) {
        producer.join();
      }
      int[] all = new int[channels];
      Arrays.fill(all, count);
      assertEquals(Arrays.toString(all), Arrays.toString(next));
    });
  }

  private static Channel<Item> channel(Random random) {
    return switch (random.nextInt(FLAVOURS)) {
      case 0 -> Channel.rendezvous();
      case 1 -> Channel.bounded(random.nextInt(1, 5));
      default -> Channel.spsc(random.nextInt(1, 5));
    };
  }

  private static Running producer(
      Sender<Item> sender, int number, int count, Random mine, Random kind) {
    return Running.either(kind, () -> {
      for (int i = 0; i < count; i++) {
        Running.pause(mine);
        sender.send(new Item(number, i));
      }
    });
  }

  @Test
  void sendsToWhicheverRingHasRoomAndNothingTwice() {
    Seeds.each(300, random -> {
      int count = random.nextInt(1, 100);
      Channel<Integer> left = Channel.spsc(random.nextInt(1, 4));
      Channel<Integer> right = Channel.spsc(random.nextInt(1, 4));
      List<Integer> fromLeft = new ArrayList<>();
      List<Integer> fromRight = new ArrayList<>();
      Running a = consumer(left, fromLeft, new Random(random.nextLong()));
      Running b = consumer(right, fromRight, new Random(random.nextLong()));
      int[] sent = {0};
      Select<Boolean> select = Select.<Boolean>create()
          .send(left, () -> sent[0], () -> true)
          .send(right, () -> sent[0], () -> true);
      for (; sent[0] < count; sent[0]++) {
        assertTrue(select.await());
      }
      left.close();
      right.close();
      a.join();
      b.join();
      List<Integer> all = new ArrayList<>(fromLeft);
      all.addAll(fromRight);
      assertEquals(count, all.size());
      assertEquals(count, all.stream().distinct().count());
      assertEquals(fromLeft.stream().sorted().toList(), fromLeft);
      assertEquals(fromRight.stream().sorted().toList(), fromRight);
    });
  }

  private static Running consumer(Channel<Integer> from, List<Integer> into, Random mine) {
    return Running.virtual(() -> {
      for (Integer next = from.receive(); next != null; next = from.receive()) {
        into.add(next);
        Running.pause(mine);
      }
    });
  }

  @Test
  void waitsThoughTheSameRingIsInTwoClauses() throws Exception {
    Channel<Integer> channel = Channel.spsc(2);
    Select<String> select = Select.<String>create()
        .receive(channel, n -> "a" + n)
        .receive(channel, n -> "b" + n);
    Running consumer = Running.virtual(() -> {
      String first = select.await();
      assertTrue(first.equals("a1") || first.equals("b1"));
    }).awaitWaiting();
    channel.send(1);
    consumer.join();
  }

  @Test
  void closeRacesSelect() {
    Seeds.each(2_000, random -> {
      Channel<Integer> spsc = Channel.spsc(1);
      FanIn<Integer> fanIn = Channel.manyToOne(1);
      Sender<Integer> sender = fanIn.sender();
      Select<Integer> select = Select.<Integer>create()
          .receive(spsc, n -> n)
          .receive(fanIn, n -> n);
      Running closing = Running.either(random, () -> {
        sender.send(1);
        sender.close();
        fanIn.close();
        spsc.send(2);
        spsc.close();
      });
      int first = select.await();
      assertEquals(3, first + select.await());
      assertThrows(ChannelClosedException.class, select::await);
      assertNull(spsc.receive());
      closing.join();
    });
  }

  @Test
  void cancelRacesSelect() {
    Seeds.each(2_000, random -> {
      List<Integer> discarded = new ArrayList<>();
      Channel<Integer> spsc = Channel.spsc(1, discarded::add);
      spsc.send(1);
      Select<Integer> select = Select.<Integer>create().receive(spsc, n -> n);
      Running cancelling = Running.either(random, spsc::cancel);
      List<Integer> received = new ArrayList<>();
      try {
        received.add(select.await());
        received.add(select.await());
      } catch (ChannelCancelledException e) {
        assertTrue(received.size() <= 1);
      }
      cancelling.join();
      assertTrue(spsc.cancel());
      received.addAll(discarded);
      assertEquals(List.of(1), received);
    });
  }

  @Test
  void saysThatAnEndIsAnothersThread() throws Exception {
    Channel<Integer> spsc = Channel.spsc(1);
    assertTrue(spsc.tryReceive() instanceof ReceiveResult.Empty);
    Running.virtual(() -> assertThrows(IllegalStateException.class,
        () -> Select.<Integer>create().receive(spsc, n -> n).await())).join();
  }
}
