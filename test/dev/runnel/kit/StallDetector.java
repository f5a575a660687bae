package dev.runnel.kit;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Fails a test whose threads wait for each other for good, and shows where, long before its time
 * limit would. The library is at work, so an element is unread, a claim untaken or an end untold;
 * and every thread that has a frame of the library or of a test is parked without a time limit, in
 * the same place at several looks in a row. What a test does in {@link Await} does not count: that
 * only looks at what others do.
 *
 * <p>All threads are then dumped as JSON, to {@code target/stalls}, and the test is interrupted.
 */
public final class StallDetector implements InvocationInterceptor {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);
  private static final int LOOKS = 3;
  private static final Path FOLDER = Path.of("target", "stalls").toAbsolutePath();
  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("stall detector").factory());

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> context,
      ExtensionContext test)
      throws Throwable {
    String name =
        context.getTargetClass().getSimpleName() + "." + context.getExecutable().getName();
    guard(name, BETWEEN_LOOKS, invocation::proceed);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> context,
      ExtensionContext test)
      throws Throwable {
    interceptTestMethod(invocation, context, test);
  }

  /** What may stall. */
  interface Guarded {
    void run() throws Throwable;
  }

  /** Runs {@code guarded} on this thread, and fails if it stalls. */
  static void guard(String name, Duration betweenLooks, Guarded guarded) throws Throwable {
    Watch watch = new Watch(name, Thread.currentThread());
    long nanos = betweenLooks.toNanos();
    ScheduledFuture<?> looking =
        TIMER.scheduleWithFixedDelay(watch, nanos, nanos, TimeUnit.NANOSECONDS);
    try {
      guarded.run();
      watch.end();
    } catch (Throwable t) {
      AssertionError stall = watch.end();
      if (stall == null) {
        throw t;
      }
      stall.addSuppressed(t);
      throw stall;
    } finally {
      looking.cancel(false);
    }
  }

  /** Looks at one test again and again. */
  private static final class Watch implements Runnable {
    private final String name;
    private final Thread thread;
    private List<Seen> last = List.of();
    private int same;
    private boolean over;
    private AssertionError stall;

    Watch(String name, Thread thread) {
      this.name = name;
      this.thread = thread;
    }

    @Override
    public synchronized void run() {
      if (over || stall != null) {
        return;
      }
      String dump = dump();
      List<Seen> now = seen(dump);
      same = stalled(now) && now.equals(last) ? same + 1 : 1;
      last = now;
      if (same >= LOOKS) {
        Path kept = FOLDER.resolve(name + ".json");
        stall = new AssertionError("stalled, all threads in " + kept + ":\n" + told(now));
        System.err.println(stall.getMessage()); // also if the test does not heed its interrupt
        try {
          Files.writeString(kept, dump);
        } catch (IOException e) {
          stall.addSuppressed(e);
        }
        thread.interrupt();
      }
    }

    synchronized AssertionError end() {
      over = true;
      return stall;
    }
  }

  /** A thread that has a frame of the library or of a test. */
  record Seen(String tid, String state, List<String> stack) {
    boolean parked() {
      return state.equals("WAITING");
    }

    boolean inLibrary() {
      return stack.stream().anyMatch(frame -> frame.contains("dev.runnel.internal."));
    }
  }

  /** Whether the library is at work, and nobody can go on with it. */
  static boolean stalled(List<Seen> threads) {
    return threads.stream().anyMatch(Seen::inLibrary) && threads.stream().allMatch(Seen::parked);
  }

  /** The threads of this VM that are inside the library now, as text. */
  public static List<String> threadsInLibrary() {
    return look().stream().filter(Seen::inLibrary).map(Seen::toString).toList();
  }

  /** The threads of this VM that matter. */
  static List<Seen> look() {
    return seen(dump());
  }

  private static final Pattern THREAD =
      Pattern.compile("\"tid\": \"(\\d+)\".*?\"state\": \"(\\w+)\".*?\"stack\": \\[(.*?)\\]",
          Pattern.DOTALL);

  private static List<Seen> seen(String dump) {
    Matcher matcher = THREAD.matcher(dump);
    return Stream.generate(() -> matcher)
        .takeWhile(Matcher::find)
        .map(found -> new Seen(found.group(1), found.group(2), frames(found.group(3))))
        .filter(thread -> matters(thread.stack))
        .toList();
  }

  private static List<String> frames(String stack) {
    return stack.lines().map(String::strip).filter(frame -> !frame.isEmpty()).toList();
  }

  private static boolean matters(List<String> stack) {
    return stack.stream().anyMatch(frame -> frame.contains("dev.runnel."))
        && stack.stream().noneMatch(frame -> frame.contains(".kit.Await."))
        && stack.stream().noneMatch(frame -> frame.contains(".kit.StallDetector.look"))
        && stack.stream().noneMatch(frame -> frame.contains(".kit.StallDetector$Watch."));
  }

  private static String told(List<Seen> threads) {
    return threads.stream()
        .limit(20)
        .map(thread -> thread.tid + " " + thread.state + thread.stack.stream()
            .filter(frame -> frame.contains("dev.runnel."))
            .limit(5)
            .collect(Collectors.joining("\n    ", "\n    ", "")))
        .collect(Collectors.joining("\n"));
  }

  private static String dump() {
    try {
      Files.createDirectories(FOLDER);
      Path file = FOLDER.resolve("look-" + ProcessHandle.current().pid() + ".json");
      Files.deleteIfExists(file);
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(file.toString(), ThreadDumpFormat.JSON);
      String dump = Files.readString(file);
      Files.delete(file);
      return dump;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
