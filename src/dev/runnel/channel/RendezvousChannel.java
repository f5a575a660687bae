package dev.runnel.channel;

import java.util.ArrayDeque;

/** A channel without a buffer: a sender's element goes to a receiver that is there. */
final class RendezvousChannel<T> extends LockedChannel<T> {
  RendezvousChannel() {
    super(0, new ArrayDeque<>(1), null); // nothing is ever queued, so nothing is discarded
  }
}
