package dev.runnel.channel;

import static dev.runnel.channel.ChannelCase.range;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.Running;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;

/** What every channel promises whose ends any number of threads may use at once. */
interface SharedEndsContract extends ChannelCase {

  @Test
  default void bulkSendWakesAsManyReceiversAsItHasElements() throws Exception {
    Line<Integer> line = make(3);
    Set<Integer> got = new ConcurrentSkipListSet<>();
    List<Running> receivers = waitingReceivers(line, 3, got);
    assertEquals(3, line.sender().sendAll(range(0, 3)));
    for (Running receiver : receivers) {
      receiver.join();
    }
    assertEquals(Set.of(0, 1, 2), got);
  }

  @Test
  default void bulkSendWaitsForNoReceiverThatHasLeft() throws Exception {
    Line<Integer> line = make(3);
    Set<Integer> got = new ConcurrentSkipListSet<>();
    List<Running> receivers = waitingReceivers(line, 4, got);
    for (int leaving : List.of(0, 2)) {
      receivers.get(leaving).thread().interrupt();
      assertThrows(InterruptedException.class, receivers.get(leaving)::join);
    }
    assertEquals(2, line.sender().sendAll(range(0, 2)));
    receivers.get(1).join();
    receivers.get(3).join();
    assertEquals(Set.of(0, 1), got);
  }

  private static List<Running> waitingReceivers(Line<Integer> line, int count, Set<Integer> got) {
    List<Running> receivers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      receivers.add(Running.virtual(() -> got.add(line.receiver().receive())).awaitWaiting());
    }
    return receivers;
  }

  @Test
  default void closeEndsEveryReceiverThatWaits() throws Exception {
    Line<Integer> line = make(1);
    List<Running> receivers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      receivers.add(
          Running.virtual(() -> assertNull(line.receiver().receive())).awaitWaiting());
    }
    line.close();
    for (Running receiver : receivers) {
      receiver.join();
    }
  }

  @Test
  default void endsBelongToNoThread() throws Exception {
    Line<Integer> line = roomy(4, 4);
    List<Running> senders = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int number = i;
      senders.add(Running.platform(() -> line.sender().send(number)));
      line.sender().release();
    }
    Set<Integer> got = new ConcurrentSkipListSet<>();
    for (int i = 0; i < 4; i++) {
      Running.virtual(() -> assertTrue(got.add(line.receiver().receive()))).join();
      line.receiver().release();
    }
    for (Running sender : senders) {
      sender.join();
    }
    assertEquals(Set.of(0, 1, 2, 3), got);
  }
}
