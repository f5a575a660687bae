package dev.runnel.internal.stage;

import dev.runnel.internal.park.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One source or many, each with a feeder of its own, into one consumer: prefetch, merge, and the
 * boundary of a time-out.
 */
final class MergeStage<T> extends ConcurrentStage<T> {
  private final List<Lane<? extends T>> lanes = new ArrayList<>();
  private final int buffer;

  /** Whether sources stay open until the stage is closed, or only until their end is taken. */
  private final boolean holdOpen;

  /** Consumer only: the lane of the element that was returned last. */
  private @Nullable Lane<? extends T> last;

  /** Consumer only: lanes whose feeders may not know yet of all that was handed down, each once. */
  private final ArrayDeque<Lane<? extends T>> unpublished = new ArrayDeque<>();

  private int open;
  private Clock.@Nullable Alarm alarm;

  MergeStage(
      Segment segment,
      String name,
      List<? extends Upstream.Source<? extends T>> sources,
      int buffer,
      boolean holdOpen) {
    super(segment, name, new RingTransport());
    this.buffer = buffer;
    this.holdOpen = holdOpen;
    for (Upstream.Source<? extends T> source : sources) {
      lanes.add(lane(segment, source));
    }
    open = lanes.size();
  }

  /**
   * Makes the stage fail after a time unless its end comes first: what runs above is interrupted
   * then.
   *
   * @param failure makes the failure from what was running
   */
  void failAfter(Clock clock, Duration time, Function<String, Throwable> failure) {
    Transport.Lane late = transport.open(0);
    alarm =
        clock.schedule(
            time,
            () -> {
              Signal.Failed signal = new Signal.Failed(failure.apply(describe()));
              lanes.forEach(lane -> lane.feeder.interrupt());
              late.put(0, signal);
            });
  }

  @Override
  List<Feeder<?>> feeders() {
    List<Feeder<?>> feeders = new ArrayList<>();
    lanes.forEach(lane -> feeders.add(lane.feeder));
    return feeders;
  }

  @Override
  void handDown() {
    Lane<? extends T> lane = last;
    if (lane != null) {
      last = null;
      lane.feeder.room().handedOne();
      if (!lane.listed) {
        lane.listed = true;
        unpublished.add(lane);
      }
    }
  }

  @Override
  void publish() {
    for (var lane = unpublished.poll(); lane != null; lane = unpublished.poll()) {
      lane.listed = false;
      lane.feeder.room().publish();
    }
  }

  @Override
  @SuppressWarnings("unchecked") // every item that is no signal is an element of a source
  T delivered(Object item) {
    last = lanes.get(transport.lane());
    return (T) item;
  }

  @Override
  void ended(Signal.End end) {
    failWith(end.failure());
    Lane<? extends T> lane = lanes.get(transport.lane());
    lane.endTaken = true;
    lane.feeder.nudge();
    open--;
  }

  @Override
  boolean exhausted() {
    return open == 0;
  }

  @Override
  void stop(@Nullable Throwable primary) {
    if (alarm != null) {
      alarm.cancel();
    }
    lanes.forEach(lane -> lane.feeder.stop(primary));
  }

  private <S extends T> Lane<S> lane(Segment segment, Upstream.Source<S> source) {
    return new Lane<>(lanes.size(), segment, source);
  }

  /** A source's way into the stage. */
  private final class Lane<S extends T> implements Feeder.Sink<S> {
    private final Transport.Lane way;
    private final Feeder<S> feeder;

    /** Consumer only: whether the lane is in {@link #unpublished}. */
    private boolean listed;

    /** Written by the consumer, read by the feeder. */
    private volatile boolean endTaken;

    Lane(int number, Segment segment, Upstream.Source<S> source) {
      this.way = transport.open(number);
      this.feeder = new Feeder<>(segment, name, source, this, buffer + 1L, buffer);
    }

    @Override
    public void element(S element, long index) {
      way.put(index, element);
    }

    @Override
    public void ended(long total, @Nullable Throwable failure) {
      if (failure != null) {
        noteFailure(failure);
        interruptOthers();
      }
      way.put(total, new Signal.End(total, failure));
    }

    @Override
    public void brokenOff(Throwable failure) {
      noteBrokenOff(failure);
    }

    @Override
    public boolean mayClose() {
      return endTaken && !holdOpen;
    }

    @Override
    public boolean working() {
      return false;
    }

    @Override
    public void closeFailed(Throwable failure) {
      noteCloseFailure(failure);
      interruptOthers();
      way.put(0, new Signal.Failed(failure));
    }

    @Override
    public void done() {
      feederDone();
    }

    private void interruptOthers() {
      for (Lane<? extends T> lane : lanes) {
        if (lane != this) {
          lane.feeder.interrupt();
        }
      }
    }
  }
}
