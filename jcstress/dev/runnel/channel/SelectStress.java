package dev.runnel.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Stresses {@link Select}: whatever happens to one of its channels while it goes to wait is done or
 * told, once. A select that sleeps over it is seen by its time-out, which is longer than any pause
 * of a busy machine.
 */
public final class SelectStress {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final int PAUSE = 400;

  private SelectStress() {}

  /** What came of a select: what its function gave, or how its channel has ended. */
  private static String select(Select<String> select) {
    long begin = System.nanoTime();
    String result;
    try {
      result = select.await(PATIENCE).orElse("lost");
    } catch (ChannelCancelledException e) {
      result = told("cancelled", e);
    } catch (ChannelClosedException e) {
      result = told("closed", e);
    } catch (InterruptedException e) {
      result = "interrupted";
    }
    return System.nanoTime() - begin < PATIENCE.toNanos() / 2 ? result : "lost, " + result;
  }

  /** Up to as long as a select needs to go to wait, so that it is met on all of its way there. */
  private static void pause() {
    for (int i = ThreadLocalRandom.current().nextInt(PAUSE); i > 0; i--) {
      Thread.onSpinWait();
    }
  }

  private static String told(String end, ChannelException e) {
    return e.refused().isEmpty() ? end : end + " " + e.refused().getFirst();
  }

  /** A receive on a ring while it is closed. */
  @JCStressTest
  @Outcome(id = "closed", expect = ACCEPTABLE, desc = "Found closed, or woken by the close")
  @Outcome(expect = FORBIDDEN, desc = "Asleep over the end")
  @State
  public static class ReceiveRacesCloseOfRing {
    private final Channel<String> channel = Channel.spsc(1);
    private final Select<String> select =
        Select.<String>create().receive(channel, element -> element);

    @Actor
    public void selects(L_Result r) {
      r.r1 = select(select);
    }

    @Actor
    public void closes() {
      pause();
      channel.close();
    }
  }

  /** A receive on a locked channel while it is closed. */
  @JCStressTest
  @Outcome(id = "closed", expect = ACCEPTABLE, desc = "Found closed, or woken by the close")
  @Outcome(expect = FORBIDDEN, desc = "Asleep over the end")
  @State
  public static class ReceiveRacesCloseOfRendezvous {
    private final Channel<String> channel = Channel.rendezvous();
    private final Select<String> select =
        Select.<String>create().receive(channel, element -> element);

    @Actor
    public void selects(L_Result r) {
      r.r1 = select(select);
    }

    @Actor
    public void closes() {
      pause();
      channel.close();
    }
  }

  /** A send to a full ring while that is cancelled. */
  @JCStressTest
  @Outcome(id = "cancelled b", expect = ACCEPTABLE, desc = "Found cancelled, or woken by it")
  @Outcome(expect = FORBIDDEN, desc = "Asleep over the end, or sent")
  @State
  public static class SendRacesCancelOfRing {
    private final Channel<String> channel = Channel.spsc(1);
    private final Select<String> select =
        Select.<String>create().send(channel, () -> "b", () -> "sent");

    public SendRacesCancelOfRing() {
      channel.trySend("a");
      channel.release();
    }

    @Actor
    public void selects(L_Result r) {
      r.r1 = select(select);
    }

    @Actor
    public void cancels() {
      pause();
      channel.cancel();
    }
  }

  /** A send to a locked channel while that is cancelled. */
  @JCStressTest
  @Outcome(id = "cancelled b", expect = ACCEPTABLE, desc = "Found cancelled, or woken by it")
  @Outcome(expect = FORBIDDEN, desc = "Asleep over the end, or sent")
  @State
  public static class SendRacesCancelOfRendezvous {
    private final Channel<String> channel = Channel.rendezvous();
    private final Select<String> select =
        Select.<String>create().send(channel, () -> "b", () -> "sent");

    @Actor
    public void selects(L_Result r) {
      r.r1 = select(select);
    }

    @Actor
    public void cancels() {
      pause();
      channel.cancel();
    }
  }

  /** A receive from either of two channels, both of which are offered something, and closed. */
  static class Either {
    private final Channel<String> one;
    private final Channel<String> other;
    private String accepted = "";
    private String received = "";

    Either(Channel<String> one, Channel<String> other) {
      this.one = one;
      this.other = other;
    }

    final void selects() {
      received = select(
          Select.<String>create()
              .receive(one, element -> element)
              .receive(other, element -> element));
      one.release();
      other.release();
    }

    final void offers() {
      pause();
      accepted = offer(one, "a");
      pause();
      accepted += offer(other, "b");
      one.close();
      other.close();
    }

    private static String offer(Channel<String> channel, String element) {
      return channel.trySend(element).accepted() ? element : "";
    }

    /** What is left over counts as received, too. */
    final String outcome() {
      String rest = rest(one) + rest(other);
      boolean first = received.equals("a") || received.equals("b");
      if (!first && !received.equals("closed")) {
        return received;
      }
      String all = first && received.equals("b") ? rest + received : (first ? received : "") + rest;
      return all.equals(accepted) ? first ? "one" : "none" : accepted + " became " + all;
    }

    private static String rest(Channel<String> channel) {
      ReceiveResult<String> rest = channel.tryReceive();
      return rest instanceof ReceiveResult.Received<String>(String element) ? element : "";
    }
  }

