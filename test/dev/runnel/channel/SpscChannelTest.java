package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.kit.Running;
import dev.runnel.kit.Seeds;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SpscChannelTest extends ChannelContract
    implements QueueContract, RoomContract, OwnedEndsContract, HandOverContract {

  @Override
  public <T> Line<T> make(int capacity, Consumer<? super T> hook) {
    return Line.of(Channel.spsc(capacity, hook));
  }

  @Override
  public int mostSenders() {
    return 1;
  }

  @Override
  public int mostReceivers() {
    return 1;
  }

  @Test
  void tellsItsCapacity() {
    assertEquals(3, Channel.spsc(3).capacity());
    assertEquals(1, Channel.spsc(1).capacity());
  }

  @Test
  void refusesACapacityBelow1() {
    assertThrows(IllegalArgumentException.class, () -> Channel.spsc(0));
    assertThrows(IllegalArgumentException.class, () -> Channel.spsc(-1, _ -> {}));
    Consumer<Object> none = null;
    assertThrows(NullPointerException.class, () -> Channel.spsc(1, none));
  }

  /** Both ends of one thread: no announcement, no wait. */
  @Test
  void servesOneThreadAtBothEnds() throws Exception {
    Channel<Integer> channel = Channel.spsc(3);
    for (int i = 0; i < 100; i++) {
      channel.send(i);
      assertEquals(i, channel.receive());
    }
    assertEquals(0, channel.size());
  }

  /** The thread that cancels takes an end that nobody has yet, in order to discard. */
  @Test
  void aReceiverThatMeetsACancelIsToldOfItAndNotOfTheOwner() {
    Seeds.each(5_000, random -> {
      Channel<Integer> channel = Channel.spsc(1);
      Running cancelling = Running.either(random, channel::cancel);
      try {
        while (channel.tryReceive() instanceof ReceiveResult.Empty) {
          Thread.yield();
        }
      } finally {
        cancelling.join();
      }
      assertThrows(ChannelCancelledException.class, channel::receive);
    });
  }
}
