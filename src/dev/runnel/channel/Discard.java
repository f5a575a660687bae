package dev.runnel.channel;

import dev.runnel.internal.park.Uncaught;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where elements go that were accepted and will never be received. */
record Discard<T>(@Nullable Consumer<? super T> hook) {

  /** Tells whether anyone wants to be told. */
  boolean wanted() {
    return hook != null;
  }

  /** Gives one to the hook. Throws nothing: others are to be discarded too. */
  void accept(T element) {
    Consumer<? super T> to = hook;
    if (to == null) {
      return;
    }
    try {
      to.accept(element);
    } catch (Throwable t) {
      Uncaught.report(t);
    }
  }
}
