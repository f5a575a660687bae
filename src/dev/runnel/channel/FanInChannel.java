package dev.runnel.channel;

import static java.util.Objects.requireNonNull;

import dev.runnel.internal.ring.FanInRing;
import dev.runnel.internal.ring.SpscRing;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A ring for each sender, and one receiver of them all. */
final class FanInChannel<T> extends RingReceiver<T> implements FanIn<T> {
  private static final int INITIAL_SLOTS = 16;

  private final int capacity;
  private final FanInRing<T> rings = new FanInRing<>(this::rouse);

  /** Those that are not drained yet; added to under {@link #adding} only. */
  private final Set<Lane> lanes = ConcurrentHashMap.newKeySet();

  private final ReentrantLock adding = new ReentrantLock();

  /** Set under {@link #adding}, by which no lane is added any more but the bell. */
  private volatile boolean shut;

  FanInChannel(int capacity, @Nullable Consumer<? super T> onDiscard) {
    super(onDiscard);
    this.capacity = capacity;
  }

  @Override
  public Sender<T> sender() {
    adding.lock();
    try {
      if (ending.ended()) {
        throw ending.reason(List.of());
      }
      return add().sender;
    } finally {
      adding.unlock();
    }
  }

  @Override
  public void close() {
    ending.close();
    shut(); // by who comes second, too: nothing is accepted once this has returned
  }

  @Override
  public int size() {
    return (int) Math.min(Integer.MAX_VALUE,
        lanes.stream().mapToLong(lane -> lane.ring().size()).sum());
  }

  @Override
  public int capacity() {
    return capacity;
  }

  @Override
  @Nullable T poll() {
    return rings.poll();
  }

  @Override
  int poll(@Nullable Object[] into, int from, int to) {
    return rings.poll(into, from, to);
  }

  @Override
  Iterable<SpscRing<T>> rings() {
    return lanes.stream().map(FanInRing.Lane::ring).toList();
  }

  @Override
  int available(int wanted) {
    return rings.available(wanted);
  }

  @Override
  void free() {
    rings.free();
  }

  @Override
  boolean consumerLeaves() {
    return rings.consumerLeaves();
  }

  @Override
  boolean consumerStays() {
    return rings.consumerStays();
  }

  @Override
  boolean consumerWaits() {
    return rings.consumerWaits();
  }

  /** That it has ended is not enough: a sender that was let in before may be about to be added. */
  @Override
  boolean drained() {
    return shut && lanes.isEmpty();
  }

  /** Closes every lane, and a bell: a lane of nobody, so that the receiver wakes without any. */
  @Override
  void shut() {
    adding.lock();
    try {
      if (!shut) {
        shut = true;
        add();
        lanes.forEach(lane -> lane.ring().close());
      }
    } finally {
      adding.unlock();
    }
  }

  private Lane add() {
    LaneSender sender = new LaneSender();
    lanes.add(sender.lane);
    return sender.lane;
  }

  /** The way of one sender. */
  private final class Lane extends FanInRing.Lane<T> {
    private final LaneSender sender;

    Lane(LaneSender sender) {
      super(rings, Math.min(capacity, INITIAL_SLOTS), capacity, sender::rouse);
      this.sender = sender;
    }

    @Override
    protected void drained() {
      lanes.remove(this);
    }
  }

  /** One sender. */
  private final class LaneSender extends RingSender<T> {
    private final Lane lane = new Lane(this);

    LaneSender() {
      super(ending);
    }

    @Override
    SpscRing<T> ring() {
      return lane.ring();
    }

    @Override
    public void close() {
      lane.ring().close();
    }

    @Override
    public boolean fail(Throwable failure) {
      requireNonNull(failure, "failure");
      boolean first = !isClosed() && ending.fail(failure); // closed by itself, it has ended well
      if (ending.ended()) {
        shut();
      }
      return first;
    }

    @Override
    public boolean isClosed() {
      return lane.ring().closed();
    }
  }
}
