package dev.runnel.kit;

import java.util.Collection;
import java.util.List;

/** Elements on their way from one virtual thread to another. */
public final class Crossing {
  private static final int PART = 1000;

  private Crossing() {}

  /** How an element is sent. */
  @FunctionalInterface
  public interface Send {

    /** Sends it, waiting for room. */
    void send(Integer element) throws InterruptedException;
  }

  /** How an element is received. */
  @FunctionalInterface
  public interface Receive {

    /** Waits for it. */
    Integer receive() throws InterruptedException;
  }

  /** How many are sent at once. */
  @FunctionalInterface
  public interface SendAll {

    /** Sends them, waiting for room. */
    void send(Collection<Integer> elements) throws InterruptedException;
  }

  /** How many are received at once. */
  @FunctionalInterface
  public interface ReceiveAll {

    /** Waits for at least one. */
    Collection<Integer> receive() throws InterruptedException;
  }

  /** Moves so many elements one by one and returns their sum. */
  public static long singly(int count, Send send, Receive receive) throws InterruptedException {
    long[] sum = new long[1];
    Crew.run(() -> send(count, send), () -> sum[0] = receive(count, receive));
    return Load.checked(count, sum[0]);
  }

  /** As the other, and then each thread gives its end up. */
  public static long singly(
      int count, Send send, Receive receive, Runnable releaseSend, Runnable releaseReceive)
      throws InterruptedException {
    long[] sum = new long[1];
    Crew.run(
        () -> {
          send(count, send);
          releaseSend.run();
        },
        () -> {
          sum[0] = receive(count, receive);
          releaseReceive.run();
        });
    return Load.checked(count, sum[0]);
  }

  /** Moves so many elements by batches, the last of which is full, and returns their sum. */
  public static long inBatches(int count, int size, SendAll send, ReceiveAll receive)
      throws InterruptedException {
    long[] sum = new long[1];
    Crew.run(() -> sendAll(count, size, send), () -> sum[0] = receiveAll(count, receive));
    return Load.checked(count, sum[0]);
  }

  /** Moves so many elements, sent one by one and received by batches, and returns their sum. */
  public static long drained(int count, Send send, ReceiveAll receive)
      throws InterruptedException {
    long[] sum = new long[1];
    Crew.run(() -> send(count, send), () -> sum[0] = receiveAll(count, receive));
    return Load.checked(count, sum[0]);
  }

  /** A part of what a thread moves. */
  @FunctionalInterface
  public interface Part {

    /** Moves the elements from one to before another. */
    void move(int from, int to) throws InterruptedException;
  }

  /**
   * Moves so many elements by a method that is called for some thousands at a time: it is compiled
   * as it is in a service, and not by replacing one endless loop while it runs.
   */
  public static void inParts(int count, Part part) throws InterruptedException {
    for (int from = 0; from < count; from += PART) {
      part.move(from, Math.min(from + PART, count));
    }
  }

  /** Sends so many elements. */
  public static void send(int count, Send send) throws InterruptedException {
    inParts(count, (from, to) -> {
      for (int i = from; i < to; i++) {
        send.send(Load.at(i));
      }
    });
  }

  /** Receives so many elements and returns their sum. */
  public static long receive(int count, Receive receive) throws InterruptedException {
    long[] sum = new long[1];
    inParts(count, (from, to) -> sum[0] += receive(from, to, receive));
    return sum[0];
  }

  private static long receive(int from, int to, Receive receive) throws InterruptedException {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += receive.receive();
    }
    return sum;
  }

  private static void sendAll(int count, int size, SendAll send) throws InterruptedException {
    List<List<Integer>> batches = Load.batches(size);
    inParts(count / size, (from, to) -> {
      for (int i = from; i < to; i++) {
        send.send(batches.get(i & batches.size() - 1));
      }
    });
  }

  private static long receiveAll(int count, ReceiveAll receive) throws InterruptedException {
    long[] sum = new long[1];
    for (int received = 0; received < count;) {
      received += receiveAll(Math.min(PART, count - received), receive, sum);
    }
    return sum[0];
  }

  /** Receives at least so many elements, adds them to a sum, and returns how many it were. */
  private static int receiveAll(int atLeast, ReceiveAll receive, long[] sum)
      throws InterruptedException {
    int received = 0;
    while (received < atLeast) {
      Collection<Integer> batch = receive.receive();
      sum[0] += Load.sum(batch);
      received += batch.size();
    }
    return received;
  }
}
