package dev.runnel.internal.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JdkTaskScopeTest extends TaskScopeContract {
  @Override
  Backend backend() {
    return Backend.JDK;
  }

  @Test
  void isAvailableOnThisJdk() {
    assertTrue(JdkTaskScope.available());
  }

  @Test
  void scopedValuesAreInherited() {
    AtomicReference<String> seen = new AtomicReference<>();
    ScopedValue.where(VALUE, "outside").run(() -> {
      try (TaskScope scope = open("jdk")) {
        scope.fork("body", () -> seen.set(VALUE.orElse("unbound")));
      }
    });
    assertEquals("outside", seen.get());
  }

  @Test
  void showsAsANamedTreeInAThreadDump(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("threads.json").toAbsolutePath();
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch go = new CountDownLatch(1);
    try (TaskScope outer = open("runnel outer"); TaskScope inner = open("runnel inner")) {
      outer.fork("runnel outer feeder", () -> hold(begun, go));
      inner.fork("runnel inner feeder", () -> hold(begun, go));
      await(begun);
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(file.toString(), ThreadDumpFormat.JSON);
      go.countDown();
    }
    String dump = Files.readString(file).replace("\\/", "/");
    assertTrue(dump.contains("\"runnel outer feeder\""), dump);
    assertTrue(dump.contains("\"runnel inner feeder\""), dump);
    Matcher inner =
        Pattern.compile("\"container\": \"runnel inner/[^\"]*\",\\s*\"parent\": \"([^\"]*)\"")
            .matcher(dump);
    assertTrue(inner.find(), dump);
    assertTrue(inner.group(1).startsWith("runnel outer/"), inner.group(1));
  }

  private static void hold(CountDownLatch begun, CountDownLatch go) {
    begun.countDown();
    await(go);
  }
}
