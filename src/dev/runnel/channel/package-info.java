/**
 * Bounded hand-off between threads, in plain blocking style: a {@link dev.runnel.channel.Sender}, a
 * {@link dev.runnel.channel.Receiver}, the {@link dev.runnel.channel.Channel} that is both, the
 * {@link dev.runnel.channel.FanIn} of many senders into one receiver, and
 * {@link dev.runnel.channel.Select} over several of them.
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
