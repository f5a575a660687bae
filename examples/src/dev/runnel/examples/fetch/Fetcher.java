package dev.runnel.examples.fetch;

import module dev.runnel;
import module java.base;
import module java.net.http;

/**
 * Fetches one URL by blocking calls: asks, reads the body, digests it, and asks again if that may
 * help. Any number of threads may call it at the same time.
 */
final class Fetcher implements AutoCloseable {
  private final Duration timeout;
  private final Retry retry;
  private final HttpClient client;

  Fetcher(Duration timeout, int retries) {
    this.timeout = timeout;
    this.retry =
        Retry.ofAttempts(retries + 1)
            .withBackoff(Duration.ofMillis(50), 2, Duration.ofSeconds(2))
            .when(failure -> FailureKind.of(failure).retryable());
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .connectTimeout(timeout)
            .build();
  }

  private record Body(int status, long bytes, String sha256) {}

  /** Fetches a URL; a failure is a result too. */
  Result fetch(Entry.Target target) throws InterruptedException {
    var attempts = new AtomicInteger();
    long started = System.nanoTime();
    try {
      Body body =
          Runnel.fromCallable(
              () -> {
                attempts.incrementAndGet();
                return download(target.uri());
              })
              .timeout(timeout)
              .retry(retry)
              .single();
      return new Result.Fetched(
          target, attempts.get(), since(started), body.status(), body.bytes(), body.sha256());
    } catch (RunnelException e) {
      return failed(target, attempts.get(), since(started), e.getCause());
    } catch (RuntimeException e) {
      return failed(target, attempts.get(), since(started), e); // the time limit, an odd URL
    }
  }

  private static Result failed(Entry.Target target, int attempts, Duration took, Throwable cause) {
    return new Result.Failed(target, attempts, took, FailureKind.of(cause), detail(cause));
  }

  /** What the failure says, or what it and its first cause are if it says nothing. */
  private static String detail(Throwable failure) {
    if (failure.getMessage() != null) {
      return failure.getMessage();
    }
    Throwable first = failure;
    while (first.getCause() != null) {
      first = first.getCause();
    }
    String name = failure.getClass().getSimpleName();
    return first == failure ? name : name + " by " + first.getClass().getSimpleName();
  }

  /** One attempt. An interrupt ends it at once and closes the connection. */
  private Body download(URI uri) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(uri).header("User-Agent", "runnel-fetch").build();
    HttpResponse<InputStream> response =
        client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream in = response.body()) {
      if (response.statusCode() / 100 != 2) {
        throw new StatusException(response.statusCode());
      }
      MessageDigest digest = sha256();
      byte[] buffer = new byte[8192];
      long bytes = 0;
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
        bytes += n;
      }
      return new Body(response.statusCode(), bytes, HexFormat.of().formatHex(digest.digest()));
    }
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  private static Duration since(long started) {
    return Duration.ofNanos(System.nanoTime() - started);
  }

  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }
}
