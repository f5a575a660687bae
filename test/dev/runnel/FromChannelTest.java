package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.channel.Channel;
import dev.runnel.channel.ChannelCancelledException;
import dev.runnel.channel.ChannelFailedException;
import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class FromChannelTest {
  private static Channel<Integer> filled(int count) throws InterruptedException {
    Channel<Integer> channel = Channel.bounded(16);
    channel.sendAll(Runnel.range(0, count).toList());
    return channel;
  }

  @Test
  void runsTheExample() throws InterruptedException {
    // @start region=example
    Channel<String> orders = Channel.bounded(8);
    orders.send("tea");
    orders.send("cake");
    orders.close();
    List<String> served = Runnel.<String>fromChannel(orders).map(order -> order + "!").toList();
    // @end
    assertEquals(List.of("tea!", "cake!"), served);
  }

  @Test
  void leavesInTheChannelWhatWasNotAskedFor() throws InterruptedException {
    Channel<Integer> channel = filled(10);
    assertEquals(List.of(0, 1, 2), Runnel.<Integer>fromChannel(channel).take(3).toList());
    assertEquals(7, channel.size());
    assertEquals(3, channel.receive());
    channel.close();
    assertEquals(List.of(4, 5, 6, 7, 8, 9), Runnel.<Integer>fromChannel(channel).toList());
    assertNull(channel.receive());
  }

  @Test
  void failsWithWhatTheChannelFailedWithAsTheSameObject() throws InterruptedException {
    for (Throwable failure : List.of(new IllegalStateException("a"), new AssertionError("b"))) {
      Channel<Integer> channel = filled(3);
      channel.fail(failure);
      List<Integer> given = new ArrayList<>();
      assertSame(failure, assertThrows(failure.getClass(),
          () -> Runnel.<Integer>fromChannel(channel).forEach(given::add)));
      assertEquals(List.of(0, 1, 2), given);
    }
    IOException checked = new IOException("c");
    Channel<Integer> channel = filled(1);
    channel.fail(checked);
    assertSame(checked, assertThrows(RunnelException.class,
        () -> Runnel.<Integer>fromChannel(channel).drain()).getCause());
  }

  /** It would look as if the receiving thread had been told to stop. */
  @Test
  void anInterruptOfTheSenderIsAFailureForTheReceiver() throws Exception {
    Channel<Integer> channel = Channel.bounded(1);
    Running sending = Running.virtual(() -> assertThrows(InterruptedException.class,
        () -> Runnel.range(0, 9).intoChannel(channel))).awaitWaiting();
    sending.thread().interrupt();
    sending.join();
    for (Runnel<Integer> stream : List.of(
        Runnel.<Integer>fromChannel(channel), Runnel.<Integer>fromChannel(channel).prefetch(1))) {
      ChannelFailedException thrown =
          assertThrows(ChannelFailedException.class, stream::drain);
      assertInstanceOf(InterruptedException.class, thrown.getCause());
    }
  }

  @Test
  void failsWhenTheChannelIsCancelled() throws InterruptedException {
    Channel<Integer> channel = filled(3);
    channel.cancel();
    assertThrows(ChannelCancelledException.class,
        () -> Runnel.<Integer>fromChannel(channel).drain());
  }

  @Test
  void anInterruptWhileWaitingTakesNothing() throws Exception {
    Channel<Integer> channel = Channel.bounded(1);
    Running run = Running.virtual(() -> assertThrows(InterruptedException.class,
        () -> Runnel.<Integer>fromChannel(channel).drain())).awaitWaiting();
    run.thread().interrupt();
    run.join();
    channel.send(1);
    assertEquals(1, channel.receive());
  }

  @Test
  void releasesAnEndOfOneThread() {
    Seeds.each(200, random -> {
      Channel<Integer> channel = Channel.spsc(4);
      Running sending = Running.virtual(() -> Runnel.range(0, 100).intoChannel(channel));
      int first = random.nextInt(50);
      List<Integer> given = new ArrayList<>();
      Running.virtual(() -> given.addAll(Runnel.<Integer>fromChannel(channel).take(first).toList()))
          .join();
      Running.virtual(() -> given.addAll(Runnel.<Integer>fromChannel(channel).prefetch(2).toList()))
          .join();
      sending.join();
      assertEquals(Runnel.range(0, 100).toList(), given);
    });
  }

  @Test
  void refusesNull() {
    assertThrows(NullPointerException.class, () -> Runnel.fromChannel(null));
  }
}
