package dev.runnel.channel;

import dev.runnel.channel.Ledger.Parcel;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;

/** The kinds of channels, small, for tests that load any of them. */
enum Flavour {
  SPSC(true, true, hook -> Line.of(Channel.spsc(16, hook))),
  MANY_TO_ONE(false, true, hook -> Line.of(Channel.manyToOne(8, hook))),
  BOUNDED(false, false, hook -> Line.of(Channel.bounded(8, hook))),
  RENDEZVOUS(false, false, _ -> Line.of(Channel.rendezvous())),
  UNBOUNDED(false, false, hook -> Line.of(Channel.unbounded(hook))),
  DROP_OLDEST(false, false, hook -> Line.of(Channel.bounded(8, Overflow.DROP_OLDEST, hook))),
  KEEP_LATEST(false, false, hook -> Line.of(Channel.bounded(8, Overflow.KEEP_LATEST, hook)));

  final boolean oneSender;
  final boolean oneReceiver;
  private final Function<Consumer<Parcel>, Line<Parcel>> make;

  Flavour(boolean oneSender, boolean oneReceiver, Function<Consumer<Parcel>, Line<Parcel>> make) {
    this.oneSender = oneSender;
    this.oneReceiver = oneReceiver;
    this.make = make;
  }

  /** A new channel, which hands what it discards to the ledger. */
  Line<Parcel> make(Ledger ledger) {
    return make.apply(ledger::discarded);
  }

  static Flavour any(Random random) {
    return values()[random.nextInt(values().length)];
  }
}
