package dev.runnel.examples.fetch;

import module java.base;

/** Counts results as they come. */
final class Tally {
  private final Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
  private final Latencies latencies = new Latencies();
  private long fetched;
  private long failed;
  private long retries;
  private long bytes;
  private Duration busy = Duration.ZERO;

  void add(Result result) {
    retries += result.attempts() - 1;
    busy = busy.plus(result.took());
    switch (result) {
      case Result.Fetched page -> {
        fetched++;
        bytes += page.bytes();
        latencies.add(page.took());
      }
      case Result.Failed failure -> {
        failed++;
        failures.merge(failure.kind(), 1L, Long::sum);
      }
    }
  }

  long results() {
    return fetched + failed;
  }

  long failed() {
    return failed;
  }

  long failed(FailureKind kind) {
    return failures.getOrDefault(kind, 0L);
  }

  /** The lines of the summary about what was fetched in {@code wall}. */
  String summary(Duration wall) {
    double seconds = Math.max(wall.toNanos() / 1e9, 1e-9);
    var text = new StringBuilder();
    text.append(
        "fetched     %,d of %,d URLs, %,d bytes in %.2f s: %,.0f results/s%n"
            .formatted(fetched, results(), bytes, seconds, results() / seconds));
    if (fetched > 0) {
      text.append(
          "latency     p50 %s, p99 %s of the fetched; %.1f in flight on average%n"
              .formatted(
                  millis(latencies.percentile(0.50)),
                  millis(latencies.percentile(0.99)),
                  busy.toNanos() / 1e9 / seconds));
    }
    String kinds =
        failures.entrySet().stream()
            .map(e -> "%s %,d".formatted(e.getKey().text(), e.getValue()))
            .collect(Collectors.joining(", "));
    text.append(
        "failures    %s; %,d further attempts%n".formatted(failed == 0 ? "none" : kinds, retries));
    return text.toString();
  }

  static String millis(Duration duration) {
    return "%.1f ms".formatted(duration.toNanos() / 1e6);
  }
}
