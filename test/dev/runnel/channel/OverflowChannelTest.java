package dev.runnel.channel;

import static dev.runnel.channel.ChannelCase.drain;
import static dev.runnel.channel.ChannelCase.range;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class OverflowChannelTest {

  @Nested
  class Waits extends ChannelContract implements QueueContract, RoomContract, SharedEndsContract,
      SharedRoomContract, HandOverContract {
    @Override
    public <T> Line<T> make(int capacity, Consumer<? super T> hook) {
      return Line.of(Channel.bounded(capacity, Overflow.WAIT, hook));
    }

    @Override
    public int rounds(int full) {
      return full / 10;
    }
  }

  /** What the policies have in common under which no sender waits. */
  abstract static class Dropping extends ChannelContract
      implements QueueContract, SharedEndsContract {
    final List<Integer> dropped = new ArrayList<>();

    abstract Overflow policy();

    final Channel<Integer> ofThree() {
      return Channel.bounded(3, policy(), dropped::add);
    }

    @Override
    public <T> Line<T> make(int capacity, Consumer<? super T> hook) {
      return Line.of(Channel.bounded(capacity, policy(), hook));
    }

    @Override
    public <T> Line<T> roomy(int capacity, int count) {
      return make(count);
    }

    @Override
    public int rounds(int full) {
      return full / 5;
    }

    @Test
    void neverHoldsMoreThanItsCapacity() throws Exception {
      Channel<Integer> channel = Channel.bounded(3, policy());
      assertEquals(3, channel.capacity());
      for (int i = 0; i < 10; i++) {
        SendResult<Integer> result = channel.trySend(i);
        assertTrue(result.accepted() || policy() == Overflow.FAIL && i >= 3);
        assertTrue(channel.size() <= 3);
      }
    }

    @Test
    void giveToAReceiverThatWaitsAndDropNothing() throws Exception {
      Channel<Integer> channel = ofThree();
      Running receiver = Running.virtual(() -> assertEquals(0, channel.receive())).awaitWaiting();
      assertEquals(4, channel.sendAll(range(0, 4)));
      receiver.join();
      channel.close();
      assertEquals(range(1, 4), drain(channel));
      assertEquals(List.of(), dropped);
    }
  }

  @Nested
  class DropNewest extends Dropping {
    @Override
    Overflow policy() {
      return Overflow.DROP_NEWEST;
    }

    @Test
    void keepsWhatCameFirst() throws Exception {
      Channel<Integer> channel = ofThree();
      assertEquals(5, channel.sendAll(range(0, 5)));
      channel.send(5);
      channel.close();
      assertEquals(List.of(0, 1, 2), drain(channel));
      assertEquals(List.of(3, 4, 5), dropped);
    }
  }

  @Nested
  class DropOldest extends Dropping {
    @Override
    Overflow policy() {
      return Overflow.DROP_OLDEST;
    }

    @Test
    void keepsWhatCameLast() throws Exception {
      Channel<Integer> channel = ofThree();
      assertEquals(5, channel.sendAll(range(0, 5)));
      channel.send(5);
      channel.close();
      assertEquals(List.of(3, 4, 5), drain(channel));
      assertEquals(List.of(0, 1, 2), dropped);
    }
  }

  @Nested
  class KeepLatest extends Dropping {
    @Override
    Overflow policy() {
      return Overflow.KEEP_LATEST;
    }

    @Test
    void dropsAllThatWaitWhenItOverflows() throws Exception {
      Channel<Integer> channel = ofThree();
      assertEquals(5, channel.sendAll(range(0, 5)));
      channel.close();
      assertEquals(List.of(3, 4), drain(channel));
      assertEquals(List.of(0, 1, 2), dropped);
    }

    @Test
    void givesTheLatestAtCapacity1() throws Exception {
      Channel<Integer> channel = Channel.bounded(1, policy(), dropped::add);
      assertEquals(5, channel.sendAll(range(0, 5)));
      assertEquals(4, channel.receive());
      assertEquals(List.of(0, 1, 2, 3), dropped);
    }
  }

  @Nested
  class Fails extends Dropping {
    @Override
    Overflow policy() {
      return Overflow.FAIL;
    }

    @Test
    void refusesWhatIsTooMuchAndFails() throws Exception {
      Channel<Integer> channel = ofThree();
      ChannelFailedException refused =
          assertThrows(ChannelFailedException.class, () -> channel.sendAll(range(0, 5)));
      assertEquals(List.of(3, 4), refused.refused());
      assertInstanceOf(ChannelOverflowException.class, refused.getCause());
      assertTrue(channel.isClosed());
      assertEquals(List.of(0, 1, 2), channel.receiveAll(9));
      ChannelFailedException end = assertThrows(ChannelFailedException.class, channel::receive);
      assertInstanceOf(ChannelOverflowException.class, end.getCause());
      assertEquals(List.of(), dropped);
    }
  }
}
