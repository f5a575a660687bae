package dev.runnel.examples.fetch;

import module java.base;

/**
 * A page of the built-in server.
 *
 * @param number from 0
 * @param latency how long the server takes before it answers
 */
record Page(int number, Behaviour behaviour, Duration latency, byte[] body) {

  /** How the server answers, and what comes of it. */
  enum Behaviour {
    /** The page. */
    HEALTHY(null),
    /** An error at the first request, the page from then on. */
    FLAKY(null),
    /** The page in small pieces with pauses between. */
    SLOW(null),
    /** No such page. */
    MISSING(FailureKind.CLIENT_ERROR),
    /** An error, always. */
    BROKEN(FailureKind.SERVER_ERROR),
    /** Half of the page, then the end of the connection. */
    CUT(FailureKind.DISCONNECTED),
    /** No answer; the connection is reset. */
    RESET(FailureKind.DISCONNECTED),
    /** Half of the page, then nothing more. */
    STALLED(FailureKind.TIMEOUT);

    private final Optional<FailureKind> failure;

    Behaviour(FailureKind failure) {
      this.failure = Optional.ofNullable(failure);
    }

    /** What fetching the page must end with; empty if it succeeds. */
    Optional<FailureKind> failure() {
      return failure;
    }

    /** 90 in 100 pages are healthy; which ones are not depends on the number alone. */
    static Behaviour of(int number) {
      return switch (number % 100) {
        case 13, 14 -> FLAKY;
        case 37 -> SLOW;
        case 51 -> BROKEN;
        case 67 -> MISSING;
        case 73 -> CUT;
        case 79 -> RESET;
        case 91 -> number % 500 == 91 ? STALLED : HEALTHY;
        default -> HEALTHY;
      };
    }
  }

  private static final int LONGEST_BODY = 8192;

  /** Makes pages out of the text files below a folder: slices of them, over and over again. */
  static List<Page> madeFrom(Path folder, int count) throws IOException {
    List<byte[]> slices = new ArrayList<>();
    for (Path file : sources(folder)) {
      byte[] bytes = Files.readAllBytes(file);
      for (int from = 0; from < bytes.length; from += LONGEST_BODY) {
        int to = Math.min(bytes.length, from + LONGEST_BODY);
        slices.add(Arrays.copyOfRange(bytes, from, to));
      }
    }
    if (slices.isEmpty()) {
      throw new NoSuchFileException(folder.toString(), null, "no sources to make pages of");
    }
    var random = new SplittableRandom(25);
    return IntStream.range(0, count)
        .mapToObj(
            i -> new Page(
                i,
                Behaviour.of(i),
                Duration.ofMillis(random.nextInt(5, 51)),
                slices.get(i % slices.size())))
        .toList();
  }

  private static List<Path> sources(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String part : List.of("README.md", "pom.xml", "src", "test", "examples")) {
      Path start = folder.resolve(part);
      if (Files.exists(start)) {
        try (Stream<Path> walk = Files.walk(start)) {
          walk.filter(Files::isRegularFile).filter(Page::isText).sorted().forEach(files::add);
        }
      }
    }
    return files;
  }

  private static boolean isText(Path file) {
    String name = file.toString();
    return name.endsWith(".java") || name.endsWith(".md") || name.endsWith(".xml");
  }
}
