package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Ledger.Parcel;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Every channel in storms of ends, interrupts and time-outs: all elements are accounted for. */
interface StormContract extends ChannelCase {

  /** Who ends a storm, and how. */
  enum End {
    SENDERS_ARE_DONE, CLOSED, FAILED, CANCELLED, BY_A_SENDER, BY_A_RECEIVER, RECEIVERS_LEAVE
  }

  @Test
  default void accountsForEveryElementInStorms() {
    Seeds.each(rounds(600), this::storm);
  }

  private void storm(Random random) throws Exception {
    Ledger ledger = new Ledger();
    Line<Parcel> line = make(random.nextInt(1, 6), ledger::discarded);
    Traffic traffic = new Traffic(line, ledger);
    End end = End.values()[random.nextInt(End.values().length)];
    List<Running> senders = new ArrayList<>();
    for (int i = random.nextInt(mostSenders()); i >= 0; i--) {
      Random own = new Random(random.nextLong());
      senders.add(Running.either(random, () -> {
        traffic.send(own, times(own.nextInt(100)));
        if (end == End.BY_A_SENDER) {
          endAsASender(line, own);
        }
      }));
    }
    List<Running> receivers = new ArrayList<>();
    for (int i = random.nextInt(mostReceivers()); i >= 0; i--) {
      Random own = new Random(random.nextLong());
      receivers.add(Running.either(random, () -> {
        switch (end) {
          case BY_A_RECEIVER -> {
            traffic.receive(own, times(own.nextInt(100)));
            boolean _ = line.receiver().cancel();
          }
          case RECEIVERS_LEAVE -> traffic.receive(own, times(own.nextInt(100)));
          default -> traffic.receive(own, () -> true);
        }
      }));
    }
    interrupt(random, senders, receivers);
    switch (end) {
      case CLOSED -> line.close();
      case FAILED -> line.fail(new IllegalStateException());
      case CANCELLED -> {
        boolean _ = line.receiver().cancel();
      }
      default -> {
        // by one of the threads, or below
      }
    }
    if (end == End.RECEIVERS_LEAVE) {
      interruptUntilEnded(receivers);
      assertTrue(line.receiver().cancel(), "nobody is left to receive");
    }
    joinAll(senders);
    line.close();
    joinAll(receivers);
    assertTrue(line.receiver().cancel());
    assertEquals(0, line.receiver().size());
    ledger.assertBalanced();
  }

  private static BooleanSupplier times(int count) {
    int[] left = {count};
    return () -> left[0]-- > 0;
  }

  private static void endAsASender(Line<Parcel> line, Random random) {
    if (random.nextBoolean()) {
      line.close();
    } else {
      line.fail(new IllegalStateException());
    }
  }

  private static void interrupt(Random random, List<Running> senders, List<Running> receivers) {
    List<Running> all = new ArrayList<>(senders);
    all.addAll(receivers);
    for (int i = random.nextInt(20); i > 0; i--) {
      Running.pause(random);
      all.get(random.nextInt(all.size())).thread().interrupt();
    }
  }

  /** Those that wait for elements which senders no longer send are helped out. */
  private static void interruptUntilEnded(List<Running> running) throws Exception {
    for (Running one : running) {
      while (one.thread().isAlive()) {
        one.thread().interrupt();
        Thread.yield();
      }
      one.join();
    }
  }

  private static void joinAll(List<Running> running) throws Exception {
    for (Running one : running) {
      one.join();
    }
  }
}
