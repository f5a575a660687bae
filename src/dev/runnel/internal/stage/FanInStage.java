package dev.runnel.internal.stage;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Several sources, each with a feeder of its own, into one consumer: in the order of arrival, fair
 * across the sources.
 */
abstract sealed class FanInStage<T> extends ConcurrentStage<T> permits MergeStage, JoinStage {
  /** When the feeder of a source closes it, unless the stage is closed before. */
  enum Closing {
    /** When the source has ended: nothing that comes from it is in use. */
    AT_END,

    /** When the consumer has taken the end, and so all that came before it. */
    WHEN_END_IS_TAKEN,

    /** Not before the stage is. */
    WITH_STAGE
  }

  final RingTransport rings;

  /** Consumer only: lanes whose feeders may not know yet of all that was handed down, each once. */
  private final ArrayDeque<Lane> unpublished = new ArrayDeque<>();

  FanInStage(Segment segment, StageSettings settings) {
    RingTransport transport = new RingTransport();
    super(segment, settings, transport);
    rings = transport;
  }

  /**
   * Interrupts what runs in all sources but one, because that one has failed or nothing of the
   * others is wanted any more. Any thread.
   */
  abstract void interruptAllBut(@Nullable Lane one);

  /** Notes that a source is closed and its feeder has nothing more to do; its feeder. */
  abstract void laneDone(Lane lane);

  /** Notes that the end of a source was taken; consumer only. */
  abstract void laneEnded(Lane lane);

  @Override
  final void handDown() {
    if (rings.lane() instanceof FanInStage<?>.Lane) { // or that of a signal
      taken().handDown();
    }
  }

  @Override
  final void publish() {
    for (var lane = unpublished.poll(); lane != null; lane = unpublished.poll()) {
      lane.listed = false;
      lane.room.publish(lane.ring().polled());
    }
  }

  @Override
  void ended(Signal.End end) {
    failWith(end.failure());
    Lane lane = taken();
    lane.endTaken();
    laneEnded(lane);
  }

  @SuppressWarnings("unchecked") // elements and their ends come through lanes of this class only
  private Lane taken() {
    return (Lane) requireNonNull(rings.lane());
  }

  /** A source's way into the stage. */
  final class Lane extends RingTransport.RingLane implements Feeder.Sink<T> {
    final Feeder<T> feeder;
    private final Room room;
    private final Closing closing;

    /** Consumer only: whether the lane is in {@link #unpublished}. */
    private boolean listed;

    /** Written by the consumer or the feeder, read by the feeder. */
    private volatile boolean closable;

    /**
     * Makes a lane whose feeder is not started yet.
     *
     * @param parent the segment of the thread that starts the feeder
     */
    Lane(Segment parent, String name, Upstream.Source<T> source, int buffer, Closing closing) {
      super(rings);
      this.closing = closing;
      this.feeder = new Feeder<>(parent, name, source, this, buffer + 1L, buffer);
      this.room = feeder.room();
    }

    /** All that was taken so far has been handed down; consumer only. */
    private void handDown() {
      room.handed(ring().polled());
      if (!listed) {
        listed = true;
        unpublished.add(this);
      }
    }

    private void endTaken() {
      if (closing == Closing.WHEN_END_IS_TAKEN) {
        closable = true;
        feeder.nudge();
      }
    }

    @Override
    public void element(T element, long index) {
      put(index, element);
    }

    @Override
    public void elements(Upstream.Batch batch, long index) {
      putAll(batch.items, batch.size());
    }

    @Override
    public void ended(long total, @Nullable Throwable failure) {
      if (failure != null) {
        noteFailure(failure);
        interruptAllBut(this);
      }
      closable = closing == Closing.AT_END;
      put(total, new Signal.End(total, failure));
    }

    @Override
    public void brokenOff(Throwable failure) {
      noteBrokenOff(failure);
    }

    @Override
    public boolean mayClose() {
      return closable;
    }

    @Override
    public boolean working() {
      return false;
    }

    @Override
    public void closeFailed(Throwable failure) {
      noteCloseFailure(failure);
      interruptAllBut(this);
      put(0, new Signal.Failed(failure));
    }

    @Override
    public void done() {
      laneDone(this);
    }
  }
}
