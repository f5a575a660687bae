package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Selects that meet each other and plain calls, at random: nothing hangs, is lost or doubled. */
@Timeout(120)
class SelectStormTest {

  /** Two selects, each of which can be met in both of its clauses, and in both ways at once. */
  @Test
  void twoThatFaceEachOtherMeet() {
    Seeds.each(20, random -> {
      Channel<Integer> there = Channel.rendezvous();
      Channel<Integer> back = random.nextBoolean() ? there : Channel.rendezvous();
      int rounds = 500;
      AtomicInteger sent = new AtomicInteger();
      AtomicInteger received = new AtomicInteger();
      List<Running> both = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        Channel<Integer> out = i == 0 ? there : back;
        Channel<Integer> in = i == 0 ? back : there;
        var own = new Random(random.nextLong());
        Select<AtomicInteger> select = Select.<AtomicInteger>create()
            .send(out, () -> 1, () -> sent)
            .receive(in, _ -> received);
        both.add(Running.either(random, () -> {
          for (int n = 0; n < rounds; n++) { // each await is one meeting of both
            Running.pause(own);
            select.await().incrementAndGet();
          }
        }));
      }
      for (Running one : both) {
        one.join();
      }
      assertEquals(rounds, sent.get());
      assertEquals(rounds, received.get());
    });
  }

  @Test
  void crowdsMeetInEveryWay() {
    Seeds.each(1000, random -> new Storm(random).run());
  }

  @Test
  void theLedgerIsExactOverAllFlavours() {
    Seeds.each(100, random -> {
      SelectTraffic traffic = new SelectTraffic(random);
      List<Running> threads = traffic.start();
      for (int i = random.nextInt(100); i > 0; i--) {
        threads.get(random.nextInt(threads.size())).thread().interrupt();
        Running.pause(random);
      }
      traffic.end();
    });
  }

  /** One round: channels of all flavours, threads that select or call plainly, and an end. */
  private static final class Storm {
    private final Random random;
    private final List<Channel<Integer>> channels = new ArrayList<>();
    private final Set<Integer> accepted = ConcurrentHashMap.newKeySet();
    private final Set<Integer> received = ConcurrentHashMap.newKeySet();
    private final AtomicInteger ids = new AtomicInteger();
    private final AtomicInteger doubled = new AtomicInteger();
    private final CountDownLatch enough;

    Storm(Random random) {
      this.random = random;
      enough = new CountDownLatch(10 + random.nextInt(60));
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        channels.add(switch (random.nextInt(4)) {
          case 0 -> Channel.bounded(1 + random.nextInt(2));
          case 1 -> Channel.unbounded();
          default -> Channel.rendezvous();
        });
      }
    }

    void run() throws Exception {
      List<Running> threads = new ArrayList<>();
      boolean plain = random.nextBoolean();
      for (int i = 2 + random.nextInt(3); i > 0; i--) {
        // Without plain partners, all clauses are there, so that any two can meet.
        threads.add(selecting(plain));
      }
      if (plain) {
        for (Channel<Integer> channel : channels) {
          var sending = new Random(random.nextLong());
          var receiving = new Random(random.nextLong());
          threads.add(Running.virtual(() -> untilEnded(() -> {
            Running.pause(sending); // else who never waits keeps its carrier from the others
            int id = ids.incrementAndGet();
            channel.send(id);
            sent(id);
          })));
          threads.add(Running.virtual(() -> untilEnded(() -> {
            Running.pause(receiving);
            Integer id = channel.receive();
            if (id == null) {
              throw new ChannelClosedException(List.of());
            }
            got(id);
          })));
        }
      }
      for (int i = random.nextInt(10); i > 0; i--) {
        threads.get(random.nextInt(threads.size())).thread().interrupt();
        Running.pause(random);
      }
      enough.await();
      channels.forEach(Channel::close);
      for (Running thread : threads) {
        thread.join();
      }
      for (Channel<Integer> channel : channels) {
        channel.forEach(this::got);
      }
      assertEquals(accepted, received);
      assertEquals(0, doubled.get());
    }

    private Running selecting(boolean some) {
      var own = new Random(random.nextLong());
      Select<Boolean> select = Select.create();
      int[] offered = new int[2 * channels.size()];
      for (int i = 0; i < offered.length; i++) {
        Channel<Integer> channel = channels.get(i / 2);
        int at = i;
        if (some && random.nextInt(3) == 0 && i > 0) {
          continue;
        }
        if (i % 2 == 0) {
          select.send(channel, () -> offered[at] = ids.incrementAndGet(), () -> sent(offered[at]));
        } else {
          select.receive(channel, this::got);
        }
      }
      return Running.virtual(() -> untilEnded(() -> {
        Running.pause(own);
        switch (own.nextInt(4)) {
          case 0 -> select.tryNow();
          case 1 -> select.await(Duration.ofNanos(1 + own.nextInt(50_000)));
          default -> select.await();
        }
      }));
    }

    private static void untilEnded(Running.Body body) throws Exception {
      for (;;) {
        try {
          body.run();
        } catch (InterruptedException ignored) {
          // nothing was done: again
        } catch (ChannelException e) {
          return;
        }
      }
    }

    private boolean sent(int id) {
      enough.countDown();
      return accepted.add(id);
    }

    private boolean got(int id) {
      enough.countDown();
      if (!received.add(id)) {
        doubled.incrementAndGet();
      }
      return true;
    }
  }
}
