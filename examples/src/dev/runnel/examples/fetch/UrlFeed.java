package dev.runnel.examples.fetch;

import module dev.runnel;
import module java.base;

/**
 * Reads the input on a thread of its own and hands it over entry by entry.
 *
 * <p>A read from a terminal or a pipe can't be interrupted, so that a run that reads by itself
 * could not be stopped while it waits for input. It takes from a bounded queue instead, which can
 * be; the reader is a daemon thread, which the end of the program does not wait for.
 */
final class UrlFeed implements AutoCloseable {
  private static final int AHEAD = 256;

  private final BlockingQueue<Entry> entries = new ArrayBlockingQueue<>(AHEAD);
  private final Thread reader;

  private UrlFeed(InputStream in) {
    reader = Thread.ofPlatform().daemon().name("url-reader").start(() -> readAll(in));
  }

  /** The entries of an input that is opened at the run and closed at its end. */
  static Runnel<Entry> entries(Callable<InputStream> open) {
    return Runnel.using(
        () -> new UrlFeed(open.call()),
        feed -> Runnel.generate(feed::take).takeWhile(entry -> !(entry instanceof Entry.End)));
  }

  private Entry take() throws IOException, InterruptedException {
    Entry entry = entries.take();
    if (entry instanceof Entry.End(var failure) && failure.isPresent()) {
      throw failure.get();
    }
    return entry;
  }

  private void readAll(InputStream in) {
    try (var lines = new LineReader(in, Entry.LONGEST_LINE)) {
      Optional<IOException> failure = Optional.empty();
      try {
        for (var line = lines.read(); line.isPresent(); line = lines.read()) {
          entries.put(Entry.of(line.get()));
        }
      } catch (IOException e) {
        failure = Optional.of(e);
      }
      entries.put(new Entry.End(failure));
    } catch (IOException | InterruptedException _) {
      // closed: nobody takes any more
    }
  }

  /** Stops the reader, as soon as the read that it may be in returns. */
  @Override
  public void close() {
    reader.interrupt();
  }
}
