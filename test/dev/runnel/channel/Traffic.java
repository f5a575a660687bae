package dev.runnel.channel;

import dev.runnel.channel.Ledger.Parcel;
import dev.runnel.channel.ReceiveResult.Empty;
import dev.runnel.channel.ReceiveResult.Ended;
import dev.runnel.channel.ReceiveResult.Received;
import dev.runnel.kit.Running;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Sends and receives through one channel in all ways, at random, accounts for each element, and
 * checks that those of one way stay in order. Interrupts are taken as they come.
 */
final class Traffic {
  private static final Duration LONG = Duration.ofDays(1);

  private final Line<Parcel> line;
  private final Ledger ledger;
  private final AtomicInteger ways = new AtomicInteger();

  Traffic(Line<Parcel> line, Ledger ledger) {
    this.line = line;
    this.ledger = ledger;
  }

  /** Sends on the current thread while there is to be more, and the channel accepts it. */
  void send(Random random, BooleanSupplier more) {
    try {
      new Sending(random).run(more);
    } catch (ChannelException e) {
      // the whole had ended before there was a way in
    }
  }

  /** The number of one more way into the channel. */
  int newWay() {
    return ways.incrementAndGet();
  }

  private final class Sending {
    private final Random random;
    private Sender<Parcel> sender = line.sender();
    private int way = newWay();
    private int number;

    Sending(Random random) {
      this.random = random;
    }

    void run(BooleanSupplier more) {
      boolean open = true;
      while (open && more.getAsBoolean()) {
        Running.pause(random);
        open = switch (random.nextInt(9)) {
          case 0 -> sendAll();
          case 1 -> took(parcel(), sender::trySend);
          case 2 -> took(parcel(), p -> sender.send(p, Duration.ofNanos(random.nextInt(100_000))));
          case 3 -> took(parcel(), p -> sender.send(p, LONG));
          case 4 -> {
            renew();
            yield true;
          }
          default -> took(parcel(), p -> {
            sender.send(p);
            return new SendResult.Accepted<>();
          });
        };
      }
      if (line.ownWays() && random.nextBoolean()) {
        sender.close();
      }
      sender.release();
    }

    private void renew() {
      if (line.ownWays() && random.nextInt(4) == 0) {
        sender.close();
        sender = line.sender();
        way = newWay();
      } else {
        sender.release();
      }
    }

    private Parcel parcel() {
      return ledger.parcel(way, number++);
    }

    private boolean sendAll() {
      List<Parcel> parcels = Stream.generate(this::parcel).limit(random.nextInt(1, 7)).toList();
      try {
        int count = sender.sendAll(parcels);
        if (count < parcels.size() && !Thread.currentThread().isInterrupted()) {
          ledger.wrong("sent " + count + " of " + parcels.size() + " and no interrupt");
        }
        settle(parcels, count);
        return true;
      } catch (InterruptedException e) {
        settle(parcels, 0);
        return true;
      } catch (ChannelException e) {
        int count = parcels.size() - e.refused().size();
        if (!e.refused().equals(parcels.subList(count, parcels.size()))) {
          ledger.wrong("refused " + e.refused() + " of " + parcels);
        }
        settle(parcels, count);
        return false;
      }
    }

    private void settle(List<Parcel> parcels, int accepted) {
      ledger.accepted(accepted);
      parcels.subList(accepted, parcels.size()).forEach(ledger::refused);
    }

    private boolean took(Parcel parcel, Form form) {
      try {
        switch (form.send(parcel)) {
          case SendResult.Accepted<Parcel> _ -> ledger.accepted(1);
          case SendResult.Full<Parcel>(Parcel kept) -> ledger.refused(kept);
          case SendResult.Refused<Parcel>(Parcel kept, ChannelException _) -> {
            ledger.refused(kept);
            return false;
          }
        }
        return true;
      } catch (InterruptedException e) {
        ledger.refused(parcel);
        return true;
      } catch (ChannelException e) {
        if (e.refused().size() != 1) {
          ledger.wrong("refused " + e.refused());
        }
        ledger.refused((Parcel) e.refused().getFirst());
        return false;
      }
    }
  }

  private interface Form {
    SendResult<Parcel> send(Parcel parcel) throws InterruptedException;
  }

  /** Receives on the current thread while there is to be more, and until the end; gives it then. */
  void receive(Random random, BooleanSupplier more) {
    Map<Integer, Integer> latest = new HashMap<>();
    Receiver<Parcel> receiver = line.receiver();
    boolean open = true;
    while (open && more.getAsBoolean()) {
      Running.pause(random);
      try {
        open = switch (random.nextInt(9)) {
          case 0 -> {
            List<Parcel> some = receiver.receiveAll(random.nextInt(1, 9));
            some.forEach(parcel -> got(parcel, latest));
            yield !some.isEmpty();
          }
          case 1 -> got(receiver.tryReceive(), latest);
          case 2 -> got(receiver.receive(Duration.ofNanos(random.nextInt(100_000))), latest);
          case 3 -> got(receiver.receive(LONG), latest);
          case 4 -> {
            receiver.release();
            yield true;
          }
          case 5 -> iterate(receiver.iterator(), random.nextInt(5), latest);
          default -> {
            Parcel parcel = receiver.receive();
            if (parcel != null) {
              got(parcel, latest);
            }
            yield parcel != null;
          }
        };
      } catch (InterruptedException e) {
        open = true;
      } catch (CancellationException e) {
        if (!Thread.interrupted()) {
          ledger.wrong("an iteration was interrupted, and the flag is clear");
        }
      } catch (ChannelException e) {
        open = false;
      }
      int size = receiver.size();
      if (size < 0 || !line.ownWays() && size > receiver.capacity()) {
        ledger.wrong("size " + size);
      }
    }
    receiver.release();
  }

  private boolean iterate(Iterator<Parcel> iterator, int count, Map<Integer, Integer> latest) {
    for (int i = 0; i < count; i++) {
      if (!iterator.hasNext()) {
        return false;
      }
      got(iterator.next(), latest);
    }
    return true;
  }

  private boolean got(ReceiveResult<Parcel> result, Map<Integer, Integer> latest) {
    return switch (result) {
      case Received<Parcel>(Parcel parcel) -> {
        got(parcel, latest);
        yield true;
      }
      case Empty<Parcel> _ -> true;
      case Ended<Parcel> _ -> false;
    };
  }

  /** Accounts for what was received; of one way it must come after the latest before. */
  void got(Parcel parcel, Map<Integer, Integer> latest) {
    ledger.received(parcel);
    Integer before = latest.put(parcel.way, parcel.number);
    if (before != null && before >= parcel.number) {
      ledger.wrong(parcel + " after " + before);
    }
  }
}
