package dev.runnel.examples;

import module dev.runnel;
import module java.base;

/** What a service does all day: many blocking calls at once, with a limit and a deadline. */
public final class Quotes {

  /** What a stock costs. */
  record Quote(String symbol, int cents) {}

  private Quotes() {}

  /**
   * Prints the quotes that are above a dollar.
   *
   * @param args the symbols; a few of its own if there are none
   * @throws InterruptedException if it is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    List<String> symbols =
        args.length > 0 ? List.of(args) : List.of("ACME", "INIT", "DUKE", "LOOM");

    List<Quote> quotes =
        Runnel.from(symbols)
            .parEvalMap(16, Quotes::ask) // up to 16 blocking calls at once, in the symbols' order
            .filter(quote -> quote.cents() > 100)
            .timeout(Duration.ofSeconds(5)) // all of it
            .toList();

    quotes.forEach(quote -> IO.println(quote.symbol() + " " + quote.cents()));
  }

  /** Stands for a call over the network, which blocks and may fail. */
  private static Quote ask(String symbol) throws IOException, InterruptedException {
    Thread.sleep(20);
    if (symbol.isBlank()) {
      throw new IOException("no such symbol");
    }
    return new Quote(symbol, Math.floorMod(symbol.hashCode(), 50_000));
  }
}
