package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.Segment;
import dev.runnel.internal.stage.StageSettings;
import dev.runnel.internal.stage.Stages;
import dev.runnel.internal.stage.Upstream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the operators that run several streams at once are made. */
final class Merging {
  private Merging() {}

  static <T> Runnel<T> halting(
      Runnel<T> left, boolean leftHalts, Runnel<? extends T> right, boolean rightHalts) {
    requireNonNull(right, "other");
    StageSettings settings = StageOptions.defaults().settings("merge");
    return new Runnel<>(
        segment -> new BoundaryCursor<>(segment, Stages.<T>mergeHalting(
            segment,
            BoundaryCursor.source(left),
            leftHalts,
            BoundaryCursor.source(right),
            rightHalts,
            settings)),
        true);
  }

  /** A stream that does what another does, and gives nothing. */
  static <S, T> Runnel<T> muted(Runnel<S> stream) {
    return stream.through(MutedCursor<S, T>::new);
  }

  static <T> Runnel<T> merged(List<Runnel<? extends T>> sources, StageOptions options) {
    StageSettings settings = requireNonNull(options, "options").settings("merge");
    if (sources.stream().allMatch(source -> source.opener().pure())) {
      return new Runnel<>(new InTurnCursor.Merge<>(sources), false);
    }
    List<Upstream.Source<T>> upstreams = new ArrayList<>();
    sources.forEach(source -> upstreams.add(BoundaryCursor.source(source)));
    return new Runnel<>(
        segment -> new BoundaryCursor<>(segment, Stages.<T>merge(segment, upstreams, settings)),
        true);
  }

  static <T> Runnel<T> joined(
      Runnel<? extends Runnel<? extends T>> streams, int parallelism, StageOptions options) {
    Runnel<T> atOnce = joined("parJoin", streams, parallelism, options, stream -> stream);
    if (!streams.opener().pure()) {
      return atOnce;
    }
    return new Runnel<>(
        segment -> {
          List<Runnel<? extends T>> all = new ArrayList<>();
          streams.opener().open(segment).forEachWhile(all::add); // no user code runs here
          return all.stream().allMatch(stream -> stream.opener().pure())
              ? new InTurnCursor<>(segment, all, parallelism)
              : atOnce.open(segment);
        },
        true);
  }

  static <T, R> Runnel<R> joined(
      String operator,
      Runnel<T> outer,
      int parallelism,
      StageOptions options,
      ThrowingFunction<? super T, ? extends Runnel<? extends R>> function) {
    Counts.positive(parallelism, "parallelism");
    StageSettings settings = requireNonNull(options, "options").settings(operator);
    Runnel<Upstream.Source<R>> sources =
        outer.map(
            element -> BoundaryCursor.source(
                Elements.<Runnel<? extends R>>nonNull(function.apply(element), operator)));
    return new Runnel<>(
        segment -> new BoundaryCursor<>(segment, Stages.<R>join(
            segment, BoundaryCursor.source(sources), parallelism, settings)),
        true);
  }
}

final class MutedCursor<S, T> extends OperatorCursor<S, T> {
  private final Segment segment;

  MutedCursor(Cursor<S> upstream, Segment segment) {
    super(upstream);
    this.segment = segment;
  }

  @Override
  @Nullable T pull() throws Exception {
    upstream.forEachWhile(
        _ -> {
          segment.checkIdle(); // it may be endless and never wait, and others want the processor
          return true;
        });
    return null;
  }
}
