package dev.runnel.internal.stage;

import org.jspecify.annotations.Nullable;

/** Tells in a few words what a thread is doing. */
final class StackTop {
  private StackTop() {}

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
      String module = frame.getModuleName();
      boolean jdk = module != null && (module.startsWith("java.") || module.startsWith("jdk."));
      if (!jdk && !frame.getClassName().startsWith("dev.runnel.internal.")) {
        return role + " in " + frame;
      }
    }
    return role + " waiting";
  }
}
