package dev.runnel.examples.fetch;

import module dev.runnel;
import module java.base;

/**
 * Where the URLs come from.
 *
 * @param name for messages
 * @param file empty for standard input
 */
record UrlSource(String name, Optional<Path> file) {

  /** The source that the command line names, a file or {@code -}. */
  static UrlSource of(String input) throws Options.UsageException {
    if (input.equals("-")) {
      return new UrlSource("standard input", Optional.empty());
    }
    Path file = Path.of(input);
    if (!Files.exists(file)) {
      throw new Options.UsageException("no such file: " + input);
    }
    if (Files.isDirectory(file) || !Files.isReadable(file)) {
      throw new Options.UsageException("not a file that can be read: " + input);
    }
    return new UrlSource(input, Optional.of(file));
  }

  /** Refuses to overwrite the input. */
  void refuseAs(Path out) throws IOException, Options.UsageException {
    if (file.isPresent() && Files.exists(out) && Files.isSameFile(file.get(), out)) {
      throw new Options.UsageException("--out would overwrite the input, " + name);
    }
  }

  /** What the lines say, in their order. */
  Runnel<Entry> entries() {
    return UrlFeed.entries(this::open);
  }

  /** How many URLs there are; empty if the input can be read only once. */
  OptionalLong count() throws InterruptedException {
    if (file.filter(Files::isRegularFile).isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(entries().filter(Entry.Target.class::isInstance).count());
  }

  private InputStream open() throws IOException {
    return file.isPresent()
        ? Files.newInputStream(file.get())
        : new FileInputStream(FileDescriptor.in);
  }
}
