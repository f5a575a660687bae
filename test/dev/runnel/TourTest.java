package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tour of the README: each of its blocks of code is a region of this class. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TourTest {
  private record Quote(String symbol, int cents) {
    boolean isFresh() {
      return cents > 0;
    }
  }

  private final List<String> symbols = List.of("ACME", "DUKE", "LOOM");
  private final AtomicInteger calls = new AtomicInteger();

  private Quote fetchQuote(String symbol) throws IOException {
    if (symbol.isEmpty()) {
      throw new IOException("no such symbol");
    }
    return new Quote(symbol, symbol.equals("DUKE") ? 0 : 100);
  }

  private Quote fetchFlaky(String symbol) throws IOException {
    if (calls.incrementAndGet() < 3) {
      throw new IOException("connection reset");
    }
    return fetchQuote(symbol);
  }

  @Test
  void callsManyAtOnce() throws InterruptedException {
    // @start region=quotes
    List<Quote> quotes = Runnel.from(symbols)
        .parEvalMap(16, this::fetchQuote) // 16 blocking calls at once, results in order
        .filter(Quote::isFresh)
        .toList(); // runs here, on this thread; throws what fetchQuote threw
    // @end
    assertEquals(List.of(new Quote("ACME", 100), new Quote("LOOM", 100)), quotes);
  }

  @Test
  void readsLikePlainCode() throws InterruptedException {
    // @start region=plain
    List<Integer> balances = Runnel.of(100, -30, 50, -200, 10)
        .scan(() -> 0, Integer::sum) // the running balance
        .takeWhile(balance -> balance >= 0) // stops upstream at the first that is not
        .toList();
    // @end
    assertEquals(List.of(100, 70, 120), balances);
  }

  @Test
  void runsAgainFromTheStart() throws InterruptedException {
    // @start region=cold
    Runnel<Integer> numbers = Runnel.iterate(1, n -> n * 2); // nothing runs yet
    int tenth = numbers.drop(9).first().orElseThrow(); // a run
    List<Integer> three = numbers.take(3).toList(); // another, with state of its own
    // @end
    assertEquals(512, tenth);
    assertEquals(List.of(1, 2, 4), three);
  }

  @Test
  void closesWhatItOpens() throws InterruptedException {
    String text = "one\ntwo\nthree";
    // @start region=using
    List<Integer> lengths = Runnel
        .using(
            () -> new BufferedReader(new StringReader(text)), // opened by each run
            reader -> Runnel.fromIterator(() -> reader.lines().iterator()))
        .parEvalMap(4, String::length)
        .toList(); // the reader is closed by now, after the last call has ended
    // @end
    assertEquals(List.of(3, 3, 5), lengths);
  }

  @Test
  void triesAgainAndGivesUp() throws InterruptedException {
    // @start region=retry
    Retry policy = Retry.ofAttempts(4)
        .withBackoff(Duration.ofMillis(10), 2, Duration.ofSeconds(1)) // 10, 20, 40 ms, with jitter
        .when(IOException.class::isInstance);

    Quote quote = Runnel.fromCallable(() -> fetchFlaky("ACME"))
        .timeout(Duration.ofSeconds(5)) // each attempt
        .retry(policy)
        .recover(failure -> new Quote("ACME", 0)) // when all have failed
        .single();
    // @end
    assertEquals(new Quote("ACME", 100), quote);
    assertEquals(3, calls.get());
  }

  @Test
  void throwsWhatWasThrown() {
    // @start region=failure
    RunnelException thrown = assertThrows(
        RunnelException.class,
        () -> Runnel.of("ACME", "", "LOOM").parEvalMap(8, this::fetchQuote).toList());
    assertEquals(IOException.class, thrown.getCause().getClass()); // what fetchQuote threw
    // @end
    assertEquals("no such symbol", thrown.getCause().getMessage());
  }

  @Test
  void mergesAndReadsAhead() throws InterruptedException {
    Runnel<String> orders = Runnel.of("order 1", "order 2");
    Runnel<String> returns = Runnel.of("return 1");
    List<String> handled = new ArrayList<>();
    // @start region=merge
    orders
        .merge(returns) // each on a thread of its own, in the order in which they come
        .prefetch(32) // up to 32 wait while forEach is busy
        .forEach(handled::add); // on this thread, one at a time
    // @end
    assertEquals(3, handled.size());
  }

  // @start region=stage
  /** An operator of your own: a cursor over a cursor. Emits each element {@code n} times. */
  static <T> Stage<T, T> times(int n) {
    return upstream -> new Cursor<T>() {
      private @Nullable T element;
      private int left;

      @Override
      public @Nullable T next() throws Exception {
        if (left == 0) {
          element = upstream.next(); // null at the end
          left = n;
        }
        left--;
        return element;
      }

      @Override
      public void close() {} // the library closes the upstream
    };
  }
  // @end

  @Test
  void takesOperatorsOfYourOwn() throws InterruptedException {
    // @start region=via
    List<String> said = Runnel.of("hip", "hurray").via(times(2)).toList();
    // @end
    assertEquals(List.of("hip", "hip", "hurray", "hurray"), said);
  }
}
