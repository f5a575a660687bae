package dev.runnel;

import dev.runnel.internal.park.Interrupts;
import dev.runnel.internal.stage.Failures;
import dev.runnel.internal.stage.Segment;

/** Runs a stream on the calling thread, and is the one place where failures become what it throws. */
final class Terminal {
  private Terminal() {}

  /**
   * Opens {@code stream}, hands its elements to {@code step} until it says stop or they end, and closes
   * all that was opened.
   *
   * @param name the terminal operation, for messages
   */
  static <T> void run(String name, Runnel<T> stream, Step<? super T> step)
      throws InterruptedException {
    Interrupts.check(); // before anything is opened
    try {
      Segment segment = rootSegment(name, stream);
      Closing.both(() -> drive(stream, segment, step), segment::close);
    } catch (Throwable t) {
      throw Terminal.<RuntimeException>unchecked(translated(t));
    }
  }

  /** Opens the segment of the thread that runs {@code stream}. */
  static Segment rootSegment(String name, Runnel<?> stream) {
    return new Segment();
  }

  private static <T> void drive(Runnel<T> stream, Segment segment, Step<? super T> step)
      throws Exception {
    Cursor<T> cursor = stream.open(segment);
    Closing.both(
        () -> cursor.forEachWhile(
            element -> {
              segment.check();
              return step.accept(element);
            }),
        cursor::close);
  }

  /** Returns what the caller sees of a failure: unchecked, or an {@code InterruptedException}. */
  private static Throwable translated(Throwable failure) {
    if (Interrupts.clear() && !(failure instanceof InterruptedException)) {
      InterruptedException interrupted = new InterruptedException();
      Failures.suppress(interrupted, failure);
      return interrupted;
    }
    return switch (failure) {
      case InterruptedException e -> e;
      case RuntimeException e -> e;
      case Exception e -> new RunnelException(e);
      default -> failure;
    };
  }

  /** Throws any throwable; the caller declares the one checked type that can come. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> X unchecked(Throwable failure) throws X {
    throw (X) failure;
  }
}
