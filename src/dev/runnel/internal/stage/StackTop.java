package dev.runnel.internal.stage;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tells in a few words what a thread is doing. */
final class StackTop {
  private static final String LIBRARY = "dev.runnel.internal.";
  private static final String WAITS = LIBRARY + "park.";

  /** How many frames are told at most. */
  private static final int TOLD = 8;

  private final StackTraceElement[] stack;

  /** The index of the innermost frame that is not the JDK's; of none, how many frames there are. */
  private final int top;

  private StackTop(StackTraceElement[] stack) {
    this.stack = stack;
    int innermost = 0;
    while (innermost < stack.length && jdk(stack[innermost])) {
      innermost++;
    }
    top = innermost;
  }

  static StackTop of(Thread thread) {
    return new StackTop(thread.getStackTrace());
  }

  /**
   * Names the innermost frame that is neither the JDK's nor the library's own.
   *
   * @param role what the thread is for
   * @param thread the thread, or null if it has not begun
   * @return such as {@code "runnel prefetch feeder in com.acme.Client.read(Client.java:41)"}
   */
  static String of(String role, @Nullable Thread thread) {
    if (thread == null) {
      return role + " not begun";
    }
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (!jdk(frame) && !frame.getClassName().startsWith(LIBRARY)) {
        return role + " in " + frame;
      }
    }
    return role + " waiting";
  }

  /** Whether the thread has ended, or waits where the library waits, for something else. */
  boolean waitsInLibrary() {
    return stack.length == 0
        || (top < stack.length && stack[top].getClassName().startsWith(WAITS));
  }

  /** Whether the thread runs an acquire or a release. */
  boolean shielded() {
    return Arrays.stream(stack)
        .anyMatch(
            frame -> frame.getClassName().equals(Segment.class.getName())
                && frame.getMethodName().equals("shielded"));
  }

  /** The top frames from the JDK call that user code is in, each on a line, as a stack trace. */
  String frames() {
    return Arrays.stream(stack)
        .skip(Math.max(0, top - 1))
        .limit(TOLD)
        .map(frame -> System.lineSeparator() + "\tat " + frame)
        .collect(Collectors.joining());
  }

  private static boolean jdk(StackTraceElement frame) {
    String module = frame.getModuleName();
    return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
  }
}
