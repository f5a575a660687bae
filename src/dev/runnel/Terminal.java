package dev.runnel;

import dev.runnel.internal.park.Interrupts;
import dev.runnel.internal.stage.Failures;
import dev.runnel.internal.stage.Segment;
import dev.runnel.internal.stage.StageSettings;
import org.jspecify.annotations.Nullable;

/**
 * Runs a stream on the calling thread, and is the one place where failures become what it throws.
 */
final class Terminal {
  private Terminal() {}

  /**
   * Opens {@code stream}, hands its elements to {@code step} until it says stop or they end, and
   * closes all that was opened.
   *
   * @param name the terminal operation, for messages
   */
  static <T> void run(String name, Runnel<T> stream, Step<? super T> step)
      throws InterruptedException {
    Interrupts.check(); // before anything is opened
    Segment segment = null;
    try {
      Segment opened = Segment.open("runnel " + name, stream.forks());
      segment = opened;
      Failures.both(() -> drive(stream, opened, step), opened::close);
    } catch (Throwable t) {
      throw Terminal.<RuntimeException>unchecked(translated(name, t, segment));
    }
  }

  private static <T> void drive(Runnel<T> stream, Segment segment, Step<? super T> step)
      throws Exception {
    Cursor<T> cursor = stream.open(segment);
    Failures.both(
        () -> pullAll(cursor, segment, step),
        () -> Interrupts.shielded(
            () -> {
              cursor.close();
              return segment;
            }));
  }

  private static <T> void pullAll(Cursor<T> cursor, Segment segment, Step<? super T> step)
      throws Exception {
    try {
      cursor.forEachWhile(step);
    } catch (Throwable t) {
      segment.failed(t);
      throw t;
    }
  }

  /** Returns what the caller sees of a failure: unchecked, or an {@code InterruptedException}. */
  static Throwable translated(String name, Throwable failure, @Nullable Segment segment) {
    StageSettings origin = segment == null ? null : segment.origin(failure);
    if (origin != null) {
      Failures.markCallSite(failure, new Failures.CallSite(name), origin);
    }
    if (failure instanceof InterruptedException && origin == null) {
      return failure;
    }
    if (Interrupts.clear()) {
      InterruptedException interrupted = new InterruptedException();
      Failures.suppress(interrupted, failure);
      return interrupted;
    }
    return wrapped(failure);
  }

  /** Returns an unchecked failure as it is, and any other as the cause of a RunnelException. */
  static Throwable wrapped(Throwable failure) {
    return switch (failure) {
      case RuntimeException e -> e;
      case Error e -> e;
      default -> new RunnelException(failure);
    };
  }

  /** Throws any throwable; the caller declares the one checked type that can come. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <X extends Throwable> X unchecked(Throwable failure) throws X {
    throw (X) failure;
  }
}