  /** I1 of Wait: two rendezvous with one call. */
  @JCStressTest
  @Outcome(id = "one", expect = ACCEPTABLE, desc = "Met in one, and the other was not accepted")
  @Outcome(id = "none", expect = ACCEPTABLE, desc = "Came after both were offered: closed")
  @Outcome(expect = FORBIDDEN, desc = "Asleep, or an element is lost or comes from nowhere")
  @State
  public static class EitherOfTwoRendezvous extends Either {
    public EitherOfTwoRendezvous() {
      super(Channel.rendezvous(), Channel.rendezvous());
    }

    @Actor
    public void selecting() {
      selects();
    }

    @Actor
    public void offering() {
      offers();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = outcome();
    }
  }

  /** A locked channel completes the call, or a ring hints it. */
  @JCStressTest
  @Outcome(id = "one", expect = ACCEPTABLE, desc = "One received, and the other kept or refused")
  @Outcome(id = "none", expect = FORBIDDEN, desc = "The ring had accepted one")
  @Outcome(expect = FORBIDDEN, desc = "Asleep, or an element is lost or comes from nowhere")
  @State
  public static class EitherRendezvousOrRing extends Either {
    public EitherRendezvousOrRing() {
      super(Channel.rendezvous(), Channel.spsc(1));
    }

    @Actor
    public void selecting() {
      selects();
    }

    @Actor
    public void offering() {
      offers();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = outcome();
    }
  }

  /** Two selects that face each other, each in both directions. */
  @JCStressTest
  @Outcome(id = {"sent, a", "b, sent"}, expect = ACCEPTABLE, desc = "Met in one direction")
  @Outcome(expect = FORBIDDEN, desc = "Passed each other by for ever, or met in both directions")
  @State
  public static class TwoThatFaceEachOther {
    private final Channel<String> there = Channel.rendezvous();
    private final Channel<String> back = Channel.rendezvous();
    private String left = "";
    private String right = "";

    @Actor
    public void left() {
      left = select(
          Select.<String>create()
              .send(there, () -> "a", () -> "sent")
              .receive(back, element -> element));
    }

    @Actor
    public void right() {
      right = select(
          Select.<String>create()
              .send(back, () -> "b", () -> "sent")
              .receive(there, element -> element));
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = left + ", " + right;
    }
  }

  /** A channel that registers a call without a look at what has become of the channel. */
  private static final class Blind {
    private volatile boolean closed;
    private volatile @Nullable Wait waiting;

    void watch(Wait wait) {
      waiting = wait;
    }

    void close() {
      Wait wait = waiting; // before the end is set: who registers in between is not told
      closed = true;
      if (wait != null) {
        wait.hint();
      }
    }
  }

  /** The weakened twin of the selects that race an end. */
  @JCStressTest
  @Outcome(id = "closed", expect = ACCEPTABLE, desc = "Found closed, or woken by the close")
  @Outcome(id = "lost", expect = ACCEPTABLE_INTERESTING,
      desc = "Found open, closed and told to nobody, then registered: asleep for ever")
  @State
  public static class LostWhenRegisteredBlindly {
    private final Blind channel = new Blind();
    private final Wait wait = new Wait();
    private boolean registered;

    @Actor
    public void selects() {
      if (!channel.closed) {
        channel.watch(wait);
        registered = true;
      }
    }

    @Actor
    public void closes() {
      channel.close();
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = registered && sleeps(wait) ? "lost" : "closed";
    }
  }

  /** Tells whether who waits would have to be interrupted; without waiting. */
  private static boolean sleeps(Wait wait) {
    Thread.currentThread().interrupt();
    try {
      wait.await();
      return !Thread.interrupted();
    } catch (InterruptedException e) {
      return true;
    }
  }

  /** Two channels that each give their element to a call that they find open. */
  private static final class Careless {
    private volatile boolean open = true;
    private final StringBuffer given = new StringBuffer();

    void give(String element) {
      if (open) {
        open = false;
        given.append(element);
      }
    }
  }

  /** The weakened twin of {@link EitherOfTwoRendezvous}. */
  @JCStressTest
  @Outcome(id = {"a", "b"}, expect = ACCEPTABLE, desc = "Met in one")
  @Outcome(id = {"ab", "ba"}, expect = ACCEPTABLE_INTERESTING,
      desc = "Found open by both: met in both, and one element is lost")
  @State
  public static class MetTwiceWhenClaimedAfterLook {
    private final Careless call = new Careless();

    @Actor
    public void one() {
      call.give("a");
    }

    @Actor
    public void other() {
      call.give("b");
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = call.given.toString();
    }
  }

  /** The weakened twin of {@link TwoThatFaceEachOther}: they register without a second look. */
  @JCStressTest
  @Outcome(id = "met", expect = ACCEPTABLE, desc = "The later found the earlier")
  @Outcome(id = "lost", expect = ACCEPTABLE_INTERESTING,
      desc = "Neither found the other, then both registered: asleep for ever")
  @State
  public static class PassedByWhenRegisteredBlindly {
    private final List<String> line = new CopyOnWriteArrayList<>();
    private boolean left;
    private boolean right;

    @Actor
    public void left() {
      left = line.isEmpty() && line.add("left");
    }

    @Actor
    public void right() {
      right = line.isEmpty() && line.add("right");
    }

    @Arbiter
    public void outcome(L_Result r) {
      r.r1 = left && right ? "lost" : "met";
    }
  }
}
