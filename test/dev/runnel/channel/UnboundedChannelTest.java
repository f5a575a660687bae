package dev.runnel.channel;

import static dev.runnel.channel.ChannelCase.drain;
import static dev.runnel.channel.ChannelCase.range;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class UnboundedChannelTest extends ChannelContract
    implements QueueContract, SharedEndsContract, HandOverContract {

  @Override
  public <T> Line<T> make(int capacity, Consumer<? super T> hook) {
    return Line.of(Channel.unbounded(hook));
  }

  @Test
  void neverMakesASenderWait() throws Exception {
    Channel<Integer> channel = Channel.unbounded();
    assertEquals(Integer.MAX_VALUE, channel.capacity());
    for (int i = 0; i < 100_000; i++) {
      assertTrue(channel.trySend(i).accepted());
    }
    assertEquals(100_000, channel.size());
    channel.close();
    assertEquals(range(0, 100_000), drain(channel));
  }

  @Test
  void longBacklogLeavesNothingBehind() throws Exception {
    Channel<Integer> channel = Channel.unbounded();
    MemoryContract.assertFlat(Line.of(channel), () -> {
      channel.sendAll(range(0, 100_000));
      return channel.receiveAll(Integer.MAX_VALUE).size();
    });
  }
}
