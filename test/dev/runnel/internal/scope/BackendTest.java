package dev.runnel.internal.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

@Timeout(60)
class BackendTest {
  private static Backend auto(int feature, boolean available, boolean preview) {
    return Backend.choose("auto", feature, available, () -> preview);
  }

  @Test
  void autoIsTheJdksWhenPreviewIsOn() {
    for (int feature = 25; feature < 28; feature++) {
      assertEquals(Backend.JDK, auto(feature, true, true));
      assertEquals(Backend.OWN, auto(feature, true, false));
    }
  }

  @Test
  void autoIsTheJdksWhereItIsNoPreviewAnyMore() {
    assertEquals(Backend.JDK, auto(28, true, false));
    assertEquals(Backend.JDK, auto(29, true, true));
  }

  @Test
  void autoIsOurOwnWhereTheJdksDoesNotFit() {
    for (int feature = 25; feature < 30; feature++) {
      assertEquals(Backend.OWN, auto(feature, false, true));
      assertEquals(Backend.OWN, auto(feature, false, false));
    }
  }

  @Test
  void propertyOverrides() {
    for (boolean on : List.of(true, false)) {
      assertEquals(Backend.JDK, Backend.choose("jdk", 25, true, () -> on));
      assertEquals(Backend.OWN, Backend.choose("own", 28, on, () -> on));
    }
  }

  @Test
  void askingForAJdkScopeThatDoesNotFitIsRefused() {
    var refused = assertThrows(IllegalStateException.class,
        () -> Backend.choose("jdk", 31, false, () -> true));
    assertEquals("-Ddev.runnel.scope=jdk needs the StructuredTaskScope of JDK 25 to 28, was JDK 31",
        refused.getMessage());
  }

  @Test
  void otherValuesAreRefused() {
    for (String value : List.of("JDK", "", "both")) {
      var refused = assertThrows(IllegalArgumentException.class,
          () -> Backend.choose(value, 25, true, () -> true));
      assertEquals("-Ddev.runnel.scope must be auto, jdk or own, was " + value,
          refused.getMessage());
    }
  }

  @Test
  void plainVmTellsOnceWhatItsOwnScopeLacks() throws Exception {
    List<String> lines = probe();
    assertTrue(lines.contains("OWN OWN"), lines::toString);
    List<String> told = lines.stream().filter(line -> line.contains("DEBUG")).toList();
    assertEquals(1, told.size(), lines::toString);
    assertTrue(told.getFirst().contains("scoped values are not inherited"), lines::toString);
    assertTrue(told.getFirst().contains("without a tree"), lines::toString);
  }

  @Test
  void previewVmChoosesTheJdks() throws Exception {
    List<String> lines = probe("--enable-preview");
    assertTrue(lines.contains("JDK JDK"), lines::toString);
    assertEquals(1, lines.stream().filter(line -> line.contains("DEBUG")).count());
  }

  @Test
  void propertyOfTheVmOverridesAndIsChecked() throws Exception {
    assertTrue(probe("--enable-preview", "-Ddev.runnel.scope=own").contains("OWN OWN"));
    assertTrue(probe("-Ddev.runnel.scope=jdk").contains("JDK JDK"));
    assertTrue(probe("-Ddev.runnel.scope=none").contains(
        "-Ddev.runnel.scope must be auto, jdk or own, was none"));
  }

  /** Runs {@link BackendProbe} in a VM of its own and returns what it wrote. */
  private static List<String> probe(String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of(options));
    command.add("-Dorg.slf4j.simpleLogger.log." + Backend.class.getName() + "=debug");
    command.add("-cp");
    command.add(
        Stream.of(Backend.class, BackendProbe.class, Logger.class,
            LoggerFactory.getILoggerFactory().getClass())
            .map(BackendTest::origin)
            .collect(Collectors.joining(File.pathSeparator)));
    command.add(BackendProbe.class.getName());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var out = process.inputReader()) {
      return out.lines().toList();
    } finally {
      process.waitFor();
    }
  }

  /** The folder or jar that a class comes from, also where a module is patched. */
  private static String origin(Class<?> type) {
    String resource = "/" + type.getName().replace('.', '/') + ".class";
    String url = type.getResource(resource).toString();
    String root = url.substring(0, url.length() - resource.length());
    String file = root.startsWith("jar:") ? root.substring(4, root.length() - 1) : root;
    return Path.of(java.net.URI.create(file)).toString();
  }
}
