package dev.runnel.examples.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import module java.base;
import org.junit.jupiter.api.Test;

class JsonLinesTest {
  private static final Entry.Target TARGET = new Entry.Target(3, URI.create("http://a/b"));

  @Test
  void writesWhatWasFetched() {
    var result = new Result.Fetched(TARGET, 2, Duration.ofMillis(41), 200, 5, "abcd");
    assertEquals(
        "{\"line\":3,\"url\":\"http://a/b\",\"status\":200,\"bytes\":5,\"sha256\":\"abcd\",\"attempts\":2,\"ms\":41}",
        JsonLines.line(result));
  }

  @Test
  void escapesWhatJsonDoesNotAllow() {
    var result = new Result.Failed(TARGET, 1, Duration.ZERO, FailureKind.OTHER,
        "\"\\\n\r\t\u0001\ud800\u00e9");
    assertEquals(
        "{\"line\":3,\"url\":\"http://a/b\",\"error\":\"other\",\"detail\":\"\\\"\\\\\\n\\r\\t\\u0001\\ud800\u00e9\",\"attempts\":1,\"ms\":0}",
        JsonLines.line(result));
  }

  @Test
  void writesEachLineByOneWrite() throws IOException {
    List<String> writes = new ArrayList<>();
    var out =
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new AssertionError("a single byte");
          }

          @Override
          public void write(byte[] bytes, int from, int length) {
            writes.add(new String(bytes, from, length, StandardCharsets.UTF_8));
          }
        };
    var result = new Result.Fetched(TARGET, 1, Duration.ZERO, 200, 0, "");
    try (var lines = new JsonLines(out)) {
      lines.write(result);
      lines.write(result);
    }
    String line = JsonLines.line(result) + "\n";
    assertEquals(List.of(line, line), writes);
  }

  @Test
  void saysThatTheOutputIsBroken() {
    var out =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    var lines = new JsonLines(out);
    var failure =
        assertThrows(
            JsonLines.OutputException.class,
            () -> lines.write(new Result.Fetched(TARGET, 1, Duration.ZERO, 200, 0, "")));
    assertEquals("cannot write the output: No space left on device", failure.getMessage());
  }
}
