package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.ReceiveResult.Received;
import dev.runnel.kit.Running;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RendezvousChannelTest extends ChannelContract
    implements RoomContract, SharedEndsContract, SharedRoomContract, HandOverContract {

  @Override
  public <T> Line<T> make(int capacity, Consumer<? super T> hook) {
    return Line.of(Channel.rendezvous());
  }

  @Test
  void senderWaitsUntilAReceiverHasItsElement() throws Exception {
    Channel<String> channel = Channel.rendezvous();
    Running sender = Running.virtual(() -> channel.send("a")).awaitWaiting();
    assertEquals(0, channel.size());
    assertEquals(new Received<>("a"), channel.tryReceive());
    sender.join();
  }

  @Test
  void trySendNeedsAReceiverThatWaits() throws Exception {
    Channel<String> channel = Channel.rendezvous();
    Running receiver =
        Running.virtual(() -> assertEquals("a", channel.receive())).awaitWaiting();
    assertTrue(channel.trySend("a").accepted());
    assertEquals(new SendResult.Full<>("b"), channel.trySend("b"));
    receiver.join();
  }
}
