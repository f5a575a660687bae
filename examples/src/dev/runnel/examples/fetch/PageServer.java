package dev.runnel.examples.fetch;

import module java.base;
import module jdk.httpserver;

/**
 * Serves pages on loopback, each with its latency and in its own bad manner. A virtual thread for
 * each request, so that any number of them can be slow at the same time.
 */
final class PageServer implements Closeable {
  private static final int BACKLOG = 4096;

  static {
    // Read once, when the server's classes are initialised: answer without waiting for more to
    // send, and keep the connections of a few thousand clients open.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "" + BACKLOG);
  }

  private final List<Page> pages;
  private final AtomicInteger answersLeft = new AtomicInteger(Integer.MAX_VALUE);
  private final AtomicIntegerArray requestsOf;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;
  private final ResetServer resetting;

  /** Starts a server of the pages. */
  PageServer(List<Page> pages) throws IOException {
    this.pages = pages;
    this.requestsOf = new AtomicIntegerArray(pages.size());
    this.resetting = new ResetServer();
    this.server = HttpServer.create(new InetSocketAddress(loopback(), 0), BACKLOG);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  static InetAddress loopback() {
    return InetAddress.getLoopbackAddress();
  }

  /** From now on answers {@code requests} more and then no other; 0 for all. */
  void fallSilentAfter(int requests) {
    answersLeft.set(requests == 0 ? Integer.MAX_VALUE : requests);
  }

  URI uri(Page page) {
    boolean reset = page.behaviour() == Page.Behaviour.RESET;
    int port = reset ? resetting.port() : server.getAddress().getPort();
    return URI
        .create("http://%s:%d/%d".formatted(loopback().getHostAddress(), port, page.number()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (answersLeft.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
        closing.await();
        return;
      }
      int number = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
      Page page = pages.get(number);
      Thread.sleep(page.latency());
      byte[] body = page.body();
      switch (page.behaviour()) {
        case HEALTHY, RESET -> whole(exchange, body);
        case FLAKY -> {
          if (requestsOf.getAndIncrement(number) == 0) {
            exchange.sendResponseHeaders(503, -1);
          } else {
            whole(exchange, body);
          }
        }
        case SLOW -> inPieces(exchange, body);
        case MISSING -> exchange.sendResponseHeaders(404, -1);
        case BROKEN -> exchange.sendResponseHeaders(500, -1);
        case CUT -> half(exchange, body);
        case STALLED -> {
          half(exchange, body);
          closing.await();
        }
      }
    } catch (InterruptedException _) {
      // the server is closed, and with it the connection
    }
  }

  private static void whole(HttpExchange exchange, byte[] body) throws IOException {
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }

  private static void half(HttpExchange exchange, byte[] body) throws IOException {
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body, 0, body.length / 2);
    exchange.getResponseBody().flush();
  }

  private static void inPieces(HttpExchange exchange, byte[] body)
      throws IOException, InterruptedException {
    int pieces = 10;
    exchange.sendResponseHeaders(200, body.length);
    for (int i = 0; i < pieces; i++) {
      int from = (int) ((long) body.length * i / pieces);
      int to = (int) ((long) body.length * (i + 1) / pieces);
      exchange.getResponseBody().write(body, from, to - from);
      exchange.getResponseBody().flush();
      Thread.sleep(20);
    }
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    resetting.close();
    threads.shutdownNow();
    threads.close();
  }
}
