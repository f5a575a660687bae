package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.park.InterruptWord;
import dev.runnel.internal.park.Interrupts;
import dev.runnel.internal.scope.Abandoned;
import dev.runnel.internal.stage.Confinement;
import dev.runnel.internal.stage.Failures;
import dev.runnel.internal.stage.Segment;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A run that its caller pulls by hand; see {@link Runnel#open()}.
 *
 * <p>Pulled by the thread that opened it, which drives the operators below the last boundary;
 * threads above it live in a coordinator's scope, which scoped values of the caller do not reach.
 * It closes itself at the end and on failure. Any thread may close it: a close while the owner
 * waits in a pull makes that pull throw an {@link IllegalStateException}, and the owner closes;
 * otherwise the closing thread runs what is to be closed. One that is dropped without a close is
 * closed some time after it has become unreachable, with a warning in the log.
 *
 * @param <T> the type of the elements
 */
public final class OpenCursor<T> implements Cursor<T>, AutoCloseable {
  private final Segment segment;
  private final Cursor<T> cursor;
  private final InterruptWord word;
  private final Confinement confinement;
  private final Cleaner.Cleanable net;
  private boolean over;

  private OpenCursor(Segment segment, Cursor<T> cursor, InterruptWord word) {
    this.segment = segment;
    this.cursor = cursor;
    this.word = word;
    Confinement confined =
        new Confinement(
            "an open cursor", word, () -> Failures.both(cursor::close, segment::close));
    this.confinement = confined;
    this.net =
        Abandoned.watch(this, "runnel open cursor", confined::closed, () -> close(confined));
  }

  static <T> OpenCursor<T> open(Runnel<T> stream) throws InterruptedException {
    Interrupts.check();
    InterruptWord word = new InterruptWord();
    Segment segment = Segment.openEscaping("runnel open", stream.forks(), word);
    try {
      return new OpenCursor<>(segment, stream.open(segment), word);
    } catch (Throwable t) {
      try {
        segment.close();
      } catch (Throwable u) {
        Failures.suppress(t, u);
      }
      throw Terminal.<RuntimeException>unchecked(Terminal.translated("open", t, segment));
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws InterruptedException if the thread is interrupted before or while it waits
   * @throws IllegalStateException if another thread than the opener calls this, after {@link
   *     #close()}, or if another thread closes it meanwhile
   * @throws RunnelException around a checked exception of user code; an unchecked one is thrown as
   *     it is
   */
  @Override
  public @Nullable T next() throws InterruptedException {
    return over ? null : pull(cursor::next, element -> element == null);
  }

  /**
   * {@inheritDoc}
   *
   * @throws InterruptedException if the thread is interrupted before or while it waits
   * @throws IllegalStateException as for {@link #next()}
   * @throws RunnelException as for {@link #next()}
   */
  @Override
  public boolean forEachWhile(Step<? super T> step) throws InterruptedException {
    requireNonNull(step, "step");
    return over || pull(() -> cursor.forEachWhile(step), ended -> ended);
  }

  /**
   * Stops what runs, awaits it, and closes what was opened; does nothing the second time. Waits
   * uninterruptibly. Called from inside a pull, by the owner or by a function that runs for it on
   * another thread, it takes effect when that pull ends.
   *
   * @throws IllegalStateException if a function of the run calls this on another thread while the
   *     owner is not pulling, for then nobody could await that function
   * @throws RunnelException around a checked exception of a finaliser; an unchecked one is thrown
   *     as it is
   */
  @Override
  public void close() {
    try {
      close(confinement);
    } finally {
      if (confinement.closed()) {
        net.clean();
      }
      Reference.reachabilityFence(this);
    }
  }

  private static void close(Confinement confinement) {
    try {
      confinement.close();
    } catch (Throwable t) {
      throw Terminal.<RuntimeException>unchecked(Terminal.wrapped(t));
    }
  }

  private <A extends @Nullable Object> A pull(Callable<A> action, Predicate<? super A> ending)
      throws InterruptedException {
    confinement.enter();
    A result;
    try {
      try {
        segment.check();
        result = action.call();
        over = ending.test(result);
      } catch (Throwable t) {
        over = true;
        segment.failed(t);
        throw t;
      } finally {
        confinement.leave();
      }
    } catch (Throwable t) {
      throw failed(t);
    }
    if (over) {
      close();
    }
    return result;
  }

  /** Closes after a failure, and returns what the caller sees of it; throws it if it is checked. */
  private RuntimeException failed(Throwable failure) {
    try {
      confinement.close();
    } catch (Throwable t) {
      Failures.suppress(failure, t);
    }
    if (word.interrupted()) {
      return new IllegalStateException(
          "an open cursor must stay open while it is pulled, was closed by another thread",
          failure);
    }
    throw Terminal.<RuntimeException>unchecked(Terminal.translated("open", failure, segment));
  }
}
