package dev.runnel.examples.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

  private Progress progress(boolean shown, OptionalLong total) {
    return new Progress(new PrintStream(screen, true, StandardCharsets.UTF_8), shown, total);
  }

  private static Tally tally(int fetched, int failed) {
    var target = new Entry.Target(1, URI.create("http://a/"));
    var tally = new Tally();
    for (int i = 0; i < fetched; i++) {
      tally.add(new Result.Fetched(target, 1, Duration.ZERO, 200, 1, ""));
    }
    for (int i = 0; i < failed; i++) {
      tally.add(new Result.Failed(target, 3, Duration.ZERO, FailureKind.TIMEOUT, ""));
    }
    return tally;
  }

  @Test
  void drawsABarIfTheTotalIsKnown() {
    assertEquals(
        "[###############...............] 10 of 20, 5/s, 1 failed",
        progress(true, OptionalLong.of(20)).line(tally(9, 1), Duration.ofSeconds(2)));
  }

  @Test
  void countsIfTheTotalIsUnknown() {
    assertEquals(
        "9 done, 3/s",
        progress(true, OptionalLong.empty()).line(tally(9, 0), Duration.ofSeconds(3)));
  }

  @Test
  void drawsOnAScreenOnly() {
    progress(false, OptionalLong.empty()).update(tally(1, 0));
    progress(false, OptionalLong.empty()).clear();
    assertEquals(0, screen.size());
    progress(true, OptionalLong.empty()).update(tally(1, 0));
    assertTrue(screen.size() > 0);
  }

  @Test
  void tellsFailuresByKind() {
    String summary = tally(2, 2).summary(Duration.ofSeconds(1));
    assertTrue(summary.contains("fetched     2 of 4 URLs"), summary);
    assertTrue(summary.contains("failures    timeout 2; 4 further attempts"), summary);
  }
}
