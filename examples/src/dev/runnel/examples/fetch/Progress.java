package dev.runnel.examples.fetch;

import module java.base;

/** Draws how far the run is, if the screen is a terminal, and lets messages through. */
final class Progress {
  private static final Duration BETWEEN = Duration.ofMillis(100);
  private static final int WIDTH = 30;

  private final PrintStream screen;
  private final boolean shown;
  private final OptionalLong total;
  private final long started = System.nanoTime();
  private long drawn;

  Progress(PrintStream screen, boolean shown, OptionalLong total) {
    this.screen = screen;
    this.shown = shown;
    this.total = total;
    this.drawn = started - BETWEEN.toNanos();
  }

  /** Draws the state again if the last drawing is old enough. */
  synchronized void update(Tally tally) {
    long now = System.nanoTime();
    if (shown && now - drawn >= BETWEEN.toNanos()) {
      drawn = now;
      screen.print("\r" + line(tally, Duration.ofNanos(now - started)) + "\u001b[K");
      screen.flush();
    }
  }

  /** Prints a line, above the bar. Any thread may call it. */
  synchronized void report(String message) {
    clear();
    screen.println(message);
  }

  /** Takes the bar off the screen. */
  synchronized void clear() {
    if (shown) {
      screen.print("\r\u001b[K");
      screen.flush();
    }
  }

  String line(Tally tally, Duration since) {
    long results = tally.results();
    String rate = "%,.0f/s".formatted(results / Math.max(since.toNanos() / 1e9, 1e-9));
    String failed = tally.failed() == 0 ? "" : ", %,d failed".formatted(tally.failed());
    if (total.isEmpty()) {
      return "%,d done, %s%s".formatted(results, rate, failed);
    }
    long all = Math.max(1, total.getAsLong());
    int filled = (int) Math.min(WIDTH, results * WIDTH / all);
    String bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
    return "[%s] %,d of %,d, %s%s".formatted(bar, results, all, rate, failed);
  }

  /** Tells whether a stream of this process, 1 or 2, goes to a terminal. */
  static boolean terminal(int descriptor) {
    try {
      var test = new ProcessBuilder("test", "-t", "" + descriptor).inheritIO().start();
      return test.waitFor() == 0;
    } catch (IOException _) {
      return false; // no such command here: then no bar
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
