package dev.runnel;

import dev.runnel.internal.stage.ConcurrentStage;
import dev.runnel.internal.stage.Segment;
import dev.runnel.internal.stage.Upstream;
import org.jspecify.annotations.Nullable;

/** The cursor below an asynchronous boundary: what is above it runs on other threads. */
final class BoundaryCursor<T> extends BaseCursor<T> {
  private final Segment segment;
  private final ConcurrentStage<T> stage;

  BoundaryCursor(Segment segment, ConcurrentStage<T> stage) {
    this.segment = segment;
    this.stage = stage;
  }

  /** Tells a stage how its feeder opens, pulls and closes {@code stream}. */
  static <T> Upstream.Source<T> source(Runnel<? extends T> stream) {
    return new Upstream.Source<>(
        segment -> {
          Cursor<? extends T> cursor = stream.open(segment);
          return new Upstream<>() {
            @Override
            public @Nullable T next() throws Exception {
              return cursor.next();
            }

            @Override
            public void close() throws Exception {
              cursor.close();
            }
          };
        },
        stream.forks(),
        stream.discards());
  }

  @Override
  @Nullable T pull() throws Exception {
    segment.check(); // elements that are ready are taken without a wait
    return stage.next();
  }

  @Override
  void release() throws Exception {
    stage.close();
  }
}
