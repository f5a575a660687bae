package dev.runnel.internal.stage;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gives what a stage drops to the user's hook: all of it, whatever the hook throws. */
final class Discarding implements Consumer<Object> {
  private final Segment segment;
  private final Segment.@Nullable Discards hook;

  /** What the hook threw, the first with the others suppressed. */
  @Nullable Throwable failure;

  Discarding(Segment segment, Segment.@Nullable Discards hook) {
    this.segment = segment;
    this.hook = hook;
  }

  @Override
  public void accept(Object item) {
    Segment.Discards to = hook;
    if (to == null || item instanceof Signal) {
      return;
    }
    try {
      segment.shielded(
          () -> {
            to.accept(item);
            return item;
          });
    } catch (Throwable t) {
      failure = Failures.first(failure, t);
    }
  }
}
