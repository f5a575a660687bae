package dev.runnel.channel;

import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A channel as the contract drives it: one receiver, and a way in for each sending thread.
 *
 * @param receiver the end that elements come out of
 * @param ways gives a sender for one more sending thread: a new one where each has its own
 * @param ownWays whether each sender is a way of its own, so that closing it ends only that
 * @param closing closes the whole
 * @param failing fails the whole, and tells whether that has ended it
 */
record Line<T>(Receiver<T> receiver, Supplier<Sender<T>> ways, boolean ownWays, Runnable closing,
    Predicate<Throwable> failing) {

  static <T> Line<T> of(Channel<T> channel) {
    return new Line<>(channel, () -> channel, false, channel::close, channel::fail);
  }

  static <T> Line<T> of(FanIn<T> fanIn) {
    return new Line<>(fanIn, fanIn::sender, true, fanIn::close, failure -> {
      try {
        return fanIn.sender().fail(failure);
      } catch (ChannelException e) {
        return false;
      }
    });
  }

  Sender<T> sender() {
    return ways.get();
  }

  void close() {
    closing.run();
  }

  boolean fail(Throwable failure) {
    return failing.test(failure);
  }
}
