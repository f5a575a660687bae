package dev.runnel.examples.fetch;

import module java.base;

/**
 * Writes results as JSON, one object a line. Each line is one write, so that a line is whole
 * whenever the program is stopped; a failed write is an {@link OutputException}.
 */
final class JsonLines implements Closeable {
  private final OutputStream out;

  JsonLines(OutputStream out) {
    this.out = out;
  }

  /** Says that the output is broken, which no retry mends. */
  static final class OutputException extends IOException {
    private static final long serialVersionUID = 1L;

    OutputException(IOException cause) {
      super("cannot write the output: " + cause.getMessage(), cause);
    }
  }

  /** Opens a file to write to, and empties it. */
  static OutputStream open(Path file) throws OutputException {
    try {
      return Files.newOutputStream(file);
    } catch (NoSuchFileException e) {
      throw new OutputException(new IOException("no such folder for " + file, e));
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }

  void write(Result result) throws OutputException {
    try {
      out.write((line(result) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }

  static String line(Result result) {
    var json = new StringBuilder(200).append("{\"line\":").append(result.target().line());
    text(json, "url", result.target().uri().toString());
    switch (result) {
      case Result.Fetched fetched -> {
        json.append(",\"status\":").append(fetched.status());
        json.append(",\"bytes\":").append(fetched.bytes());
        text(json, "sha256", fetched.sha256());
      }
      case Result.Failed failed -> {
        text(json, "error", failed.kind().text());
        text(json, "detail", failed.detail());
      }
    }
    json.append(",\"attempts\":").append(result.attempts());
    return json.append(",\"ms\":").append(result.took().toMillis()).append('}').toString();
  }

  private static void text(StringBuilder json, String name, String value) {
    json.append(",\"").append(name).append("\":\"");
    value.chars().forEach(c -> escape(json, (char) c));
    json.append('"');
  }

  private static void escape(StringBuilder json, char c) {
    switch (c) {
      case '"', '\\' -> json.append('\\').append(c);
      case '\n' -> json.append("\\n");
      case '\r' -> json.append("\\r");
      case '\t' -> json.append("\\t");
      default -> {
        if (c < 0x20 || c == 0x7f || Character.isSurrogate(c)) {
          json.append("\\u%04x".formatted((int) c)); // so that half a pair stays legal too
        } else {
          json.append(c);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
