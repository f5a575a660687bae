package dev.runnel.examples.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FetchTest {
  private static final Pattern LINE =
      Pattern.compile("\\{\"line\":(\\d+),\"url\":\"[^\"]*\",.*\"ms\":\\d+}");

  @TempDir
  Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int fetch(String... args) throws Options.UsageException {
    var screen = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new Fetch(Options.parse(args), out, screen).run();
  }

  private String messages() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** The line numbers of all results, in order; each line of the output is whole. */
  private static List<Integer> numbers(String output) {
    assertTrue(output.isEmpty() || output.endsWith("\n"), output);
    return output.lines().map(FetchTest::number).sorted().toList();
  }

  private static int number(String line) {
    Matcher whole = LINE.matcher(line);
    assertTrue(whole.matches(), line);
    return Integer.parseInt(whole.group(1));
  }

  private static List<Integer> upTo(int n) {
    return IntStream.rangeClosed(1, n).boxed().toList();
  }

  private static long count(String output, String part) {
    return output.lines().filter(line -> line.contains(part)).count();
  }

  private static List<Page> healthy(int count) {
    byte[] body = "a page".getBytes(StandardCharsets.UTF_8);
    return IntStream.range(0, count)
        .mapToObj(i -> new Page(i, Page.Behaviour.HEALTHY, Duration.ofMillis(1), body))
        .toList();
  }

  private String file(Stream<String> lines) throws IOException {
    return Files.write(folder.resolve("urls"), lines.toList()).toString();
  }

  @Test
  void fetchesEachBuiltInPageOnceAndFindsTheFailuresOfEachKind() throws Exception {
    assertEquals(0, fetch("--pages", "100", "--timeout", "500ms"), this::messages);
    String output = out.toString(StandardCharsets.UTF_8);
    assertEquals(upTo(100), numbers(output));
    assertEquals(95, count(output, "\"sha256\""));
    assertEquals(2, count(output, "\"error\":\"disconnected\""));
    assertEquals(1, count(output, "\"error\":\"timeout\""));
    assertEquals(1, count(output, "\"error\":\"http 4xx\""));
    assertEquals(1, count(output, "\"error\":\"http 5xx\""));
    assertTrue(messages().contains("speed-up "), this::messages);
    assertTrue(messages().contains("checked "), this::messages);
  }

  @Test
  void namesBadLinesAndSkipsThem() throws Exception {
    List<Page> pages = healthy(1);
    try (var server = new PageServer(pages)) {
      String url = server.uri(pages.get(0)).toString();
      String urls = file(Stream.of(url, "# a comment", "no url", "a".repeat(10_000_000), "", url));
      assertEquals(0, fetch(urls));
    }
    assertEquals(List.of(1, 6), numbers(out.toString(StandardCharsets.UTF_8)));
    assertTrue(messages().contains("urls: line 3: not a URL, "), this::messages);
    assertTrue(messages().contains("urls: line 4: longer than 8192 bytes"), this::messages);
    assertTrue(messages().contains("skipped     2 bad lines"), this::messages);
  }

  @Test
  void refusesABadLineAfterItHasFetchedWhatStandsBefore() throws Exception {
    List<Page> pages = healthy(1);
    try (var server = new PageServer(pages)) {
      String url = server.uri(pages.get(0)).toString();
      assertEquals(2, fetch("--bad-lines", "refuse", file(Stream.of(url, url, "no url", url))));
    }
    assertEquals(upTo(2), numbers(out.toString(StandardCharsets.UTF_8)));
    assertTrue(messages().contains("line 3: not a URL, "), this::messages);
  }

  @Test
  void endsWhenTheServerStopsAnsweringHalfWay() throws Exception {
    List<Page> pages = healthy(60);
    try (var server = new PageServer(pages)) {
      server.fallSilentAfter(40);
      String urls = file(pages.stream().map(page -> server.uri(page).toString()));
      assertEquals(0, fetch("--timeout", "1s", "--retries", "0", "--concurrency", "30", urls));
    }
    String output = out.toString(StandardCharsets.UTF_8);
    assertEquals(upTo(60), numbers(output));
    assertEquals(40, count(output, "\"status\":200"));
    assertEquals(20, count(output, "\"error\":\"timeout\""));
    assertTrue(messages().contains("failures    timeout 20; 0 further"), this::messages);
  }

  @Test
  void saysThatAHostCannotBeReached() throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, PageServer.loopback())) {
      port = socket.getLocalPort();
    }
    String url = "http://%s:%d/".formatted(PageServer.loopback().getHostAddress(), port);
    assertEquals(0, fetch("--retries", "0", file(Stream.of(url))));
    assertEquals(1, count(out.toString(StandardCharsets.UTF_8), "\"error\":\"unreachable\""));
  }

  @Test
  void saysThatTheInputOrTheOutputIsNotThere() throws Exception {
    assertEquals(2, fetch("no-such-file"));
    assertEquals(2, fetch(folder.toString()));
    String urls = file(Stream.of());
    assertEquals(2, fetch("--out", urls, urls));
    assertEquals(1, fetch("--out", folder.resolve("no/out").toString(), urls));
    assertEquals(
        List.of(
            "fetch: no such file: no-such-file",
            "fetch: not a file that can be read: " + folder,
            "fetch: --out would overwrite the input, " + urls,
            "fetch: cannot write the output: no such folder for " + folder.resolve("no/out")),
        messages().lines().toList());
  }

  /** Runs Fetch as a process, on this class path. */
  private Process start(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-preview", "-cp", System.getProperty("java.class.path")));
    command.add(Fetch.class.getName());
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectError(folder.resolve("err").toFile()).start();
  }

  @Test
  void stopsPromptlyAndLeavesWholeLinesWhenItIsTold() throws Exception {
    List<Page> pages = healthy(50);
    try (var server = new PageServer(pages)) {
      server.fallSilentAfter(20);
      String urls = file(pages.stream().map(page -> server.uri(page).toString()));
      Process process = start("--timeout", "10m", urls);
      var lines = process.inputReader(StandardCharsets.UTF_8);
      var output = new StringBuilder();
      for (int i = 0; i < 20; i++) {
        output.append(lines.readLine()).append('\n');
      }
      process.toHandle().destroy(); // which leaves its output open, to be read
      assertTrue(process.waitFor(8, TimeUnit.SECONDS), "still alive");
      lines.lines().forEach(line -> output.append(line).append('\n'));
      assertEquals(20, numbers(output.toString()).size());
      String messages = Files.readString(folder.resolve("err"));
      assertTrue(messages.contains("fetched     20 of 20 URLs"), messages);
      assertTrue(messages.contains("fetch: stopped"), messages);
      assertEquals(128 + 15, process.exitValue());
    }
  }

  @Test
  void stopsPromptlyWhileItWaitsForInput() throws Exception {
    List<Page> pages = healthy(1);
    try (var server = new PageServer(pages)) {
      Process process = start("-");
      var input = process.outputWriter(StandardCharsets.UTF_8);
      input.write(server.uri(pages.get(0)) + "\n");
      input.flush();
      assertEquals(1, number(process.inputReader(StandardCharsets.UTF_8).readLine()));
      process.toHandle().destroy(); // which leaves its output open, to be read
      assertTrue(process.waitFor(8, TimeUnit.SECONDS), "still alive");
      assertFalse(Files.readString(folder.resolve("err")).contains("by force"));
    }
  }
}
