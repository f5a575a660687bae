package dev.runnel.examples.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;
import org.junit.jupiter.api.Test;

class LineReaderTest {
  private static List<String> lines(String text, int limit) throws IOException {
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    List<String> lines = new ArrayList<>();
    try (var reader = new LineReader(in, limit)) {
      for (var line = reader.read(); line.isPresent(); line = reader.read()) {
        assertEquals(lines.size() + 1, line.get().number());
        lines.add(line.get().tooLong() ? "too long"
            : new String(line.get().bytes(), StandardCharsets.UTF_8));
      }
      assertTrue(reader.read().isEmpty(), "the end stays the end");
    }
    return lines;
  }

  @Test
  void splitsAtLfAndCrLf() throws IOException {
    assertEquals(List.of("a", "b", "", "c"), lines("a\nb\r\n\nc", 10));
    assertEquals(List.of("a"), lines("a\n", 10));
    assertEquals(List.of(), lines("", 10));
    assertEquals(List.of(""), lines("\n", 10));
  }

  @Test
  void keepsLinesUpToTheLimitAndReportsLongerOnes() throws IOException {
    assertEquals(List.of("1234", "1234", "too long", "ok"), lines("1234\n1234\r\n12345\nok", 4));
    assertEquals(List.of("too long", "too long"), lines("12345\r\n123456", 4));
  }

  @Test
  void readsTenMegabytesOfOneLineWithoutKeepingThem() throws IOException {
    String text = "a".repeat(10_000_000) + "\nhttp://b/";
    assertEquals(List.of("too long", "http://b/"), lines(text, Entry.LONGEST_LINE));
  }
}
