package dev.runnel.channel;

/**
 * A hand-off between threads, with a stated bound: both its {@link Sender} and its {@link Receiver}.
 * Code that only sends or only receives is best given the end it needs.
 *
 * @param <T> the type of the elements
 */
public interface Channel<T> extends Sender<T>, Receiver<T> {}
