package dev.runnel.internal.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class PreviewProbeTest {
  private final int feature = Runtime.version().feature();

  @Test
  void agreesWithTheArgumentsOfTheVm() {
    boolean given =
        ManagementFactory.getRuntimeMXBean().getInputArguments().contains("--enable-preview");
    assertEquals(given, PreviewProbe.enabled(feature));
    assertEquals(given, PreviewProbe.enabled(feature), "a second time");
  }

  @Test
  void isOffForTheStampOfAnotherRelease() {
    assertFalse(PreviewProbe.enabled(feature - 1));
    assertFalse(PreviewProbe.enabled(feature + 1));
  }
}
