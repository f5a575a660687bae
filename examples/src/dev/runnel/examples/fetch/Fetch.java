package dev.runnel.examples.fetch;

import module dev.runnel;
import module java.base;

/** Fetches many URLs at once; see {@link Options#HELP}. */
public final class Fetch {
  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;
  private static final int STOPPED = 130;

  private final Options options;
  private final OutputStream out;
  private final PrintStream err;
  private final Tally tally = new Tally();
  private final AtomicLong skipped = new AtomicLong();

  Fetch(Options options, OutputStream out, PrintStream err) {
    this.options = options;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs the program and ends the JVM with its exit code.
   *
   * @param args options and at most one file
   */
  public static void main(String[] args) {
    int code;
    try (var _ = new StopSignal(Thread.currentThread())) {
      code = run(args);
    }
    System.exit(code);
  }

  private static int run(String[] args) {
    try {
      Options options = Options.parse(args);
      if (options.help()) {
        System.out.print(Options.HELP);
        return DONE;
      }
      return new Fetch(options, new FileOutputStream(FileDescriptor.out), System.err).run();
    } catch (Options.UsageException e) {
      System.err.println("fetch: " + e.getMessage() + "; --help tells more");
      return WRONG_USAGE;
    }
  }

  /** Runs to the end and gives the exit code. */
  int run() {
    try {
      if (options.input().isPresent()) {
        return fetchInput(options.input().get());
      }
      return fetchPages();
    } catch (RunnelException e) {
      return failed(e.getCause());
    } catch (IOException | Options.UsageException e) {
      return failed(e);
    } catch (InterruptedException _) {
      err.println("fetch: stopped");
      return STOPPED;
    }
  }

  private int failed(Throwable failure) {
    err.println("fetch: " + failure.getMessage());
    return failure instanceof Options.UsageException ? WRONG_USAGE : FAILED;
  }

  private int fetchInput(String input)
      throws IOException, InterruptedException, Options.UsageException {
    var source = UrlSource.of(input);
    if (options.out().isPresent()) {
      source.refuseAs(options.out().get());
    }
    boolean shown = Progress.terminal(2);
    var progress = new Progress(err, shown, shown ? source.count() : OptionalLong.empty());
    Runnel<Entry> entries = source.entries().filter(entry -> wanted(entry, source, progress));
    try (var lines = new JsonLines(output());
        var fetcher = new Fetcher(options.timeout(), options.retries())) {
      fetchAll(entries, fetcher, lines, progress, _ -> {});
    }
    return DONE;
  }

  /** Whether there is something to fetch; a bad line is reported or refused. */
  private boolean wanted(Entry entry, UrlSource source, Progress progress)
      throws Options.UsageException {
    if (entry instanceof Entry.Bad(long line, String reason)) {
      String message = "%s: line %d: %s".formatted(source.name(), line, reason);
      if (options.refuse()) {
        throw new Options.UsageException(message);
      }
      skipped.incrementAndGet();
      progress.report("fetch: skipped " + message);
    }
    return entry instanceof Entry.Target;
  }

  private int fetchPages() throws IOException, InterruptedException {
    List<Page> pages = Page.madeFrom(Path.of(""), options.pages());
    boolean shown = Progress.terminal(2);
    try (var lines = new JsonLines(output());
        var demo = new Demo(pages, options.stopAfter());
        var fetcher = new Fetcher(options.timeout(), options.retries())) {
      err.println("fetch: %,d pages on loopback; first measures a sample".formatted(pages.size()));
      String speedUp = demo.speedUp(fetcher, options.concurrency());
      var progress = new Progress(err, shown, OptionalLong.of(pages.size()));
      fetchAll(demo.entries(), fetcher, lines, progress, demo::check);
      err.println(speedUp);
      List<String> wrong = demo.wrong();
      if (wrong.isEmpty()) {
        err.println(demo.checked());
        return DONE;
      }
      wrong.stream().limit(10).forEach(message -> err.println("wrong       " + message));
      return FAILED;
    }
  }

  private void fetchAll(
      Runnel<Entry> entries,
      Fetcher fetcher,
      JsonLines lines,
      Progress progress,
      Consumer<Result> check)
      throws InterruptedException {
    boolean sharesScreen = options.out().isEmpty() && Progress.terminal(1);
    long started = System.nanoTime();
    try {
      entries
          .map(Entry.Target.class::cast)
          .parEvalMapUnordered(options.concurrency(), fetcher::fetch)
          .forEach(
              result -> {
                if (sharesScreen) {
                  progress.clear();
                }
                lines.write(result);
                tally.add(result);
                check.accept(result);
                progress.update(tally);
              });
    } finally {
      progress.clear();
      summarise(Duration.ofNanos(System.nanoTime() - started));
    }
  }

  private OutputStream output() throws JsonLines.OutputException {
    return options.out().isPresent() ? JsonLines.open(options.out().get()) : out;
  }

  private void summarise(Duration took) {
    err.print(tally.summary(took));
    if (skipped.get() > 0) {
      err.println("skipped     %,d bad lines".formatted(skipped.get()));
    }
    err.println(
        switch (Runnel.scopeBackend()) {
          case STRUCTURED_TASK_SCOPE -> "scope       java.util.concurrent.StructuredTaskScope";
          case VIRTUAL_THREADS -> "scope       the library's own, on virtual threads";
        });
  }
}
