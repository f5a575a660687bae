package dev.runnel.channel;

import dev.runnel.kit.Running;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The flavour of channel that a contract is held against. */
interface ChannelCase {
  /** What a full channel is filled with, at most. */
  int PLENTY = 1_000;

  /**
   * Makes a channel of the flavour.
   *
   * @param capacity what it has room for, as far as the flavour lets one choose
   * @param hook told of what is discarded
   */
  <T> Line<T> make(int capacity, Consumer<? super T> hook);

  default <T> Line<T> make(int capacity) {
    return make(capacity, _ -> {});
  }

  /** Makes a channel that takes {@code count} elements without dropping or refusing any. */
  default <T> Line<T> roomy(int capacity, int count) {
    return make(capacity);
  }

  /** How many of its rounds a random case runs: fewer where flavours share their code. */
  default int rounds(int full) {
    return full;
  }

  /** How many threads may send at once. */
  default int mostSenders() {
    return 4;
  }

  /** How many threads may receive at once. */
  default int mostReceivers() {
    return 4;
  }

  /** Receives until the end. */
  static <T> List<T> drain(Receiver<T> receiver) throws InterruptedException {
    List<T> all = new ArrayList<>();
    for (T element = receiver.receive(); element != null; element = receiver.receive()) {
      all.add(element);
    }
    return all;
  }

  /** Sends numbers from 0 on until there is no room, and tells how many were accepted. */
  static int fill(Sender<Integer> sender) {
    int accepted = 0;
    while (accepted < PLENTY && sender.trySend(accepted).accepted()) {
      accepted++;
    }
    return accepted;
  }

  static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  /** Gives the receiving end to a thread of its own, which receives until the end. */
  static <T> Running draining(Receiver<T> receiver, List<T> into) {
    return Running.virtual(() -> into.addAll(drain(receiver)));
  }
}
