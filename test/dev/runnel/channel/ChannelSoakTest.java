package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Ledger.Parcel;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Seven channels of all flavours under random load, side by side, and an eighth load that selects
 * over several at once: each lives for a while, is ended in some way, has its ledger checked, and
 * is followed by the next. Once a minute, and at the end, figures are printed.
 *
 * <p>{@code mvn -Pfast,soak test -Dtest=ChannelSoakTest -Dsoak.minutes=60} runs it for an hour; two
 * minutes are the default.
 */
@Tag("soak")
@Timeout(value = 3, unit = TimeUnit.HOURS)
class ChannelSoakTest {
  private static final Duration RUN = Duration.ofMinutes(Integer.getInteger("soak.minutes", 2));

  /** What may live more at the end than after the first tenth. */
  private static final long SLACK_BYTES = 4 << 20;

  private static final int BACKLOG = 1_000;
  private static final int HAND_OVERS = 10_000_000;

  private final long start = System.nanoTime();

  @Test
  void keepsTheLedgerExactAndTheHeapFlat() {
    Seeds.each(1, this::soak);
  }

  private void soak(Random random) throws Exception {
    List<Soaking> soaking = new ArrayList<>();
    for (Flavour flavour : Flavour.values()) {
      soaking.add(new OneFlavour(flavour, random.nextLong()));
    }
    soaking.add(new Selects(random.nextLong()));
    List<Running> running =
        soaking.stream().map(one -> Running.platform(one::run)).toList();
    pass(RUN.dividedBy(10));
    long before = MemoryContract.liveBytes();
    print(soaking, before);
    while (left().isPositive()) {
      pass(left().compareTo(Duration.ofMinutes(1)) < 0 ? left() : Duration.ofMinutes(1));
      print(soaking, MemoryContract.liveBytes());
      for (Running one : running) {
        if (!one.thread().isAlive()) {
          one.join(); // throws at once what went wrong, if it did not just come to its end
        }
      }
    }
    for (Running one : running) {
      one.join();
    }
    long after = MemoryContract.liveBytes();
    print(soaking, after);
    assertTrue(after - before < SLACK_BYTES, "grew by " + (after - before));
  }

  private Duration left() {
    return RUN.minusNanos(System.nanoTime() - start);
  }

  private static void pass(Duration time) throws InterruptedException {
    boolean _ = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void print(List<Soaking> soaking, long liveBytes) {
    System.out.printf("soak: %d s, heap %d KiB%n",
        Duration.ofNanos(System.nanoTime() - start).toSeconds(), liveBytes >> 10);
    soaking.forEach(one -> System.out.println("soak:   " + one));
  }

  /** Life after life. */
  private abstract class Soaking {
    final String name;
    final Random random;
    private final AtomicLong lives = new AtomicLong();
    private final Ledger total = new Ledger();

    Soaking(String name, long seed) {
      this.name = name;
      random = new Random(seed);
    }

    final void run() throws Exception {
      while (left().isPositive()) {
        total.add(live());
        lives.incrementAndGet();
      }
    }

    /** Returns the ledger of one life, which is balanced. */
    abstract Ledger live() throws Exception;

    /** For a time that is long now and then. */
    final void interrupt(List<Running> threads) throws InterruptedException {
      for (int i = 1 << random.nextInt(12); i > 0 && left().isPositive(); i--) {
        pass(Duration.ofNanos(random.nextInt(2_000_000)));
        threads.get(random.nextInt(threads.size())).thread().interrupt();
      }
    }

    @Override
    public final String toString() {
      return name + ", " + lives + " lives: " + total;
    }
  }

  /** Channels of all flavours, and threads that select over them. */
  private final class Selects extends Soaking {
    Selects(long seed) {
      super("select", seed);
    }

    @Override
    Ledger live() throws Exception {
      SelectTraffic traffic = new SelectTraffic(random);
      interrupt(traffic.start());
      return traffic.end();
    }
  }

  /** One flavour, and threads that call plainly. */
  private final class OneFlavour extends Soaking {
    private final Flavour flavour;

    OneFlavour(Flavour flavour, long seed) {
      super(flavour.name(), seed);
      this.flavour = flavour;
    }

    /** One channel, from its first sender to its last element. */
    @Override
    Ledger live() throws Exception {
      Ledger ledger = new Ledger();
      Line<Parcel> line = flavour.make(ledger);
      Traffic traffic = new Traffic(line, ledger);
      CountDownLatch done = new CountDownLatch(1);
      List<Running> senders = new ArrayList<>();
      for (int i = flavour.oneSender ? 1 : random.nextInt(1, 5); i > 0; i--) {
        Random own = new Random(random.nextLong());
        senders.add(Running.either(random, () -> traffic.send(own, () -> {
          while (line.receiver().size() > BACKLOG && done.getCount() > 0) {
            Thread.yield();
          }
          return done.getCount() > 0;
        })));
      }
      List<Running> receivers = new ArrayList<>();
      for (int i = flavour.oneReceiver ? 1 : random.nextInt(1, 5); i > 0; i--) {
        Random own = new Random(random.nextLong());
        receivers.add(Running.either(random, () -> traffic.receive(own, () -> true)));
      }
      interrupt(Stream.concat(senders.stream(), receivers.stream()).toList());
      done.countDown();
      switch (random.nextInt(4)) {
        case 0 -> line.close();
        case 1 -> line.fail(new IllegalStateException());
        case 2 -> {
          boolean _ = line.receiver().cancel();
        }
        default -> {
          // senders are done
        }
      }
      for (Running sender : senders) {
        sender.join();
      }
      line.close();
      for (Running receiver : receivers) {
        receiver.join();
      }
      assertTrue(line.receiver().cancel(), name);
      ledger.assertBalanced();
      return ledger;
    }
  }

  @Test
  void handsOverTenMillionElements() {
    HandOverContract[] flavours =
        {new SpscChannelTest(), new FanInChannelTest(), new ManyToManyChannelTest()};
    for (HandOverContract flavour : flavours) {
      for (int capacity = 1; capacity <= 3; capacity++) {
        int room = capacity;
        Seeds.each(1, random -> flavour.handOver(random, room, HAND_OVERS / 3));
      }
    }
  }
}
