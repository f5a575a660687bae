package dev.runnel;

import static java.util.Objects.requireNonNull;

import dev.runnel.channel.ChannelFailedException;
import dev.runnel.channel.Receiver;
import dev.runnel.internal.park.Waiter;
import dev.runnel.internal.stage.Failures;
import dev.runnel.internal.stage.Segment;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** The static sources that take from what other threads put into. */
abstract sealed class ChannelSources permits MergeSources {

  /**
   * Emits what is received from a channel, until it is closed. The channel exists once: what one
   * run has taken, another does not get.
   *
   * <p><b>Order</b> the channel's. <b>Demand</b> receives one element when it is asked for one;
   * what was not asked for stays in the channel, which an early stop leaves open.
   *
   * <p><b>Threads</b> the pulling thread; an end that belongs to one thread is released when the
   * run is closed. <b>Interruption</b> while waiting: nothing was taken.
   *
   * <p><b>Failure</b> what the channel failed with comes as it is, after what was sent before it;
   * but an {@code InterruptedException} was another thread's, and comes as the cause of a {@link
   * ChannelFailedException}. A cancelled channel fails the run.
   *
   * <p><b>Cost</b> the channel's.
   *
   * {@snippet class=dev.runnel.FromChannelTest region=example}
   *
   * @param <T> the type of the elements
   * @param channel where to receive from
   * @return a stream of what is received
   * @throws NullPointerException if {@code channel} is null
   */
  public static <T> Runnel<T> fromChannel(Receiver<? extends T> channel) {
    requireNonNull(channel, "channel");
    return new Runnel<>(segment -> new ReceivingCursor<T>(segment, channel), false);
  }

  /**
   * Emits what is taken from a queue. It never ends by itself, because a queue does not: where its
   * producers put a last element as a mark, {@code takeWhile} ends the stream there. The queue
   * exists once: what one run has taken, another does not get.
   *
   * <p><b>Order</b> the queue's. <b>Demand</b> takes one element when it is asked for one; what was
   * not asked for stays in the queue. A boundary below asks for as many as it may be ahead.
   *
   * <p><b>Threads</b> the pulling thread. <b>Interruption</b> while waiting: nothing was taken.
   *
   * <p><b>Failure</b> what the queue throws fails the run.
   *
   * <p><b>Cost</b> the queue's.
   *
   * {@snippet class=dev.runnel.FromQueueTest region=example}
   *
   * @param <T> the type of the elements
   * @param queue where to take from
   * @return a stream of what is taken
   * @throws NullPointerException if {@code queue} is null
   */
  public static <T> Runnel<T> fromQueue(BlockingQueue<? extends T> queue) {
    requireNonNull(queue, "queue");
    return new Runnel<>(segment -> new TakingCursor<T>(segment, queue), false);
  }
}

final class ReceivingCursor<T> extends BaseCursor<T> {
  private final Segment segment;
  private final Receiver<? extends T> channel;

  ReceivingCursor(Segment segment, Receiver<? extends T> channel) {
    this.segment = segment;
    this.channel = channel;
  }

  @Override
  @Nullable T pull() throws Exception {
    segment.check();
    try {
      return channel.receive();
    } catch (ChannelFailedException e) {
      if (!(e.getCause() instanceof InterruptedException)) {
        Failures.rethrow(e.getCause());
      }
      throw e;
    }
  }

  @Override
  void release() {
    channel.release();
  }
}

final class TakingCursor<T> extends BaseCursor<T> {
  private final Segment segment;
  private final BlockingQueue<? extends T> queue;

  TakingCursor(Segment segment, BlockingQueue<? extends T> queue) {
    this.segment = segment;
    this.queue = queue;
  }

  @Override
  T pull() throws Exception {
    segment.check();
    return Elements.nonNull(Waiter.take(queue), "fromQueue");
  }
}
