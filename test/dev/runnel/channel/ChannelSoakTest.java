package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Ledger.Parcel;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Seven channels of all flavours under random load, side by side: each lives for a while, is ended
 * in some way, has its ledger checked, and is followed by the next. Once a minute, and at the end,
 * figures are printed.
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

  private static Map<String, Function<Consumer<Parcel>, Line<Parcel>>> flavours() {
    Map<String, Function<Consumer<Parcel>, Line<Parcel>>> all = new LinkedHashMap<>();
    all.put("spsc", hook -> Line.of(Channel.spsc(16, hook)));
    all.put("manyToOne", hook -> Line.of(Channel.manyToOne(8, hook)));
    all.put("bounded", hook -> Line.of(Channel.bounded(8, hook)));
    all.put("rendezvous", _ -> Line.of(Channel.rendezvous()));
    all.put("unbounded", hook -> Line.of(Channel.unbounded(hook)));
    all.put("dropOldest", hook -> Line.of(Channel.bounded(8, Overflow.DROP_OLDEST, hook)));
    all.put("keepLatest", hook -> Line.of(Channel.bounded(8, Overflow.KEEP_LATEST, hook)));
    return all;
  }

  @Test
  void keepsTheLedgerExactAndTheHeapFlat() {
    Seeds.each(1, this::soak);
  }

  private void soak(Random random) throws Exception {
    List<Soaking> soaking = new ArrayList<>();
    flavours().forEach((name, make) -> soaking.add(new Soaking(name, make, random.nextLong())));
    List<Running> running =
        soaking.stream().map(one -> Running.platform(one::run)).toList();
    pass(RUN.dividedBy(10));
    long before = MemoryContract.liveBytes();
    print(soaking, before);
    while (left().isPositive()) {
      pass(left().compareTo(Duration.ofMinutes(1)) < 0 ? left() : Duration.ofMinutes(1));
      print(soaking, MemoryContract.liveBytes());
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

  /** One flavour, life after life. */
  private final class Soaking {
    private final String name;
    private final Function<Consumer<Parcel>, Line<Parcel>> make;
    private final Random random;
    private final AtomicLong lives = new AtomicLong();
    private final Ledger total = new Ledger();

    Soaking(String name, Function<Consumer<Parcel>, Line<Parcel>> make, long seed) {
      this.name = name;
      this.make = make;
      random = new Random(seed);
    }

    void run() throws Exception {
      while (left().isPositive()) {
        live();
        lives.incrementAndGet();
      }
    }

    /** One channel, from its first sender to its last element. */
    private void live() throws Exception {
      Ledger ledger = new Ledger();
      Line<Parcel> line = make.apply(ledger::discarded);
      Traffic traffic = new Traffic(line, ledger);
      boolean single = name.equals("spsc");
      CountDownLatch done = new CountDownLatch(1);
      List<Running> senders = new ArrayList<>();
      for (int i = single ? 1 : random.nextInt(1, 5); i > 0; i--) {
        Random own = new Random(random.nextLong());
        senders.add(Running.either(random, () -> traffic.send(own, () -> {
          while (line.receiver().size() > BACKLOG && done.getCount() > 0) {
            Thread.yield();
          }
          return done.getCount() > 0;
        })));
      }
      List<Running> receivers = new ArrayList<>();
      for (int i = single || line.ownWays() ? 1 : random.nextInt(1, 5); i > 0; i--) {
        Random own = new Random(random.nextLong());
        receivers.add(Running.either(random, () -> traffic.receive(own, () -> true)));
      }
      interrupt(senders, receivers);
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
      total.add(ledger);
    }

    /** For a time that is long now and then. */
    private void interrupt(List<Running> senders, List<Running> receivers)
        throws InterruptedException {
      List<Running> all = new ArrayList<>(senders);
      all.addAll(receivers);
      for (int i = 1 << random.nextInt(12); i > 0 && left().isPositive(); i--) {
        pass(Duration.ofNanos(random.nextInt(2_000_000)));
        all.get(random.nextInt(all.size())).thread().interrupt();
      }
    }

    @Override
    public String toString() {
      return name + ", " + lives + " lives: " + total;
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
