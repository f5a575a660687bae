package dev.runnel.channel;

import static dev.runnel.channel.ChannelCase.drain;
import static dev.runnel.channel.ChannelCase.fill;
import static dev.runnel.channel.ChannelCase.range;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.channel.EndingContract.Finish;
import dev.runnel.channel.SendResult.Full;
import dev.runnel.kit.Running;
import dev.runnel.kit.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every channel promises in which many senders may wait for room at once. */
interface SharedRoomContract extends ChannelCase {

  @Test
  default void sendersThatWaitAreServedInTheOrderOfTheirArrival() throws Exception {
    Line<Integer> line = make(2);
    int full = fill(line.sender());
    List<Running> waiting = waitingSenders(line, full, 6);
    for (int i = 0; i < full + 6; i++) {
      assertEquals(i, line.receiver().receive());
    }
    for (Running sender : waiting) {
      sender.join();
    }
  }

  @Test
  default void sendersThatLeaveKeepTheOrderOfTheOthers() throws Exception {
    Line<Integer> line = make(2);
    int full = fill(line.sender());
    List<Running> waiting = waitingSenders(line, full, 2);
    TestClock clock = TestClock.still();
    Running timed = Running.virtual(() -> assertEquals(new Full<>(-1),
        clock.during(() -> line.sender().send(-1, Duration.ofSeconds(1))))).awaitWaiting();
    waiting.addAll(waitingSenders(line, full + 2, 3));
    clock.advance(Duration.ofSeconds(1));
    timed.join();
    for (int leaving : List.of(0, 3)) {
      waiting.get(leaving).thread().interrupt();
      assertThrows(InterruptedException.class, waiting.get(leaving)::join);
    }
    List<Integer> got = new ArrayList<>();
    for (int i = 0; i < full + 3; i++) {
      got.add(line.receiver().receive());
    }
    List<Integer> wanted = new ArrayList<>(range(0, full + 5));
    wanted.removeAll(List.of(full, full + 3));
    assertEquals(wanted, got);
    line.close();
    assertEquals(List.of(), drain(line.receiver()));
  }

  @Test
  default void nobodyOvertakesASenderThatWaits() throws Exception {
    Line<Integer> line = make(1);
    int full = fill(line.sender());
    List<Running> waiting = waitingSenders(line, full, 2);
    for (int i = 0; i < 2; i++) {
      assertEquals(i, line.receiver().receive());
      assertFalse(line.sender().trySend(-1).accepted(), "the place is that of who waits");
    }
    for (Running sender : waiting) {
      line.receiver().receive(Duration.ZERO);
      sender.join();
    }
  }

  @Test
  default void bulkReceiveServesAsManySendersAsItMakesRoomFor() throws Exception {
    Line<Integer> line = make(3);
    int full = fill(line.sender());
    List<Running> waiting = waitingSenders(line, full, 3);
    assertEquals(range(0, 3), line.receiver().receiveAll(3));
    for (Running sender : waiting) {
      sender.join();
    }
    line.close();
    assertEquals(range(3, full + 3), drain(line.receiver()));
  }

  @Test
  default void everyEndRefusesAllSendersThatWait() throws Exception {
    for (Finish how : Finish.values()) {
      Line<Integer> line = make(1);
      int full = fill(line.sender());
      List<Running> waiting = waitingSenders(line, full, 3);
      how.end(line);
      for (int i = 0; i < 3; i++) {
        ChannelException refused = assertThrows(how.reason, waiting.get(i)::join);
        assertEquals(List.of(full + i), refused.refused());
      }
    }
  }

  private static List<Running> waitingSenders(Line<Integer> line, int from, int count) {
    List<Running> senders = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      int number = i;
      senders.add(Running.virtual(() -> line.sender().send(number)).awaitWaiting());
    }
    return senders;
  }
}
