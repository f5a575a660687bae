package dev.runnel.internal.scope;

import java.lang.ref.Cleaner;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The net under handles that are dropped without a close. */
public final class Abandoned {
  private static final Logger LOG = LoggerFactory.getLogger(Abandoned.class);
  private static final Cleaner CLEANER = Cleaner.create();

  private Abandoned() {}

  /**
   * Closes what belongs to a handle, on a thread made for it, when the handle has become
   * unreachable.
   *
   * @param handle what the user holds
   * @param name names it in the warning
   * @param closed tells whether it has been closed; must not refer to the handle
   * @param closing closes it; must not refer to the handle
   * @return whose {@code clean} drops the registration of a handle that was closed
   */
  public static Cleaner.Cleanable watch(
      Object handle, String name, BooleanSupplier closed, Runnable closing) {
    return CLEANER.register(
        handle,
        () -> {
          if (!closed.getAsBoolean()) {
            Thread.ofVirtual().name(name).start(() -> close(name, closing));
          }
        });
  }

  private static void close(String name, Runnable closing) {
    LOG.warn("{} was dropped without a close; it is closed now, late", name);
    try {
      closing.run();
    } catch (RuntimeException e) {
      LOG.warn("{} failed to close", name, e);
    }
  }
}
