/**
 * Bounded hand-off between threads, in plain blocking style: a {@link dev.runnel.channel.Sender}, a
 * {@link dev.runnel.channel.Receiver}, the {@link dev.runnel.channel.Channel} that is both, the
 * {@link dev.runnel.channel.FanIn} of many senders into one receiver, and
 * {@link dev.runnel.channel.Select} over several of them.
 *
 * <table>
 * <caption>The flavours, made by {@link dev.runnel.channel.Channel}</caption>
 * <tr><th>flavour</th><th>threads</th><th>a sender waits</th></tr>
 * <tr><td>{@code spsc}</td><td>one that sends, one that receives</td>
 *     <td>while it is full</td></tr>
 * <tr><td>{@code manyToOne}</td><td>one for each of its senders, one that receives</td>
 *     <td>while its own way is full</td></tr>
 * <tr><td>{@code bounded}</td><td>any number</td><td>while it is full</td></tr>
 * <tr><td>{@code bounded} with an {@link dev.runnel.channel.Overflow}</td><td>any number</td>
 *     <td>never, but with {@code WAIT}: something is dropped, or the channel fails</td></tr>
 * <tr><td>{@code rendezvous}</td><td>any number</td>
 *     <td>until a receiver takes the element</td></tr>
 * <tr><td>{@code unbounded}</td><td>any number</td><td>never</td></tr>
 * </table>
 *
 * <p><b>The end</b> a channel is closed or failed by its senders, whichever comes first: what was
 * accepted is still received, then receivers see the end, or the failure. It is cancelled by its
 * receivers, also after a close or a failure: what is queued is discarded. A sender is refused from
 * then on, one that waits too, and keeps its element. No call waits on a channel that has ended.
 *
 * <p><b>No null</b> an element that is null is a {@code NullPointerException} before anything is
 * done.
 *
 * <p><b>Interruption</b> every call that can wait looks at the flag on entry and reacts to it while
 * it waits: it throws {@code InterruptedException} only if it has moved nothing, with the flag
 * clear; else it returns as usual, with the flag set.
 *
 * <p><b>Conservation</b> every element that a channel accepts is received or given to the discard
 * hook, exactly once; one that is refused stays with its sender, who is told:
 * {@code sent = received + discarded + refused} once a channel is over.
 *
 * <p><b>Happens-before</b> what a thread did before it sent an element happens before what the
 * receiver of that element does after; what a thread did before it closed, failed or cancelled a
 * channel happens before what another does after it was told; what a receiver did before it made
 * room happens before what the sender that was given the room does after.
 */
@NullMarked
package dev.runnel.channel;

import org.jspecify.annotations.NullMarked;
