package dev.runnel.channel;

import java.util.List;

/** What a waiting call needs of the receiving end of a channel. */
interface ReceivePort<T> extends Receiver<T> {

  /**
   * Lets a call wait for an element, or for the end.
   *
   * @param wait to be claimed for the clause, and completed with a {@link ReceiveResult}; or hinted
   * @param clause the number of this operation among the call's
   * @return false if an attempt is worth while now; then the call is not registered
   */
  boolean watchReceive(Wait wait, int clause);

  /** Takes the registration of a call back, if it still stands. */
  void unwatchReceive(Wait wait);

  /**
   * Receives what is there now.
   *
   * @param into where to append it
   * @param max how many at most
   */
  default void receiveSome(List<? super T> into, int max) {
    int left = max;
    while (left > 0 && tryReceive() instanceof ReceiveResult.Received<T>(T element)) {
      into.add(element);
      left--;
    }
  }
}
