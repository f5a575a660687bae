package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Channel;
import dev.runnel.channel.ChannelCancelledException;
import dev.runnel.channel.ChannelFailedException;
import dev.runnel.kit.Running;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class IntoChannelTest {

  @Test
  void runsTheExample() throws Exception {
    // @start region=example
    Channel<Integer> squares = Channel.spsc(2);
    Thread producer = Thread.ofVirtual().unstarted(() -> {
      try {
        Runnel.range(1, 6).map(n -> n * n).intoChannel(squares);
      } catch (InterruptedException e) {
        // the channel has failed with it
      }
    });
    producer.start();
    int sum = 0;
    for (int square : squares) {
      sum += square;
    }
    // @end
    producer.join();
    assertEquals(55, sum);
  }

  @Test
  void sendsAllAndCloses() throws Exception {
    Channel<Integer> channel = Channel.unbounded();
    Runnel.range(0, 5).intoChannel(channel);
    assertTrue(channel.isClosed());
    for (int i = 0; i < 5; i++) {
      assertEquals(i, channel.receive());
    }
    assertNull(channel.receive());
  }

  @Test
  void failsTheChannelWithWhatTheRunFailsWith() throws Exception {
    IOException failure = new IOException("planted");
    Channel<Integer> channel = Channel.unbounded();
    RunnelException thrown = assertThrows(RunnelException.class,
        () -> Runnel.of(1, 2).concat(Runnel.failed(failure)).intoChannel(channel));
    assertSame(failure, thrown.getCause());
    assertEquals(1, channel.receive());
    assertEquals(2, channel.receive());
    assertSame(failure,
        assertThrows(ChannelFailedException.class, channel::receive).getCause());
  }

  @Test
  void pullsNoMoreThanTheChannelTakes() throws Exception {
    AtomicInteger pulled = new AtomicInteger();
    Channel<Integer> channel = Channel.bounded(3);
    Running run = Running.virtual(() -> assertThrows(ChannelCancelledException.class,
        () -> Runnel.range(0, 100).tap(_ -> pulled.incrementAndGet()).intoChannel(channel)))
        .awaitWaiting();
    assertEquals(4, pulled.get());
    assertTrue(channel.cancel());
    run.join();
    assertEquals(4, pulled.get());
  }

  @Test
  void holdsWhatWasRefusedWhenTheChannelIsCancelled() {
    Channel<Integer> channel = Channel.bounded(3);
    channel.cancel();
    List<Boolean> closed = new ArrayList<>();
    ChannelCancelledException e = assertThrows(ChannelCancelledException.class,
        () -> Runnel.of(7).onFinalize(_ -> closed.add(true)).intoChannel(channel));
    assertEquals(List.of(7), e.refused());
    assertEquals(List.of(true), closed);
  }

  @Test
  void anInterruptFailsTheChannel() throws Exception {
    Channel<Integer> channel = Channel.bounded(1);
    Running run = Running.virtual(() -> assertThrows(InterruptedException.class,
        () -> Runnel.range(0, 100).intoChannel(channel))).awaitWaiting();
    run.thread().interrupt();
    run.join();
    assertEquals(0, channel.receive());
    assertTrue(assertThrows(ChannelFailedException.class, channel::receive)
        .getCause() instanceof InterruptedException);
  }

  @Test
  void refusesNull() {
    assertThrows(NullPointerException.class, () -> Runnel.of(1).intoChannel(null));
  }
}
