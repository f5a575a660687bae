package dev.runnel.examples.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;
import org.junit.jupiter.api.Test;

class EntryTest {
  private static Entry entry(String text) {
    return Entry.of(new LineReader.Line(7, text.getBytes(StandardCharsets.UTF_8), false));
  }

  private static String reason(Entry entry) {
    var bad = assertInstanceOf(Entry.Bad.class, entry);
    assertEquals(7, bad.line());
    return bad.reason();
  }

  @Test
  void takesHttpUrls() {
    assertEquals(new Entry.Target(7, URI.create("http://a/b?c=d")), entry("  http://a/b?c=d "));
    assertEquals(new Entry.Target(7, URI.create("HTTPS://a:81/")), entry("HTTPS://a:81/"));
    assertEquals(new Entry.Target(7, URI.create("http://a/%C3%A9")), entry("http://a/\u00e9"));
  }

  @Test
  void passesOverEmptyLinesAndComments() {
    assertEquals(new Entry.Blank(), entry(""));
    assertEquals(new Entry.Blank(), entry(" \t"));
    assertEquals(new Entry.Blank(), entry("# http://a/"));
  }

  @Test
  void tellsWhatIsWrong() {
    assertTrue(reason(entry("http://a/b c")).startsWith("not a URL, Illegal character"));
    assertEquals("not an http or https URL: ftp://a/", reason(entry("ftp://a/")));
    assertEquals("not an http or https URL: example.org", reason(entry("example.org")));
    assertEquals("a URL without a host: http:/a", reason(entry("http:/a")));
    assertEquals("not UTF-8", reason(Entry.of(new LineReader.Line(7, new byte[] {-1}, false))));
    assertEquals("longer than 8192 bytes",
        reason(Entry.of(new LineReader.Line(7, new byte[0], true))));
  }

  @Test
  void shortensWhatItQuotes() {
    assertTrue(reason(entry("x".repeat(1000))).length() < 100);
  }

  @Test
  void dropsAByteOrderMarkAtTheStart() {
    byte[] marked = "\uFEFFhttp://a/".getBytes(StandardCharsets.UTF_8);
    assertEquals(
        new Entry.Target(1, URI.create("http://a/")),
        Entry.of(new LineReader.Line(1, marked, false)));
  }
}
