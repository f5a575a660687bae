package dev.runnel.internal.stage;

import dev.runnel.internal.park.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A number of sources that is known at the start: prefetch, merge, a foreground with a background,
 * and the boundary of a time-out.
 */
final class MergeStage<T> extends FanInStage<T> {
  private final int buffer;
  private final List<Lane> lanes = new ArrayList<>();

  /** Those at whose end the stage ends, whatever the others have to give. */
  private final Set<Lane> halting = new HashSet<>();

  /** Consumer only: how many ends are still wanted. */
  private int open;

  private Clock.@Nullable Alarm alarm;

  MergeStage(Segment segment, StageSettings settings) {
    super(segment, settings);
    buffer = settings.buffer();
  }

  /**
   * Adds a source; before the start.
   *
   * @param closing when its feeder closes it
   */
  MergeStage<T> with(Upstream.Source<T> source, Closing closing) {
    return with(source, closing, false);
  }

  /**
   * As {@link #with(Upstream.Source, Closing)}.
   *
   * @param halts whether the stage ends when this source does
   */
  MergeStage<T> with(
      Upstream.Source<T> source, Closing closing, boolean halts) {
    Lane lane = new Lane(segment, name, source, buffer, closing);
    lanes.add(lane);
    if (halts) {
      halting.add(lane);
    }
    open++;
    return this;
  }

  /**
   * Makes the stage fail after a time unless its end comes first: what runs above is interrupted
   * then.
   *
   * @param failure makes the failure from what was running
   */
  void failAfter(Clock clock, Duration time, Function<String, Throwable> failure) {
    Transport.Lane late = transport.open();
    alarm =
        clock.schedule(
            time,
            () -> {
              Signal.Failed signal = new Signal.Failed(failure.apply(describe()));
              interruptAllBut(null);
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
  void interruptAllBut(@Nullable Lane one) {
    for (Lane lane : lanes) {
      if (lane != one) {
        lane.feeder.interrupt();
      }
    }
  }

  @Override
  void laneDone(Lane lane) {
    feederDone();
  }

  @Override
  void laneEnded(Lane lane) {
    open--;
    if (halting.contains(lane)) {
      open = 0;
      interruptAllBut(lane);
    }
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
}
