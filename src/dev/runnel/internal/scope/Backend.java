package dev.runnel.internal.scope;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The kinds of task scope, and which of them this VM uses. */
public enum Backend {
  /** {@code java.util.concurrent.StructuredTaskScope}. */
  JDK,
  /** Plain virtual threads under the same rules. */
  OWN;

  /**
   * The system property that overrides the choice: {@code auto} (the default), {@code jdk}, {@code
   * own}.
   */
  public static final String PROPERTY = "dev.runnel.scope";

  /** The first feature release in which StructuredTaskScope is no preview API. */
  private static final int PERMANENT_SINCE = 28;

  private static final Logger LOG = LoggerFactory.getLogger(Backend.class);

  private static volatile @Nullable Backend chosen;

  /**
   * Returns the kind that this VM uses, chosen at the first call.
   *
   * @return the kind
   * @throws IllegalArgumentException if the system property has another value than those named
   * @throws IllegalStateException if it asks for the JDK's scope and this JDK's does not fit
   */
  public static Backend current() {
    Backend backend = chosen;
    if (backend == null) {
      int feature = Runtime.version().feature();
      backend =
          choose(
              System.getProperty(PROPERTY, "auto"),
              feature,
              JdkTaskScope.available(),
              () -> PreviewProbe.enabled(feature));
      tell(backend, feature);
      chosen = backend; // two threads may both choose: the same
    }
    return backend;
  }

  static Backend choose(
      String wanted, int feature, boolean available, BooleanSupplier previewEnabled) {
    return switch (wanted) {
      case "own" -> OWN;
      case "jdk" -> {
        if (!available) {
          throw new IllegalStateException(
              "-D%s=jdk needs the StructuredTaskScope of JDK 25 to 28, was JDK %d"
                  .formatted(PROPERTY, feature));
        }
        yield JDK;
      }
      case "auto" ->
          available && (feature >= PERMANENT_SINCE || previewEnabled.getAsBoolean()) ? JDK : OWN;
      default ->
          throw new IllegalArgumentException(
              "-D%s must be auto, jdk or own, was %s".formatted(PROPERTY, wanted));
    };
  }

  private static void tell(Backend backend, int feature) {
    switch (backend) {
      case JDK -> LOG.debug("Task scopes are StructuredTaskScope, on JDK {}", feature);
      case OWN ->
          LOG.debug(
              "Task scopes are Runnel's own, on JDK {} (--enable-preview would choose"
                  + " StructuredTaskScope): scoped values are not inherited by the threads of a run,"
                  + " and thread dumps show them without a tree",
              feature);
    }
  }
}
