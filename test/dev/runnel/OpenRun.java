package dev.runnel;

import dev.runnel.internal.stage.Failures;
import dev.runnel.internal.stage.Segment;
import org.jspecify.annotations.Nullable;

/** A run that a test drives pull by pull, on its own thread. */
record OpenRun<R>(Cursor<R> cursor, Segment segment) implements AutoCloseable {

  static <R> OpenRun<R> of(Runnel<R> stream) throws Exception {
    Segment segment = Segment.open("runnel test", stream.forks());
    return new OpenRun<>(stream.open(segment), segment);
  }

  @Nullable R next() throws Exception {
    return cursor.next();
  }

  /** Closes as a terminal does. Declares nothing, but throws what the closing threw. */
  @Override
  public void close() {
    try {
      Failures.both(cursor::close, segment::close);
    } catch (Throwable t) {
      throw SourceProbe.<RuntimeException>sneaky(t);
    }
  }
}
