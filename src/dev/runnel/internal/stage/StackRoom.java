package dev.runnel.internal.stage;

/**
 * Lets a stack overflow come before a step that it would leave half done, such as the start or the
 * end of a thread.
 */
final class StackRoom {
  /** Some 30 KB where this is compiled, more where it is not. */
  private static final int FRAMES = 256;

  private StackRoom() {}

  /**
   * Returns if there is room for such a step.
   *
   * @throws StackOverflowError if there is not
   */
  static void require() {
    long _ = descend(FRAMES, 1, 2, 3, 4, 5, 6);
  }

  /** Not a tail call, and all arguments are wanted after it, so that each frame holds them. */
  private static long descend(int left, long a, long b, long c, long d, long e, long f) {
    long below = left == 0 ? 0 : descend(left - 1, b, c, d, e, f, a);
    return below + (a ^ b) + (c ^ d) + (e ^ f);
  }
}
