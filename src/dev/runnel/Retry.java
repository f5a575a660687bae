package dev.runnel;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * How often, when and for which exceptions {@link Runnel#retry} tries again. Immutable; start from
 * {@link #ofAttempts} or {@link #forever} and change what differs.
 *
 * <p>The wait after attempt {@code k} is drawn at random, evenly, from the last {@code jitter} part
 * of {@code d = min(maxDelay, firstDelay * factor^(k-1))}: from {@code [d * (1 - jitter), d]}. The
 * default, a jitter of 1, is the "full jitter" of M. Brooker, <i>Exponential Backoff And
 * Jitter</i>, AWS Architecture Blog, 2015: it spreads the calls of many clients that failed
 * together, and there needed the least work of the variants compared.
 *
 * {@snippet class=dev.runnel.RetryTest region=policy}
 *
 * @param attempts the greatest number of runs, the first one included; at least 1
 * @param firstDelay the greatest wait after the first attempt; not negative. Default 100 ms
 * @param factor by how much the wait grows with each attempt; at least 1. Default 2
 * @param maxDelay the greatest wait after any attempt; at least {@code firstDelay}. Default 20 s
 * @param jitter the part of a wait that is random, from 0 to 1. Default 1
 * @param budget the time for all attempts and waits together, from the first pull on: no wait is
 *     begun that would end after it, but an attempt that runs is not cut short. Default: no limit
 * @param condition tells which exceptions are worth another attempt. Default: all
 */
public record Retry(
    int attempts,
    Duration firstDelay,
    double factor,
    Duration maxDelay,
    double jitter,
    Duration budget,
    ThrowingPredicate<? super Exception> condition) {

  private static final Duration FIRST_DELAY = Duration.ofMillis(100);
  private static final Duration MAX_DELAY = Duration.ofSeconds(20);
  private static final Duration NO_LIMIT = Duration.ofSeconds(Long.MAX_VALUE);

  /**
   * Checks the rules.
   *
   * @throws IllegalArgumentException if a number or a time breaks its rule
   * @throws NullPointerException if an argument is null
   */
  public Retry {
    requireNonNull(condition, "condition");
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts must be >= 1, was " + attempts);
    }
    if (firstDelay.isNegative()) {
      throw new IllegalArgumentException("firstDelay must be >= 0, was " + firstDelay);
    }
    if (!(factor >= 1 && factor < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("factor must be >= 1 and finite, was " + factor);
    }
    if (maxDelay.compareTo(firstDelay) < 0) {
      throw new IllegalArgumentException(
          "maxDelay must be >= firstDelay " + firstDelay + ", was " + maxDelay);
    }
    if (!(jitter >= 0 && jitter <= 1)) {
      throw new IllegalArgumentException("jitter must be >= 0 and <= 1, was " + jitter);
    }
    if (budget.isNegative()) {
      throw new IllegalArgumentException("budget must be >= 0, was " + budget);
    }
  }

  /**
   * A policy of the default waits.
   *
   * @param attempts the greatest number of runs, the first one included
   * @return the policy
   * @throws IllegalArgumentException if {@code attempts < 1}
   */
  public static Retry ofAttempts(int attempts) {
    return new Retry(attempts, FIRST_DELAY, 2, MAX_DELAY, 1, NO_LIMIT, _ -> true);
  }

  /**
   * A policy of the default waits that never gives up: {@link Integer#MAX_VALUE} attempts.
   *
   * @return the policy
   */
  public static Retry forever() {
    return ofAttempts(Integer.MAX_VALUE);
  }

  /**
   * Sets the waits: they grow from {@code firstDelay} by {@code factor} up to {@code maxDelay}.
   *
   * @param firstDelay the greatest wait after the first attempt
   * @param factor by how much the wait grows with each attempt
   * @param maxDelay the greatest wait after any attempt
   * @return a policy of these waits
   * @throws IllegalArgumentException if an argument breaks its rule
   */
  public Retry withBackoff(Duration firstDelay, double factor, Duration maxDelay) {
    return new Retry(attempts, firstDelay, factor, maxDelay, jitter, budget, condition);
  }

  /**
   * Sets one wait for all attempts, without jitter.
   *
   * @param delay the wait after each attempt
   * @return a policy of this wait
   * @throws IllegalArgumentException if {@code delay} is negative
   */
  public Retry withDelay(Duration delay) {
    return new Retry(attempts, delay, 1, delay, 0, budget, condition);
  }

  /**
   * Sets the part of a wait that is random.
   *
   * @param jitter from 0, each wait as long as it may be, to 1, each anything from 0 on
   * @return a policy of this jitter
   * @throws IllegalArgumentException if {@code jitter} is not from 0 to 1
   */
  public Retry withJitter(double jitter) {
    return new Retry(attempts, firstDelay, factor, maxDelay, jitter, budget, condition);
  }

  /**
   * Sets the time for all attempts and waits together.
   *
   * @param budget from the first pull on; no wait is begun that would end after it
   * @return a policy of this budget
   * @throws IllegalArgumentException if {@code budget} is negative
   */
  public Retry withBudget(Duration budget) {
    return new Retry(attempts, firstDelay, factor, maxDelay, jitter, budget, condition);
  }

  /**
   * Narrows the exceptions that are worth another attempt: what {@code condition} refuses is thrown
   * at once.
   *
   * @param condition asked after each failed attempt, on the pulling thread
   * @return a policy that asks the present condition, then this one
   * @throws NullPointerException if {@code condition} is null
   */
  public Retry when(ThrowingPredicate<? super Exception> condition) {
    requireNonNull(condition, "condition");
    ThrowingPredicate<? super Exception> present = this.condition;
    return new Retry(
        attempts,
        firstDelay,
        factor,
        maxDelay,
        jitter,
        budget,
        failure -> present.test(failure) && condition.test(failure));
  }

  /** Draws the wait after the attempt with this number, counted from 1. */
  Duration delayAfter(int attempt) {
    double greatest =
        Math.min(nanos(maxDelay), nanos(firstDelay) * Math.pow(factor, attempt - 1.0));
    double least = greatest * (1 - jitter);
    double drawn = least + (greatest - least) * ThreadLocalRandom.current().nextDouble();
    return Duration.ofNanos((long) drawn);
  }

  /** Saturates where a long does: about 292 years. */
  private static double nanos(Duration time) {
    return TimeUnit.NANOSECONDS.convert(time);
  }
}
