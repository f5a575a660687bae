package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.stage.ConcurrentStage;
import dev.runnel.internal.stage.Mapping;
import dev.runnel.internal.stage.Segment;
import dev.runnel.internal.stage.StageSettings;
import dev.runnel.internal.stage.Upstream;

/** What the concurrent maps have in common: all but the order of their results. */
final class ParallelMap {
  private ParallelMap() {}

  /** Opens a stage of one of the two kinds. */
  @FunctionalInterface
  interface Kind<T, R> {
    ConcurrentStage<R> open(
        Segment segment,
        Upstream.Source<T> source,
        int parallelism,
        StageSettings settings,
        Mapping<? super T, ? extends R> mapping);
  }

  static <T, R> Runnel<R> of(
      String operator,
      Runnel<T> source,
      int parallelism,
      StageOptions options,
      ThrowingFunction<? super T, ? extends R> function,
      Kind<T, R> kind) {
    requireNonNull(function, "function");
    Counts.positive(parallelism, "parallelism");
    StageSettings settings = requireNonNull(options, "options").settings(operator);
    Mapping<T, R> mapping = element -> Elements.nonNull(function.apply(element), operator);
    return new Runnel<>(
        segment -> new BoundaryCursor<>(segment, kind.open(
            segment,
            BoundaryCursor.source(source),
            parallelism,
            settings,
            segment.inContext(mapping))),
        true);
  }
}
