package dev.runnel.examples.fetch;

import module java.base;

/**
 * What the command line asks for.
 *
 * @param input a file of URLs, or {@code -} for standard input; empty for the built-in pages
 * @param out where the results go; empty for standard output
 * @param timeout the limit of one attempt
 * @param retries further attempts after the first
 * @param refuse whether a bad line ends the program instead of being skipped
 * @param pages how many built-in pages
 * @param stopAfter after how many requests the built-in server falls silent; 0 for never
 */
record Options(
    Optional<String> input,
    Optional<Path> out,
    int concurrency,
    Duration timeout,
    int retries,
    boolean refuse,
    int pages,
    int stopAfter,
    boolean help) {

  static final String HELP =
      """
      Fetches many URLs at once and writes one JSON object a line for each.

      usage: fetch [options] [FILE | -]

      FILE holds one URL a line; - reads them from standard input. Empty lines and lines that
      begin with # are passed over. Without FILE, it fetches pages from a server of its own that
      is slow and fails now and then, measures the speed-up, and checks the results.

        --concurrency N       requests in flight at once, 64 unless told
        --out FILE            where results go, overwritten; standard output unless told
        --timeout DURATION    limit of one attempt, as 500ms, 2s, 1m;
                              10s unless told; for the built-in pages 1s, and 2ms more for
                              each of the requests in flight
        --retries N           further attempts after a failure that may pass, 2 unless told
        --bad-lines WHAT      skip (unless told): report them and go on; refuse: end at the first
        --help                this text

      The built-in server:
        --pages N             how many pages, 2000 unless told
        --stop-after N        fall silent after N requests, to see what then happens

      Exit code: 0 done, 1 failed, 2 wrong usage or input, 130 stopped by Ctrl-C.
      """;

  /** Says that the program was called wrongly, or its input is wrong. */
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  static Options parse(String... args) throws UsageException {
    Map<String, String> given = new HashMap<>();
    String input = null;
    boolean help = false;
    for (int i = 0; i < args.length; i++) {
      String arg = args[i];
      if (arg.equals("--help") || arg.equals("-h")) {
        help = true;
      } else if (arg.startsWith("--")) {
        int equals = arg.indexOf('=');
        String name = known(equals < 0 ? arg : arg.substring(0, equals));
        if (equals < 0 && ++i == args.length) {
          throw new UsageException(name + " needs a value");
        }
        given.put(name, equals < 0 ? args[i] : arg.substring(equals + 1));
      } else if (arg.startsWith("-") && !arg.equals("-")) {
        throw new UsageException("no such option: " + arg);
      } else if (input != null) {
        throw new UsageException("one file at most, there is " + input + " and " + arg);
      } else {
        input = arg;
      }
    }
    int concurrency = number(given, "--concurrency", 1, 64);
    String timeout = input == null ? 1000 + 2L * concurrency + "ms" : "10s";
    return new Options(
        Optional.ofNullable(input),
        Optional.ofNullable(given.get("--out")).map(Path::of),
        concurrency,
        duration(given.getOrDefault("--timeout", timeout)),
        number(given, "--retries", 0, 2),
        refuse(given.getOrDefault("--bad-lines", "skip")),
        number(given, "--pages", 1, 2000),
        number(given, "--stop-after", 0, 0),
        help);
  }

  private static String known(String name) throws UsageException {
    return switch (name) {
      case "--concurrency", "--out", "--timeout", "--retries", "--bad-lines" -> name;
      case "--pages", "--stop-after" -> name;
      default -> throw new UsageException("no such option: " + name);
    };
  }

  private static int number(Map<String, String> given, String name, int least, int otherwise)
      throws UsageException {
    String text = given.getOrDefault(name, "" + otherwise);
    try {
      int number = Integer.parseInt(text);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException _) {
      // told below
    }
    throw new UsageException(name + " must be a number >= " + least + ", was " + text);
  }

  private static boolean refuse(String text) throws UsageException {
    return switch (text) {
      case "skip" -> false;
      case "refuse" -> true;
      default -> throw new UsageException("--bad-lines must be skip or refuse, was " + text);
    };
  }

  private static Duration duration(String text) throws UsageException {
    Matcher parts = Pattern.compile("([0-9]{1,9})(ms|s|m)").matcher(text);
    if (parts.matches()) {
      long amount = Long.parseLong(parts.group(1));
      Duration duration =
          switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            default -> Duration.ofMinutes(amount);
          };
      if (duration.isPositive()) {
        return duration;
      }
    }
    throw new UsageException("--timeout must be like 500ms, 2s or 1m and > 0, was " + text);
  }
}
