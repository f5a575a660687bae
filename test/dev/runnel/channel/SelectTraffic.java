package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Ledger.Parcel;
import dev.runnel.channel.ReceiveResult.Empty;
import dev.runnel.channel.ReceiveResult.Ended;
import dev.runnel.channel.ReceiveResult.Received;
import dev.runnel.kit.Running;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Channels of any flavours, and threads each of which selects over sends and receives of several of
 * them, among others that call plainly. Each element is accounted for, and those of one way stay in
 * order. Interrupts are taken as they come.
 */
final class SelectTraffic {
  private static final int BACKLOG = 1_000;

  private final Random random;
  private final Ledger ledger = new Ledger();
  private final List<Line<Parcel>> lines = new ArrayList<>();
  private final List<Running> threads = new ArrayList<>();
  private final CountDownLatch done = new CountDownLatch(1);

  SelectTraffic(Random random) {
    this.random = random;
  }

  /** Starts all threads. */
  List<Running> start() {
    List<Selecting> selecting = new ArrayList<>();
    for (int i = random.nextInt(2, 4); i > 0; i--) {
      selecting.add(new Selecting(new Random(random.nextLong())));
    }
    for (int i = random.nextInt(2, 5); i > 0; i--) {
      add(Flavour.any(random), selecting);
    }
    selecting.forEach(one -> threads.add(Running.either(random, one::run)));
    return threads;
  }

  /** Adds a channel, of which each end is in a select, and plainly used too if it may be shared. */
  private void add(Flavour flavour, List<Selecting> selecting) {
    Line<Parcel> line = flavour.make(ledger);
    Traffic traffic = new Traffic(line, ledger);
    lines.add(line);
    int sending = random.nextInt(selecting.size());
    int receiving = random.nextInt(selecting.size());
    for (int i = 0; i < selecting.size(); i++) {
      Selecting one = selecting.get(i);
      if (i == sending || !flavour.oneSender && random.nextBoolean()) {
        one.clauses.add(new Sending(line, traffic.newWay()));
      }
      if (i == receiving || !flavour.oneReceiver && random.nextBoolean()) {
        one.clauses.add(new Receiving(line, traffic));
      }
    }
    if (!flavour.oneSender) {
      Random own = new Random(random.nextLong());
      threads.add(Running.either(random, () -> traffic.send(own, () -> {
        giveWay(line);
        return done.getCount() > 0;
      })));
    }
    if (!flavour.oneReceiver) {
      Random own = new Random(random.nextLong());
      threads.add(Running.either(random, () -> traffic.receive(own, () -> true)));
    }
  }

  /** Lets who receives plainly catch up with an unbounded channel. */
  private static void giveWay(Line<?> line) {
    while (line.receiver().size() > BACKLOG) {
      Thread.yield();
    }
  }

  /** Ends each channel in some way, and returns the ledger, which is balanced. */
  Ledger end() throws Exception {
    done.countDown();
    for (Line<Parcel> line : lines) {
      switch (random.nextInt(4)) {
        case 0 -> line.fail(new IllegalStateException());
        case 1 -> {
          boolean _ = line.receiver().cancel();
        }
        default -> line.close();
      }
      Running.pause(random);
    }
    for (Running thread : threads) {
      thread.join();
    }
    for (Line<Parcel> line : lines) {
      assertTrue(line.receiver().cancel());
    }
    ledger.assertBalanced();
    return ledger;
  }

  /** One thread, which selects until all of its clauses are over. */
  private final class Selecting {
    private final Random random;
    private final List<Clause> clauses = new ArrayList<>();

    Selecting(Random random) {
      this.random = random;
    }

    void run() {
      while (!clauses.isEmpty()) {
        Collections.shuffle(clauses, random);
        Select<Boolean> select = random.nextInt(4) == 0
            ? Select.<Boolean>create().inOrder()
            : Select.create();
        clauses.forEach(clause -> clause.addTo(select));
        int awaits = random.nextInt(1, 100);
        while (awaits > 0 && awaits(select)) {
          awaits--;
        }
        if (random.nextBoolean()) {
          clauses.forEach(Clause::release);
        }
      }
    }

    /** One await; false if a clause is over. */
    private boolean awaits(Select<Boolean> select) {
      Running.pause(random);
      clauses.forEach(clause -> giveWay(clause.line));
      ChannelException end = null;
      try {
        switch (random.nextInt(4)) {
          case 0 -> select.tryNow();
          case 1 -> select.await(Duration.ofNanos(random.nextInt(100_000)));
          default -> select.await();
        }
      } catch (InterruptedException e) {
        // no clause was done
      } catch (ChannelException e) {
        end = e;
      }
      ChannelException ended = end;
      clauses.forEach(Clause::settle);
      if (ended != null && !clauses.removeIf(clause -> clause.over(ended))) {
        ledger.wrong("no clause is over after " + ended);
      }
      return ended == null;
    }
  }

  /** What a select is made of. */
  private abstract static class Clause {
    final Line<Parcel> line;

    Clause(Line<Parcel> line) {
      this.line = line;
    }

    abstract void addTo(Select<Boolean> select);

    /** Accounts for what this clause offered and did not send; after each await. */
    abstract void settle();

    /** Tells whether the channel has ended, and gives its end up then. */
    abstract boolean over(ChannelException thrown);

    abstract void release();
  }

  private final class Sending extends Clause {
    private final Sender<Parcel> sender;
    private final int way;
    private int number;
    private @Nullable Parcel offered;
    private boolean sent;

    Sending(Line<Parcel> line, int way) {
      super(line);
      sender = line.sender();
      this.way = way;
    }

    @Override
    void addTo(Select<Boolean> select) {
      select.send(sender, () -> {
        sent = false;
        return offered = ledger.parcel(way, number++);
      }, () -> {
        ledger.accepted(1);
        return sent = true;
      });
    }

    @Override
    void settle() {
      if (!sent && offered != null) {
        ledger.refused(offered);
      }
      sent = true;
    }

    @Override
    boolean over(ChannelException thrown) {
      boolean over = offered != null && thrown.refused().equals(List.of(offered));
      if (over) {
        sender.release();
      }
      return over;
    }

    @Override
    void release() {
      sender.release();
    }
  }

  private final class Receiving extends Clause {
    private final Traffic traffic;
    private final Map<Integer, Integer> latest = new HashMap<>();

    Receiving(Line<Parcel> line, Traffic traffic) {
      super(line);
      this.traffic = traffic;
    }

    @Override
    void addTo(Select<Boolean> select) {
      select.receive(line.receiver(), parcel -> {
        traffic.got(parcel, latest);
        return true;
      });
    }

    @Override
    void settle() {}

    @Override
    boolean over(ChannelException thrown) {
      return thrown.refused().isEmpty() && switch (line.receiver().tryReceive()) {
        case Received<Parcel>(Parcel parcel) -> {
          traffic.got(parcel, latest);
          yield false;
        }
        case Empty<Parcel> _ -> false;
        case Ended<Parcel> _ -> {
          release();
          yield true;
        }
      };
    }

    @Override
    void release() {
      line.receiver().release();
    }
  }
}
