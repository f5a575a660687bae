package dev.runnel.channel;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * What a bounded channel is to do, one call after the other: the sequential model that concurrent
 * histories are compared with. Results are told in words.
 */
public class ChannelModel {
  private final Queue<Integer> queue = new ArrayDeque<>();
  private final int capacity;
  private String ending = "";

  ChannelModel(int capacity) {
    this.capacity = capacity;
  }

  public String trySend(int element) {
    if (!ending.isEmpty()) {
      return ending;
    }
    return queue.size() < capacity && queue.add(element) ? "accepted" : "full";
  }

  public String tryReceive() {
    Integer element = queue.poll();
    return element != null ? element.toString() : ending.isEmpty() ? "empty" : ending;
  }

  /** Closes, fails or cancels. */
  public boolean end(int how) {
    boolean first = ending.isEmpty();
    if (how == Calls.CANCEL) {
      queue.clear();
      ending = "cancelled";
      return true;
    }
    if (first) {
      ending = how == Calls.CLOSE ? "closed" : "failed";
    }
    return first && how == Calls.FAIL;
  }

  public boolean cancel() {
    return end(Calls.CANCEL);
  }

  public boolean isClosed() {
    return !ending.isEmpty();
  }

  public int size() {
    return queue.size();
  }

  /** The same calls on a channel. */
  static final class Calls {
    static final int CLOSE = 0;
    static final int FAIL = 1;
    static final int CANCEL = 2;

    final Sender<Integer> sender;
    final Receiver<Integer> receiver;

    private final Runnable close;

    Calls(Channel<Integer> channel) {
      sender = channel;
      receiver = channel;
      close = channel::close;
    }

    Calls(FanIn<Integer> fanIn) {
      sender = fanIn.sender();
      receiver = fanIn;
      close = fanIn::close;
    }

    String trySend(int element) {
      return switch (sender.trySend(element)) {
        case SendResult.Accepted<Integer> _ -> "accepted";
        case SendResult.Full<Integer> _ -> "full";
        case SendResult.Refused<Integer> refused -> word(refused.reason());
      };
    }

    String tryReceive() {
      return switch (receiver.tryReceive()) {
        case ReceiveResult.Received<Integer>(Integer element) -> element.toString();
        case ReceiveResult.Empty<Integer> _ -> "empty";
        case ReceiveResult.Ended<Integer> ended -> word(ended.reason());
      };
    }

    private static String word(ChannelException reason) {
      return switch (reason) {
        case ChannelClosedException _ -> "closed";
        case ChannelFailedException _ -> "failed";
        case ChannelCancelledException _ -> "cancelled";
      };
    }

    boolean end(int how) {
      return switch (how) {
        case CLOSE -> {
          close.run();
          yield false;
        }
        case FAIL -> sender.fail(new IllegalStateException());
        default -> receiver.cancel();
      };
    }
  }
}
