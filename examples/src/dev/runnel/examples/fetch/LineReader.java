package dev.runnel.examples.fetch;

import module java.base;

/**
 * Reads lines of bytes in constant memory: of a line longer than the limit nothing is kept, it is
 * read to its end and reported. Ends at LF or CRLF; the last line needs neither.
 */
final class LineReader implements Closeable {
  private final InputStream in;
  private final byte[] buffer = new byte[8192];
  private final int limit;
  private final byte[] line;
  private int at;
  private int end;
  private long number;

  LineReader(InputStream in, int limit) {
    this.in = in;
    this.limit = limit;
    this.line = new byte[limit + 1]; // one more for the CR
  }

  /**
   * A line.
   *
   * @param number counts from 1
   * @param bytes what the line holds, without its end; empty if it was too long
   * @param tooLong whether it was longer than the limit
   */
  record Line(long number, byte[] bytes, boolean tooLong) {}

  /** Reads the next line; empty at the end. */
  Optional<Line> read() throws IOException {
    int length = 0;
    boolean overflowed = false;
    boolean started = false;
    while (at < end || fill()) {
      started = true;
      byte b = buffer[at++];
      if (b == '\n') {
        return Optional.of(line(length, overflowed));
      }
      if (length < line.length) {
        line[length++] = b;
      } else {
        overflowed = true;
      }
    }
    return started ? Optional.of(line(length, overflowed)) : Optional.empty();
  }

  private boolean fill() throws IOException {
    at = 0;
    end = Math.max(0, in.read(buffer));
    return end > 0;
  }

  private Line line(int length, boolean overflowed) {
    boolean carriageReturn = length > 0 && line[length - 1] == '\r';
    int kept = carriageReturn ? length - 1 : length;
    boolean tooLong = overflowed || kept > limit;
    return new Line(++number, Arrays.copyOf(line, tooLong ? 0 : kept), tooLong);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
