package dev.runnel.examples.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;
import org.junit.jupiter.api.Test;

class OptionsTest {
  private static String refusal(String... args) {
    return assertThrows(Options.UsageException.class, () -> Options.parse(args)).getMessage();
  }

  @Test
  void hasDefaults() throws Options.UsageException {
    Options options = Options.parse();
    assertEquals(Optional.empty(), options.input());
    assertEquals(64, options.concurrency());
    assertEquals(Duration.ofMillis(1128), options.timeout());
    assertEquals(Duration.ofSeconds(10), Options.parse("urls").timeout());
  }

  @Test
  void takesValuesAfterASpaceOrAnEqualsSign() throws Options.UsageException {
    Options options =
        Options.parse("--concurrency", "8", "--timeout=500ms", "-", "--out", "o",
            "--bad-lines=refuse");
    assertEquals(Optional.of("-"), options.input());
    assertEquals(Optional.of(Path.of("o")), options.out());
    assertEquals(8, options.concurrency());
    assertEquals(Duration.ofMillis(500), options.timeout());
    assertTrue(options.refuse());
  }

  @Test
  void saysWhatIsWrong() {
    assertEquals("--concurrency must be a number >= 1, was 0", refusal("--concurrency", "0"));
    assertEquals("--concurrency must be a number >= 1, was many", refusal("--concurrency=many"));
    assertEquals("--out needs a value", refusal("--out"));
    assertEquals("no such option: --colour", refusal("--colour", "red"));
    assertEquals("no such option: -x", refusal("-x"));
    assertEquals("one file at most, there is a and b", refusal("a", "b"));
    assertEquals("--timeout must be like 500ms, 2s or 1m and > 0, was 0s",
        refusal("--timeout", "0s"));
    assertEquals("--bad-lines must be skip or refuse, was drop", refusal("--bad-lines=drop"));
  }
}
