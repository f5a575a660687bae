package dev.runnel.internal.stage;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * All sequentially consistent interleavings of a model of {@link Claims}, each access to a shared
 * variable one step: a feeder that offers {@link #ELEMENTS} elements, then is silent or ends, and
 * {@link #WORKERS} workers whose functions return or block for ever. When nobody can go on, an
 * element may wait only if each worker is in a function.
 */
@Timeout(120)
final class ClaimModelTest {
  private static final int ELEMENTS = 3;
  private static final int WORKERS = 3;

  /** What is left out of the algorithm. */
  private enum Fault {
    NONE, NO_LOOK_AFTER_PUSH, TAKER_ROUSES_NOBODY, TAKER_ROUSES_AFTER_ITS_FUNCTION,
    ARRIVES_AFTER_LOOK, ROUSE_BEFORE_OFFER, SCOUT_NEVER_ARRIVES
  }

  /** Where in its program a thread is. */
  private enum At {
    OFFER, ROUSE, WAKE, END, POP_ALL, WAKE_ALL, DONE,
    LOOK, CLAIM, TAKER_ROUSES, TAKER_WAKES, FUNCTION, RETURNED, PUSH, LOOK_AGAIN, IDLE_ROUSES,
    IDLE_WAKES, WAIT, ARRIVE
  }

  // Shared: the stack is a number of base WORKERS + 1, its top the last digit.
  private static final int TAIL = 0;
  private static final int HEAD = 1;
  private static final int SCOUT = 2;
  private static final int STACK = 3;
  private static final int ENDED = 4;
  private static final int ROUSED = 4; // and the worker's number, from 1 on
  // Of each thread, the feeder being 0: where it is, what it saw, whom it wakes.
  private static final int THREADS = 8;
  private static final int WIDTH = 4;
  private static final int VARIABLES = THREADS + WIDTH * (WORKERS + 1);
  private static final int SAW_HEAD = 1;
  private static final int SAW_TAIL = 2;
  private static final int WAKES = 3;

  private record Model(Fault fault, boolean ends, boolean startIdle) {

    /** Visits all states; returns a bad one, or null. */
    @Nullable String explore() {
      byte[] first = new byte[VARIABLES];
      set(first, 0, fault == Fault.ROUSE_BEFORE_OFFER ? At.ROUSE : At.OFFER);
      for (int worker = 1; worker <= WORKERS; worker++) {
        set(first, worker, startIdle ? At.WAIT : At.LOOK);
        first[STACK] = (byte) (startIdle ? first[STACK] * (WORKERS + 1) + worker : 0);
      }
      Set<ByteBuffer> known = new HashSet<>();
      Deque<byte[]> open = new ArrayDeque<>();
      known.add(ByteBuffer.wrap(first));
      open.push(first);
      while (!open.isEmpty()) {
        byte[] state = open.pop();
        boolean quiet = true;
        for (int thread = 0; thread <= WORKERS; thread++) {
          boolean mayBlock = at(state, thread) == At.FUNCTION;
          byte[] next = state.clone();
          if (step(next, thread)) {
            quiet &= mayBlock;
            if (known.add(ByteBuffer.wrap(next))) {
              open.push(next);
            }
          }
        }
        if (quiet && bad(state)) {
          return describe(state);
        }
      }
      return null;
    }

    private boolean bad(byte[] s) {
      boolean waits = s[HEAD] < s[TAIL];
      for (int worker = 1; worker <= WORKERS; worker++) {
        if (at(s, worker) == At.WAIT && (waits || s[ENDED] != 0)) {
          return true;
        }
      }
      return false;
    }

    /** Makes one step of a thread; false if it waits or is done. */
    private boolean step(byte[] s, int thread) {
      At now = at(s, thread);
      int own = THREADS + WIDTH * thread;
      switch (now) {
        case OFFER -> {
          s[TAIL]++;
          set(s, thread, fault == Fault.ROUSE_BEFORE_OFFER ? more(s) : At.ROUSE);
        }
        case ROUSE -> set(s, thread, pop(s, own, false) ? At.WAKE : afterRouse(s));
        case WAKE -> wake(s, own, thread, afterRouse(s));
        case END -> {
          s[ENDED] = 1;
          set(s, thread, At.POP_ALL);
        }
        case POP_ALL -> set(s, thread, pop(s, own, true) ? At.WAKE_ALL : At.DONE);
        case WAKE_ALL -> wake(s, own, thread, At.POP_ALL);
        case LOOK -> {
          s[own + SAW_HEAD] = s[HEAD];
          s[own + SAW_TAIL] = s[TAIL]; // the head only grows: as good as one after the other
          boolean last = s[ENDED] != 0;
          boolean none = s[HEAD] == s[TAIL];
          set(s, thread, none ? last ? At.POP_ALL : At.PUSH : At.CLAIM);
        }
        case CLAIM -> {
          arriveLate(s);
          boolean claimed = s[HEAD] == s[own + SAW_HEAD];
          boolean more = s[own + SAW_TAIL] - s[own + SAW_HEAD] > 1;
          s[HEAD] += (byte) (claimed ? 1 : 0);
          boolean rouses = more && fault != Fault.TAKER_ROUSES_NOBODY
              && fault != Fault.TAKER_ROUSES_AFTER_ITS_FUNCTION;
          set(s, thread, !claimed ? At.LOOK : rouses ? At.TAKER_ROUSES : At.FUNCTION);
        }
        case TAKER_ROUSES -> set(s, thread, pop(s, own, false) ? At.TAKER_WAKES : At.FUNCTION);
        case TAKER_WAKES -> wake(s, own, thread, At.FUNCTION);
        case FUNCTION -> set(s, thread,
            fault == Fault.TAKER_ROUSES_AFTER_ITS_FUNCTION ? At.RETURNED : At.LOOK);
        case RETURNED -> {
          if (pop(s, own, false)) {
            wake(s, own, thread, At.LOOK);
          }
          set(s, thread, At.LOOK);
        }
        case PUSH -> {
          arriveLate(s);
          s[ROUSED + thread] = 0;
          s[STACK] = (byte) (s[STACK] * (WORKERS + 1) + thread);
          set(s, thread, fault == Fault.NO_LOOK_AFTER_PUSH ? At.WAIT : At.LOOK_AGAIN);
        }
        case LOOK_AGAIN -> set(s, thread, s[ENDED] != 0 ? At.POP_ALL
            : s[HEAD] < s[TAIL] ? At.IDLE_ROUSES : At.WAIT);
        case IDLE_ROUSES -> set(s, thread, pop(s, own, false) ? At.IDLE_WAKES : At.WAIT);
        case IDLE_WAKES -> wake(s, own, thread, At.WAIT);
        case WAIT -> {
          if (s[ROUSED + thread] == 0) {
            return false;
          }
          boolean looksFirst = fault == Fault.ARRIVES_AFTER_LOOK
              || fault == Fault.SCOUT_NEVER_ARRIVES;
          set(s, thread, looksFirst ? At.LOOK : At.ARRIVE);
        }
        case ARRIVE -> {
          s[SCOUT] = 0;
          set(s, thread, At.LOOK);
        }
        case DONE -> {
          return false;
        }
      }
      return true;
    }

    private void arriveLate(byte[] s) {
      if (fault == Fault.ARRIVES_AFTER_LOOK) {
        s[SCOUT] = 0;
      }
    }

    private At afterRouse(byte[] s) {
      return fault == Fault.ROUSE_BEFORE_OFFER ? At.OFFER : more(s);
    }

    private At more(byte[] s) {
      boolean rousesFirst = fault == Fault.ROUSE_BEFORE_OFFER;
      return s[TAIL] < ELEMENTS ? rousesFirst ? At.ROUSE : At.OFFER : ends ? At.END : At.DONE;
    }

    /** Takes the top off the stack, if nobody is on its way or it does not matter. */
    private static boolean pop(byte[] s, int own, boolean anyway) {
      if (s[STACK] == 0 || (s[SCOUT] != 0 && !anyway)) {
        return false;
      }
      s[own + WAKES] = (byte) (s[STACK] % (WORKERS + 1));
      s[STACK] /= (byte) (WORKERS + 1);
      s[SCOUT] = anyway ? s[SCOUT] : 1;
      return true;
    }

    private static void wake(byte[] s, int own, int thread, At then) {
      s[ROUSED + s[own + WAKES]] = 1;
      s[own + WAKES] = 0;
      set(s, thread, then);
    }

    private static At at(byte[] s, int thread) {
      return At.values()[s[THREADS + WIDTH * thread]];
    }

    private static void set(byte[] s, int thread, At at) {
      s[THREADS + WIDTH * thread] = (byte) at.ordinal();
    }

    private static String describe(byte[] s) {
      StringBuilder text = new StringBuilder(s[HEAD] + " of " + s[TAIL] + " claimed;");
      for (int thread = 0; thread <= WORKERS; thread++) {
        text.append(' ').append(at(s, thread));
      }
      return text.toString();
    }
  }

  private static @Nullable String explore(Fault fault) {
    String bad = null;
    for (boolean ends : new boolean[] {false, true}) {
      for (boolean startIdle : new boolean[] {false, true}) {
        bad = bad == null ? new Model(fault, ends, startIdle).explore() : bad;
      }
    }
    return bad;
  }

  @Test
  void noElementWaitsWhileAWorkerIsIdle() {
    assertNull(explore(Fault.NONE));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void findsEachFault(Fault fault) {
    assertNotNull(explore(fault));
  }
}
