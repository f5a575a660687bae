package dev.runnel.internal.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.kit.ChildVm;
import java.util.ArrayList;
import java.util.List;
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
    List<String> all = new ArrayList<>(List.of(options));
    all.add("-Dorg.slf4j.simpleLogger.log." + Backend.class.getName() + "=debug");
    return ChildVm.run(BackendProbe.class, all,
        Backend.class, Logger.class, LoggerFactory.getILoggerFactory().getClass());
  }
}
