package dev.runnel.examples.fetch;

import module java.base;

/** What became of a URL. */
sealed interface Result {

  /** The URL and its line in the input. */
  Entry.Target target();

  /** How often it was asked for. */
  int attempts();

  /** The time from the first attempt to the end of the last, with the pauses between. */
  Duration took();

  /**
   * The whole body arrived.
   *
   * @param sha256 the digest of the body, in hexadecimal
   */
  record Fetched(
      Entry.Target target, int attempts, Duration took, int status, long bytes, String sha256)
      implements Result {}

  /** It could not be fetched. */
  record Failed(Entry.Target target, int attempts, Duration took, FailureKind kind, String detail)
      implements Result {}
}
