package dev.runnel.examples.fetch;

import module dev.runnel;
import module java.base;

/**
 * The built-in pages: what is fetched when no input is named, what must come of it, how much
 * faster.
 */
final class Demo implements AutoCloseable {
  private static final int SAMPLE = 200;
  private static final int ROUNDS = 5;

  private final List<Page> pages;
  private final int stopAfter; // if not 0, the server falls silent: which pages fail is not known
  private final PageServer server;
  private final BitSet seen = new BitSet();
  private final List<String> wrong = new ArrayList<>();

  Demo(List<Page> pages, int stopAfter) throws IOException {
    this.pages = pages;
    this.server = new PageServer(pages);
    this.stopAfter = stopAfter;
  }

  /** Each page once; page n stands in line n + 1. */
  Runnel<Entry> entries() {
    server.fallSilentAfter(stopAfter);
    return Runnel.from(pages).map(this::target);
  }

  private Entry.Target target(Page page) {
    return new Entry.Target(page.number() + 1L, server.uri(page));
  }

  /** Fetches a sample of the healthy pages one at a time and then many at once, when warm. */
  String speedUp(Fetcher fetcher, int concurrency) throws InterruptedException {
    Runnel<Entry.Target> sample =
        Runnel.from(pages)
            .filter(page -> page.behaviour() == Page.Behaviour.HEALTHY)
            .map(this::target)
            .take(SAMPLE);
    Runnel<Result> oneAtATime = sample.map(fetcher::fetch);
    Runnel<Result> atOnce =
        sample.repeat(ROUNDS).parEvalMapUnordered(concurrency, fetcher::fetch);
    atOnce.drain(); // to warm up
    double one = secondsOf(oneAtATime);
    double many = secondsOf(atOnce) / ROUNDS;
    return "speed-up    %.1f on a sample of %d pages: one at a time %.2f s, %d at once %.3f s"
        .formatted(one / many, SAMPLE, one, concurrency, many);
  }

  private static double secondsOf(Runnel<Result> run) throws InterruptedException {
    long started = System.nanoTime();
    run.drain();
    return (System.nanoTime() - started) / 1e9;
  }

  /** Looks at a result of the main run: the first for its page, and what the page must come to. */
  void check(Result result) {
    int number = (int) result.target().line() - 1;
    if (seen.get(number)) {
      wrong.add("page " + number + " came twice");
    }
    seen.set(number);
    if (stopAfter == 0 && !expected(pages.get(number), result)) {
      wrong.add("page %d, %s: %s".formatted(number, pages.get(number).behaviour(), result));
    }
  }

  private static boolean expected(Page page, Result result) {
    return switch (result) {
      case Result.Failed failed -> page.behaviour().failure().equals(Optional.of(failed.kind()));
      case Result.Fetched fetched ->
          page.behaviour().failure().isEmpty()
              && fetched.sha256().equals(HexFormat.of().formatHex(digest(page.body())));
    };
  }

  private static byte[] digest(byte[] body) {
    return Fetcher.sha256().digest(body);
  }

  /** What was wrong with the results, after a complete run. */
  List<String> wrong() {
    for (int i = seen.nextClearBit(0); i < pages.size(); i = seen.nextClearBit(i + 1)) {
      wrong.add("page " + i + " has no result");
    }
    return wrong;
  }

  /** What was checked, when nothing was wrong. */
  String checked() {
    return "checked     each of the %,d pages has one result%s"
        .formatted(pages.size(), stopAfter > 0 ? "" : ", and the one that it must have");
  }

  @Override
  public void close() {
    server.close();
  }
}
