package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
}
