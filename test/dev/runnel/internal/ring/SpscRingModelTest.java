package dev.runnel.internal.ring;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * All sequentially consistent interleavings of a model of {@link SpscRing}, each access to a word
 * or a slot one step: a producer that offers {@link #ELEMENTS} elements and waits for room, a
 * consumer that polls, frees when it likes and waits, each retracting its announcement at any
 * moment, and a closer. The elements are 1, 2, 3.
 */
@Timeout(120)
final class SpscRingModelTest {
  private static final int ELEMENTS = 3;

  private static final int PARKED = 1;
  private static final int CLOSED = 2;
  private static final int ONE = 4;

  /** What is left out of the algorithm. */
  private enum Fault {
    NONE, PUBLISH_BY_ADD, STICKY_PARKED, ANNOUNCE_BY_OR, INDEX_BEFORE_SLOT, REFUSED_NOT_TAKEN_BACK,
    FREE_BEFORE_TAKE, CLOSE_AFTER_LOOK, RETRACT_AFTER_LOOK, CONSUMERS_WORD_NOT_CLOSED
  }

  /** How the ring ends: never, by a close, or by one after which nobody polls. */
  private enum Ending {
    OPEN, CLOSED, ABANDONED
  }

  /** Where in its program a thread is. */
  private enum At {
    OFFER, FIND_ROOM, STORE, PUBLISH, TAKE_BACK, IS_CLOSED, POLL, TAKE, EMPTY, FREE, IS_DRAINED,
    CLOSE_TAIL, CLOSE_TAIL_SEEN, CLOSE_HEAD, CLOSE_HEAD_SEEN, ANNOUNCE, AWAY, RETRACT, DONE
  }

  // The shared variables.
  private static final int TAIL = 0;
  private static final int HEAD = 1;
  private static final int SLOTS = 2; // two of them

  // The producer's.
  private static final int PRODUCER = 4;
  private static final int TAIL_OWN = 5;
  private static final int HEAD_SEEN = 6;
  private static final int NEXT = 7;
  private static final int STORED = 8;
  private static final int PRODUCER_SAW = 9;

  // The consumer's.
  private static final int CONSUMER = 10;
  private static final int HEAD_OWN = 11;
  private static final int TAIL_SEEN = 12;
  private static final int FREED = 13;
  private static final int CONSUMER_SAW = 14;

  // The closer's.
  private static final int CLOSER = 15;
  private static final int CLOSER_SAW = 16;

  // What is not in the ring: whether an announcement stands that nobody has taken back.
  private static final int PRODUCER_AWAY = 17;
  private static final int CONSUMER_AWAY = 18;
  private static final int VARIABLES = 19;

  /** One step of one thread; false if it can't be made. */
  private interface Step {
    boolean make(byte[] s);
  }

  /** From which state a state was reached, by which step. */
  private record From(@Nullable ByteBuffer state, String step) {}

  /** The model for a capacity, the size of the bulks, and a fault. */
  private record Model(int capacity, int bulk, Ending ending, Fault fault) {

    /** Visits all states; returns the way to a bad one, or null. */
    @Nullable String explore() {
      Map<String, Step> waits = Map.of(
          "producer retracts", s -> retracts(s, PRODUCER),
          "consumer retracts", s -> retracts(s, CONSUMER));
      Map<String, Step> steps = Map.of(
          "producer", this::produce, "consumer", this::consume,
          "consumer frees", this::freesNow, "other closes", this::close);
      byte[] first = new byte[VARIABLES];
      set(first, PRODUCER, At.OFFER);
      set(first, CONSUMER, ending == Ending.ABANDONED ? At.DONE : At.POLL);
      set(first, CLOSER, ending == Ending.OPEN ? At.DONE : At.CLOSE_TAIL);
      Map<ByteBuffer, From> known = new HashMap<>();
      Deque<ByteBuffer> open = new ArrayDeque<>();
      known.put(ByteBuffer.wrap(first), new From(null, ""));
      open.push(ByteBuffer.wrap(first));
      while (!open.isEmpty()) {
        ByteBuffer state = open.pop();
        String step = "";
        try {
          boolean quiet = true;
          for (Map<String, Step> some : Set.of(steps, waits)) {
            for (Map.Entry<String, Step> one : some.entrySet()) {
              byte[] next = state.array().clone();
              step = one.getKey() + at(next, one.getKey().charAt(0));
              if (one.getValue().make(next)) {
                quiet &= some == waits;
                if (known.putIfAbsent(ByteBuffer.wrap(next), new From(state, step)) == null) {
                  open.push(ByteBuffer.wrap(next));
                }
              }
            }
          }
          step = "the end";
          if (quiet) {
            checkEnd(state.array());
          }
        } catch (IllegalStateException bad) {
          return bad.getMessage() + " after" + way(known, state) + ", " + step;
        }
      }
      return null;
    }

    private static String way(Map<ByteBuffer, From> known, ByteBuffer to) {
      StringBuilder way = new StringBuilder();
      ByteBuffer state = to;
      while (state != null && known.get(state) instanceof From(var before, var step)) {
        way.insert(0, ", " + step);
        state = before;
      }
      return way.toString();
    }

    /** Nobody can go on: all is done, or the consumer waits rightly for an open, empty ring. */
    private void checkEnd(byte[] s) {
      boolean open = ending == Ending.OPEN;
      check(at(s, PRODUCER) == At.DONE, "the producer waits for ever");
      check(at(s, CONSUMER) == (open ? At.AWAY : At.DONE), "the consumer waits for ever");
      check(index(s[TAIL]) == s[TAIL_OWN], "the index counts what was not accepted");
      check(s[HEAD_OWN] == (ending == Ending.ABANDONED ? 0 : s[TAIL_OWN]), "some are not polled");
      check(!open || s[TAIL_OWN] == ELEMENTS * ONE, "refused by an open ring");
      for (int i = 0; i < capacity; i++) {
        boolean there = s[HEAD_OWN] <= i * ONE && i * ONE < s[TAIL_OWN];
        check(s[SLOTS + i] == (there ? i + 1 : 0), "a slot holds what it should not");
      }
      check(s[PRODUCER_AWAY] == 0, "the producer was not woken");
      check(s[CONSUMER_AWAY] == (open ? 1 : 0), "the consumer was not woken");
    }

    private boolean produce(byte[] s) {
      int room = capacity * ONE - (s[TAIL_OWN] - s[HEAD_SEEN]);
      int some = Math.min(bulk * ONE, ELEMENTS * ONE - s[TAIL_OWN]);
      return switch (at(s, PRODUCER)) {
        case OFFER ->
            set(s, PRODUCER, some == 0 ? At.DONE : room < some ? At.FIND_ROOM : At.STORE);
        case FIND_ROOM -> {
          s[HEAD_SEEN] = index(s[HEAD]);
          boolean found = s[TAIL_OWN] - s[HEAD_SEEN] < capacity * ONE;
          yield set(s, PRODUCER, found ? At.STORE : At.IS_CLOSED);
        }
        case STORE -> {
          s[NEXT] = (byte) (s[TAIL_OWN] + Math.min(some, room));
          if (fault == Fault.INDEX_BEFORE_SLOT && index(s[TAIL]) != s[NEXT]) {
            wakeIf(s[TAIL], s, CONSUMER);
            s[TAIL] = s[NEXT];
            yield true;
          }
          int i = s[TAIL_OWN] + s[STORED];
          s[slot(i)] = (byte) (i / ONE + 1);
          s[STORED] += ONE;
          s[PRODUCER_SAW] = fault == Fault.INDEX_BEFORE_SLOT ? s[NEXT] : s[TAIL_OWN];
          yield set(s, PRODUCER, i + ONE == s[NEXT] ? At.PUBLISH : At.STORE);
        }
        case PUBLISH -> publish(s);
        case TAKE_BACK -> {
          s[STORED] -= ONE;
          if (fault != Fault.REFUSED_NOT_TAKEN_BACK) {
            s[slot(s[TAIL_OWN] + s[STORED])] = 0;
          }
          yield set(s, PRODUCER, s[STORED] == 0 ? At.DONE : At.TAKE_BACK);
        }
        case IS_CLOSED -> set(s, PRODUCER, (s[TAIL] & CLOSED) != 0 ? At.DONE : At.ANNOUNCE);
        case ANNOUNCE -> announce(s, HEAD, s[TAIL_OWN] - capacity * ONE, PRODUCER, At.OFFER);
        case AWAY, RETRACT -> awake(s, HEAD, PRODUCER, At.OFFER);
        default -> false;
      };
    }

    private boolean publish(byte[] s) {
      byte was = s[TAIL];
      boolean adds = fault == Fault.PUBLISH_BY_ADD;
      if (!adds && was != s[PRODUCER_SAW] && (was & CLOSED) == 0) {
        s[PRODUCER_SAW] = was;
        return true;
      }
      boolean accepted = (was & CLOSED) == 0;
      if (accepted || adds) {
        s[TAIL] = (byte) (s[NEXT] | was & CLOSED | sticky(was));
        wakeIf(was, s, CONSUMER);
      }
      if (accepted) {
        s[TAIL_OWN] = s[NEXT];
        s[STORED] = 0;
      }
      return set(s, PRODUCER, accepted ? At.OFFER : At.TAKE_BACK);
    }

    private boolean consume(byte[] s) {
      return switch (at(s, CONSUMER)) {
        case POLL -> {
          if (s[HEAD_OWN] == s[TAIL_SEEN]) {
            s[TAIL_SEEN] = index(s[TAIL]);
          }
          boolean none = s[HEAD_OWN] == s[TAIL_SEEN];
          s[CONSUMER_SAW] = s[FREED];
          yield set(s, CONSUMER,
              !none ? At.TAKE : s[FREED] != s[HEAD_OWN] ? At.FREE : At.IS_DRAINED);
        }
        case TAKE -> {
          check(s[slot(s[HEAD_OWN])] == s[HEAD_OWN] / ONE + 1, "not the next element is polled");
          if (fault == Fault.FREE_BEFORE_TAKE) {
            wakeIf(s[HEAD], s, PRODUCER);
            s[HEAD] = (byte) (s[HEAD] & CLOSED | s[HEAD_OWN] + ONE);
          }
          yield set(s, CONSUMER, At.EMPTY);
        }
        case EMPTY -> {
          s[slot(s[HEAD_OWN])] = 0;
          s[HEAD_OWN] += ONE;
          yield set(s, CONSUMER, At.POLL);
        }
        case FREE -> {
          byte was = s[HEAD];
          if (was != s[CONSUMER_SAW] && fault != Fault.FREE_BEFORE_TAKE) {
            s[CONSUMER_SAW] = was;
            yield true;
          }
          s[HEAD] = (byte) (s[HEAD_OWN] | was & CLOSED | sticky(was));
          wakeIf(was, s, PRODUCER);
          s[FREED] = s[HEAD_OWN];
          yield set(s, CONSUMER, At.POLL);
        }
        case IS_DRAINED ->
            set(s, CONSUMER, s[TAIL] == (s[HEAD_OWN] | CLOSED) ? At.DONE : At.ANNOUNCE);
        case ANNOUNCE -> announce(s, TAIL, s[HEAD_OWN], CONSUMER, At.POLL);
        case AWAY, RETRACT -> awake(s, TAIL, CONSUMER, At.POLL);
        default -> false;
      };
    }

    /** The consumer may free after each element, or go on. */
    private boolean freesNow(byte[] s) {
      if (at(s, CONSUMER) != At.POLL || s[FREED] == s[HEAD_OWN]) {
        return false;
      }
      s[CONSUMER_SAW] = s[FREED];
      return set(s, CONSUMER, At.FREE);
    }

    private boolean close(byte[] s) {
      return switch (at(s, CLOSER)) {
        case CLOSE_TAIL -> look(s, TAIL, At.CLOSE_TAIL_SEEN);
        case CLOSE_TAIL_SEEN -> close(s, TAIL, CONSUMER,
            fault == Fault.CONSUMERS_WORD_NOT_CLOSED ? At.DONE : At.CLOSE_HEAD);
        case CLOSE_HEAD -> look(s, HEAD, At.CLOSE_HEAD_SEEN);
        case CLOSE_HEAD_SEEN -> close(s, HEAD, PRODUCER, At.DONE);
        default -> false;
      };
    }

    private boolean look(byte[] s, int word, At next) {
      s[CLOSER_SAW] = s[word];
      return set(s, CLOSER, next);
    }

    private boolean close(byte[] s, int word, int other, At next) {
      byte was = s[word];
      if (was != s[CLOSER_SAW] && fault != Fault.CLOSE_AFTER_LOOK) {
        s[CLOSER_SAW] = was;
        return true;
      }
      s[word] = (byte) (index(was) | CLOSED | sticky(was));
      wakeIf(s[CLOSER_SAW], s, other);
      return set(s, CLOSER, next);
    }

    private boolean announce(byte[] s, int word, int at, int thread, At back) {
      if (fault != Fault.ANNOUNCE_BY_OR && s[word] != at) {
        return set(s, thread, back);
      }
      s[word] |= PARKED;
      s[away(thread)] = 1;
      return set(s, thread, At.AWAY);
    }

    /** Goes on once its announcement is taken back, by another or by itself. */
    private boolean awake(byte[] s, int word, int thread, At back) {
      if (at(s, thread) == At.RETRACT) {
        if ((s[word] & PARKED) != 0 || fault == Fault.RETRACT_AFTER_LOOK) {
          check(s[away(thread)] == 1, "an announcement was taken back twice");
          s[word] &= ~PARKED;
          s[away(thread)] = 0;
        }
        return set(s, thread, back);
      }
      boolean stands = (s[word] & PARKED) != 0 && fault != Fault.STICKY_PARKED;
      return s[away(thread)] == 0 && !stands && set(s, thread, back);
    }

    /** A time-out or an interrupt ends the wait: a step that nobody can count on. */
    private boolean retracts(byte[] s, int thread) {
      int word = thread == PRODUCER ? HEAD : TAIL;
      return at(s, thread) == At.AWAY && (s[word] & PARKED) != 0 && set(s, thread, At.RETRACT);
    }

    private int sticky(byte was) {
      return fault == Fault.STICKY_PARKED ? was & PARKED : 0;
    }

    private int slot(int index) {
      return SLOTS + index / ONE % capacity;
    }

    private static void wakeIf(byte was, byte[] s, int thread) {
      if ((was & PARKED) != 0) {
        check(s[away(thread)] == 1, "an announcement was taken back twice");
        s[away(thread)] = 0;
      }
    }

    private static int away(int thread) {
      return thread == PRODUCER ? PRODUCER_AWAY : CONSUMER_AWAY;
    }

    private static byte index(byte word) {
      return (byte) (word & -ONE);
    }

    private static String at(byte[] s, char thread) {
      return " " + at(s, thread == 'p' ? PRODUCER : thread == 'c' ? CONSUMER : CLOSER);
    }

    private static At at(byte[] s, int thread) {
      return At.values()[s[thread]];
    }

    private static boolean set(byte[] s, int thread, At at) {
      s[thread] = (byte) at.ordinal();
      return true;
    }

    private static void check(boolean holds, String otherwise) {
      if (!holds) {
        throw new IllegalStateException(otherwise);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyInterleavingIsGood(Ending ending) {
    for (int capacity = 1; capacity <= 2; capacity++) {
      for (int bulk = 1; bulk <= ELEMENTS; bulk++) {
        assertNull(new Model(capacity, bulk, ending, Fault.NONE).explore());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void everyFaultIsFound(Fault fault) {
    assertNotNull(found(fault), "a ring without this step passes as good");
  }

  private static @Nullable String found(Fault fault) {
    for (Ending ending : Ending.values()) {
      String bad = new Model(1, 2, ending, fault).explore();
      if (bad != null) {
        return bad;
      }
    }
    return null;
  }

  @Test
  void aFaultIsToldWithTheWayToIt() {
    String bad = found(Fault.PUBLISH_BY_ADD);
    assertTrue(bad != null && bad.contains("producer PUBLISH"), bad);
  }
}
