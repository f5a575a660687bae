package dev.runnel.internal.stage;

import dev.runnel.internal.park.Waiter;
import dev.runnel.internal.ring.ClaimRing;
import dev.runnel.internal.ring.IdleStack;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a stage that no worker has yet, in source order: one feeder offers, any idle
 * worker takes the next.
 */
final class Claims<T> {
  /*
   * Idea        A worker that finds no element goes on the stack of the idle, looks once more, and
   *             waits until it is roused. Waking is the cost, so one idle worker at a time is on
   *             its way: while it is, nobody rouses another, because it will look. Whoever adds an
   *             element, or takes one and sees another behind it, rouses the next if none is on its
   *             way; the taker does so before it runs the function, which may be slow.
   * Invariants  I1  an idle worker is on the stack or has been taken off it by who rouses it, so
   *                 that it is never on the stack while it works, nor twice.
   *             I2  elements are taken in source order, so when one is, all before it have been.
   *             I3  while an element waits, no worker is idle, or one is on its way, or a thread
   *                 that runs no user code is about to rouse one.
   * Ordering    IdleStack (P1, P2) with ClaimRing (P4), ended and stopped: one adds, or sets, then
   *             reads the stack; the other changes the stack, then reads. So I3.
   * Checked by  ClaimsTest, ClaimModelTest (I3)
   */

  /** A worker's place: where it waits for an element, and the index of the one it took last. */
  static final class Place extends ClaimRing.Claim {
    private final Idle idle = new Idle();
  }

  /** A worker that waits; it is its own condition, because a lambda would be made for each wait. */
  private static final class Idle extends IdleStack.Node implements BooleanSupplier {
    private final Waiter waiter = new Waiter();
    private volatile boolean roused;

    private void rouse() {
      roused = true;
      waiter.signal();
    }

    @Override
    public boolean getAsBoolean() {
      return roused;
    }
  }

  private final ClaimRing<T> ring;
  private final IdleStack<Idle> idle = new IdleStack<>();

  /** What was taken, but no function will run on. */
  private final ConcurrentLinkedQueue<T> returned = new ConcurrentLinkedQueue<>();

  private volatile boolean ended;
  private volatile boolean stopped;

  /** Creates claims of which at most so many wait. */
  Claims(long bound) {
    ring = new ClaimRing<>(bound);
  }

  /** Makes a place for a worker; feeder only. */
  Place open() {
    Place place = new Place();
    idle.add(place.idle);
    return place;
  }

  /** Adds an element and sees to it that an idle worker looks for it; feeder only. */
  void offer(T element) {
    ring.offer(element);
    rouse(idle.rouse());
  }

  /** Counts the elements that have to wait for a worker that is busy; feeder only. */
  long waiting() {
    long unclaimed = ring.unclaimed();
    return idle.empty() ? unclaimed - (idle.scouting() ? 1 : 0) : 0;
  }

  /** Lets workers go once all elements are taken; feeder only. */
  void end() {
    ended = true;
    rouseAll();
  }

  /** Lets workers go at once; nothing more is taken. */
  void stop() {
    stopped = true;
    rouseAll();
  }

  /** Takes the next element if one waits, else returns null. */
  @Nullable T poll(Place mine) {
    T element = stopped ? null : ring.claim(mine);
    if (element != null && mine.more()) {
      rouse(idle.rouse());
    }
    return element;
  }

  /** Takes the next element, waiting for it uninterruptibly; null when there will be none. */
  @Nullable T take(Place mine) {
    Idle me = mine.idle;
    for (;;) {
      boolean last = ended; // before the ring is read: nothing is added after it was set
      T element = poll(mine);
      if (element != null || last || stopped) {
        return element;
      }
      me.roused = false;
      idle.push(me);
      if (ended || stopped) {
        rouseAll();
      } else if (ring.unclaimed() > 0) {
        rouse(idle.rouse());
      }
      me.waiter.awaitUninterruptibly(me);
      idle.arrived();
    }
  }

  /** Takes an element back that no function will run on, because the stage stops. */
  void giveBack(T element) {
    returned.add(element);
  }

  /** Empties it of what was not taken; after the last worker has ended. */
  void clear(Consumer<Object> dropped) {
    for (T element = returned.poll(); element != null; element = returned.poll()) {
      dropped.accept(element);
    }
    ClaimRing.Claim any = new ClaimRing.Claim();
    for (T element = ring.claim(any); element != null; element = ring.claim(any)) {
      dropped.accept(element);
    }
  }

  private static void rouse(@Nullable Idle worker) {
    if (worker != null) {
      worker.rouse();
    }
  }

  private void rouseAll() {
    for (Idle each = idle.rouseAnother(); each != null; each = idle.rouseAnother()) {
      each.rouse();
    }
  }
}
