package dev.runnel.internal.scope;

import dev.runnel.internal.park.Interrupts;
import dev.runnel.internal.park.Waiter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A task scope on {@code java.util.concurrent.StructuredTaskScope}: scoped values are inherited,
 * and thread dumps show the tree. That class is a preview API in 25 to 27 whose shape still moves,
 * so the members that are the same in 25 to 28 are bound by method handle, and one jar runs on all
 * of them.
 */
final class JdkTaskScope extends TaskScope {
  private static final @Nullable Members FOUND = Members.find();

  private final Members members;
  private final Object scope;

  /** Bodies that were forked and have not ended; and where the owner waits until there are none. */
  private final AtomicInteger live = new AtomicInteger();

  private final Waiter ended = new Waiter();

  /**
   * Where the forks go that the JDK refuses because scoped values are bound that were not when this
   * scope was opened; made when the first one does.
   */
  private @Nullable OwnTaskScope strays;

  JdkTaskScope(String name) {
    members = Objects.requireNonNull(FOUND, "StructuredTaskScope is not as in JDK 25 to 28");
    ThreadFactory factory = Thread.ofVirtual().factory();
    UnaryOperator<Object> configure =
        plain -> members.call(members.withFactory, members.call(members.withName, plain, name),
            factory);
    scope = members.call(members.open, members.call(members.joiner), configure);
  }

  /** Tells whether this JDK has the members that are needed. */
  static boolean available() {
    return FOUND != null;
  }

  @Override
  void start(String name, Runnable body) {
    live.incrementAndGet();
    try {
      members.call(members.fork, scope, (Runnable) () -> run(body));
    } catch (Throwable t) {
      live.decrementAndGet();
      if (!members.violation.isInstance(t)) {
        throw t;
      }
      if (strays == null) {
        strays = new OwnTaskScope();
      }
      strays.start(name, body);
    }
  }

  private void run(Runnable body) {
    try {
      body.run();
    } finally {
      if (live.decrementAndGet() == 0) {
        ended.signal();
      }
    }
  }

  /**
   * Waits for the bodies itself: in 25 an interrupt that cuts the join short makes the close
   * interrupt all threads. The join finds them at their end, and an interrupt of it does no harm.
   */
  @Override
  void awaitAll() {
    ended.awaitUninterruptibly(() -> live.get() == 0);
    // Kept back, because from 26 on join fails on a set flag even when all threads have ended.
    boolean interrupted = Interrupts.clear();
    try {
      while (!joined()) {
        interrupted = true;
      }
      close(scope);
    } finally {
      if (strays != null) {
        strays.awaitAll();
      }
      if (interrupted) {
        Interrupts.restore();
      }
    }
  }

  /** Returns false if an interrupt cut the join short; 25 then refuses another, and close waits. */
  private boolean joined() {
    try {
      Object _ = members.join.invokeExact(new Object[] {scope}); // the handle returns an object
      return true;
    } catch (InterruptedException e) {
      return false;
    } catch (IllegalStateException alreadyJoined) {
      return true;
    } catch (Throwable t) {
      throw Members.unexpected(t);
    }
  }

  /** Closes; only after it has, the scope complains of other scoped values than at its opening. */
  private void close(Object scope) {
    try {
      members.call(members.close, scope);
    } catch (RuntimeException e) {
      if (!members.violation.isInstance(e)) {
        throw e;
      }
    }
  }

  /**
   * The members of StructuredTaskScope, each as a handle from an array of arguments to an object.
   */
  private record Members(
      MethodHandle open,
      MethodHandle joiner,
      MethodHandle withName,
      MethodHandle withFactory,
      MethodHandle fork,
      MethodHandle join,
      MethodHandle close,
      Class<?> violation) {

    static @Nullable Members find() {
      try {
        Class<?> scope = Class.forName("java.util.concurrent.StructuredTaskScope");
        Class<?> joiner = Class.forName(scope.getName() + "$Joiner");
        Class<?> subtask = Class.forName(scope.getName() + "$Subtask");
        Class<?> configuration = Class.forName(scope.getName() + "$Configuration");
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        return new Members(
            spread(open(lookup, scope, joiner)),
            spread(
                lookup.findStatic(
                    joiner, "awaitAllSuccessfulOrThrow", MethodType.methodType(joiner))),
            spread(
                lookup.findVirtual(
                    configuration, "withName", MethodType.methodType(configuration, String.class))),
            spread(
                lookup.findVirtual(
                    configuration,
                    "withThreadFactory",
                    MethodType.methodType(configuration, ThreadFactory.class))),
            spread(
                lookup.findVirtual(scope, "fork", MethodType.methodType(subtask, Runnable.class))),
            spread(lookup.findVirtual(scope, "join", MethodType.methodType(Object.class))),
            spread(lookup.findVirtual(scope, "close", MethodType.methodType(void.class))),
            Class.forName("java.util.concurrent.StructureViolationException"));
      } catch (ReflectiveOperationException e) {
        return null;
      }
    }

    /** The configuring function is a UnaryOperator from 26 on, a Function in 25. */
    private static MethodHandle open(MethodHandles.Lookup lookup, Class<?> scope, Class<?> joiner)
        throws ReflectiveOperationException {
      try {
        return lookup.findStatic(
            scope, "open", MethodType.methodType(scope, joiner, UnaryOperator.class));
      } catch (NoSuchMethodException e) {
        return lookup.findStatic(
            scope, "open", MethodType.methodType(scope, joiner, Function.class));
      }
    }

    private static MethodHandle spread(MethodHandle handle) {
      return handle
          .asSpreader(Object[].class, handle.type().parameterCount())
          .asType(MethodType.methodType(Object.class, Object[].class));
    }

    Object call(MethodHandle member, Object... arguments) {
      try {
        return member.invokeExact(arguments);
      } catch (Throwable t) {
        throw unexpected(t);
      }
    }

    static RuntimeException unexpected(Throwable t) {
      switch (t) {
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new IllegalStateException("StructuredTaskScope failed", t);
      }
    }
  }
}
