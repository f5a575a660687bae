package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ManyToManyChannelTest extends ChannelContract implements QueueContract, RoomContract,
    SharedEndsContract, SharedRoomContract, HandOverContract {

  @Override
  public <T> Line<T> make(int capacity, Consumer<? super T> hook) {
    return Line.of(Channel.bounded(capacity, hook));
  }

  @Test
  void tellsItsCapacity() {
    assertEquals(3, Channel.bounded(3).capacity());
    assertEquals(Integer.MAX_VALUE, Channel.bounded(Integer.MAX_VALUE).capacity());
  }

  @Test
  void refusesACapacityBelow1() {
    assertThrows(IllegalArgumentException.class, () -> Channel.bounded(0));
    assertThrows(IllegalArgumentException.class, () -> Channel.bounded(-1, _ -> {}));
    Consumer<Object> none = null;
    assertThrows(NullPointerException.class, () -> Channel.bounded(1, none));
  }

  /** What a channel carries need not be serializable, but an exception is. */
  @Test
  void refusalThatIsSerializedLeavesItsElementsBehind() throws Exception {
    Channel<Object> channel = Channel.bounded(1);
    channel.fail(new IllegalStateException("why"));
    ChannelException thrown =
        assertThrows(ChannelException.class, () -> channel.send(new Object()));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(thrown);
    Object read =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    ChannelFailedException copy = assertInstanceOf(ChannelFailedException.class, read);
    assertEquals(List.of(), copy.refused());
    assertEquals("why", copy.getCause().getMessage());
  }
}
