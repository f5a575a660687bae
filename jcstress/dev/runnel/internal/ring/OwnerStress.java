package dev.runnel.internal.ring;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Stresses {@link Owner}: an end has one owner, and a mark on it is not overlooked. */
public final class OwnerStress {
  private OwnerStress() {}

  /** I1: of two threads that are the first to use an end, one owns it. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The first actor came first")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The second actor came first")
  @Outcome(id = "true, true", expect = FORBIDDEN, desc = "Both own it")
  @Outcome(id = "false, false", expect = FORBIDDEN, desc = "Nobody owns it")
  @State
  public static class OneOwner {
    private final Owner owner = new Owner();

    @Actor
    public void first(ZZ_Result r) {
      r.r1 = owner.bind() && owner.bind();
    }

    @Actor
    public void second(ZZ_Result r) {
      r.r2 = owner.bind() && owner.bind();
    }
  }

  /** The weakened twin of {@link OneOwner}: looks, and then binds. */
  @JCStressTest
  @Outcome(id = {"true, false", "false, true"}, expect = ACCEPTABLE, desc = "One came first")
  @Outcome(id = "true, true", expect = ACCEPTABLE_INTERESTING,
      desc = "Both found it free, then both bound it")
  @State
  public static class TwoOwnersWhenBoundAfterLook {
    private final AtomicReference<Thread> owner = new AtomicReference<>();

    private boolean bind() {
      if (owner.get() != null) {
        return false;
      }
      owner.set(Thread.currentThread());
      return true;
    }

    @Actor
    public void first(ZZ_Result r) {
      r.r1 = bind();
    }

    @Actor
    public void second(ZZ_Result r) {
      r.r2 = bind();
    }
  }

  /** P1: what the former owner did plainly at its end is seen by the next. */
  @JCStressTest
  @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "Not released yet")
  @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "Released, then bound, with what was done")
  @Outcome(id = "true, 0", expect = FORBIDDEN, desc = "Bound without what was done")
  @State
  public static class HandOver {
    private final Owner owner = new Owner();
    private final AtomicReference<Thread> bound = new AtomicReference<>();
    private int done;

    @Actor
    public void former() {
      owner.bind();
      bound.set(Thread.currentThread());
      done = 1;
      owner.release();
    }

    @Actor
    public void next(ZI_Result r) {
      if (bound.get() != null && owner.bind()) {
        r.r1 = true;
        r.r2 = done;
      }
    }
  }

  /** The weakened twin of {@link HandOver}: gives the end up before its last deed. */
  @JCStressTest
  @Outcome(id = {"false, 0", "true, 1"}, expect = ACCEPTABLE, desc = "Not released, or done before")
  @Outcome(id = "true, 0", expect = ACCEPTABLE_INTERESTING,
      desc = "Released, bound by the next, and only then done")
  @State
  public static class DoneAfterRelease {
    private final Owner owner = new Owner();
    private final AtomicReference<Thread> bound = new AtomicReference<>();
    private int done;

    @Actor
    public void former() {
      owner.bind();
      bound.set(Thread.currentThread());
      owner.release();
      done = 1;
    }

    @Actor
    public void next(ZI_Result r) {
      if (bound.get() != null && owner.bind()) {
        r.r1 = true;
        r.r2 = done;
      }
    }
  }

  /** P2: an end is given up while another thread marks it, as a cancel does, and would take it. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Marked, then released: seen by release")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "Released, then marked: taken by marker")
  @Outcome(id = "true, true", expect = ACCEPTABLE,
      desc = "Released, then taken and seen as well; or taken at first")
  @Outcome(id = "false, false", expect = FORBIDDEN, desc = "Overlooked: nobody will discard")
  @State
  public static class MarkRacesRelease {
    private final Owner owner = new Owner();
    private volatile boolean mark;

    @Actor
    public void releases(ZZ_Result r) {
      owner.bind();
      owner.release();
      r.r1 = mark;
    }

    @Actor
    public void marks(ZZ_Result r) {
      mark = true;
      r.r2 = owner.inherit();
    }
  }

  /** A weakened twin of {@link MarkRacesRelease}: reads the mark before it gives the end up. */
  @JCStressTest
  @Outcome(id = {"true, false", "false, true", "true, true"}, expect = ACCEPTABLE, desc = "Seen")
  @Outcome(id = "false, false", expect = ACCEPTABLE_INTERESTING,
      desc = "No mark seen, marked, found owned, then released: nobody will discard")
  @State
  public static class OverlookedWhenReadBeforeRelease {
    private final Owner owner = new Owner();
    private volatile boolean mark;

    @Actor
    public void releases(ZZ_Result r) {
      owner.bind();
      r.r1 = mark;
      owner.release();
    }

    @Actor
    public void marks(ZZ_Result r) {
      mark = true;
      r.r2 = owner.inherit();
    }
  }

  /** A weakened twin of {@link MarkRacesRelease}: the release is not ordered before the read. */
  @JCStressTest
  @Outcome(id = {"true, false", "false, true", "true, true"}, expect = ACCEPTABLE, desc = "Seen")
  @Outcome(id = "false, false", expect = ACCEPTABLE_INTERESTING,
      desc = "No mark read while the release is on its way, marked, found owned still")
  @State
  public static class OverlookedWhenReleasedWeakly {
    private final AtomicReference<Thread> owner = new AtomicReference<>();
    private volatile boolean mark;

    @Actor
    public void releases(ZZ_Result r) {
      owner.set(Thread.currentThread());
      owner.setRelease(null);
      r.r1 = mark;
    }

    @Actor
    public void marks(ZZ_Result r) {
      mark = true;
      r.r2 = owner.compareAndSet(null, Thread.currentThread());
    }
  }
}
