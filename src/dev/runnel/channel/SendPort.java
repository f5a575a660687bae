package dev.runnel.channel;

import java.util.List;

/** What a waiting call needs of the sending end of a channel. */
interface SendPort<T> extends Sender<T> {

  /**
   * Lets a call wait for room for its element, or for the end.
   *
   * @param wait to be claimed for the clause, and completed with a {@link SendResult}; or hinted
   * @param clause the number of this operation among the call's
   * @param element what is to be sent when the call is claimed
   * @return false if an attempt is worth while now; then the call is not registered
   */
  boolean watchSend(Wait wait, int clause, T element);

  /** Takes the registration of a call back, if it still stands. */
  void unwatchSend(Wait wait);

  /**
   * Sends what there is room for now.
   *
   * @param elements what to send
   * @param from the first that is not yet sent
   * @return how many were accepted
   */
  default int sendSome(List<? extends T> elements, int from) {
    int at = from;
    while (at < elements.size() && trySend(elements.get(at)).accepted()) {
      at++;
    }
    return at - from;
  }
}
