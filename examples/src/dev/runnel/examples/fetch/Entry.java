package dev.runnel.examples.fetch;

import module java.base;

/** What a line of the input says. */
sealed interface Entry {

  /** The longest line that is read, in bytes. */
  int LONGEST_LINE = 8192;

  /**
   * A URL to fetch.
   *
   * @param line its line in the input, from 1
   */
  record Target(long line, URI uri) implements Entry {}

  /**
   * A line that is no URL.
   *
   * @param line its line in the input, from 1
   */
  record Bad(long line, String reason) implements Entry {}

  /** An empty line or a comment, which begins with {@code #}. */
  record Blank() implements Entry {}

  /** The end of the input, by a failure if there is one. */
  record End(Optional<IOException> failure) implements Entry {}

  /** Tells what a line says. */
  static Entry of(LineReader.Line line) {
    if (line.tooLong()) {
      return new Bad(line.number(), "longer than " + LONGEST_LINE + " bytes");
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line.bytes())).toString();
    } catch (CharacterCodingException e) {
      return new Bad(line.number(), "not UTF-8");
    }
    if (line.number() == 1 && text.startsWith("\uFEFF")) {
      text = text.substring(1); // a byte order mark
    }
    text = text.strip();
    return text.isEmpty() || text.startsWith("#") ? new Blank() : parse(line.number(), text);
  }

  private static Entry parse(long line, String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      return new Bad(line, "not a URL, " + e.getReason() + ": " + shortened(text));
    }
    String scheme = uri.getScheme();
    if (!"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme)) {
      return new Bad(line, "not an http or https URL: " + shortened(text));
    }
    if (uri.getHost() == null) {
      return new Bad(line, "a URL without a host: " + shortened(text));
    }
    return new Target(line, URI.create(uri.toASCIIString()));
  }

  private static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "...";
  }
}
