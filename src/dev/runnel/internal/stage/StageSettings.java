package dev.runnel.internal.stage;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a stage is given when it is built.
 *
 * @param name names its threads and its scope, and the stage in messages
 * @param buffer how many elements may wait for the consumer
 * @param drain how long functions in flight may go on when nothing more is wanted of them
 * @param builtAt its stack trace shows where the stage was built; null unless that was wanted
 */
public record StageSettings(
    String name, int buffer, Duration drain, @Nullable Throwable builtAt) {
  private static final Logger LOG = LoggerFactory.getLogger(StageSettings.class);

  /**
   * Notes where the caller builds the stage if this class logs at DEBUG: it costs a stack walk.
   *
   * @param name names the stage
   * @param buffer how many elements may wait for the consumer
   * @param drain how long functions in flight may go on when nothing more is wanted of them
   * @return the settings
   */
  public static StageSettings of(String name, int buffer, Duration drain) {
    Throwable builtAt = LOG.isDebugEnabled() ? new BuildSite(name) : null;
    return new StageSettings(name, buffer, drain, builtAt);
  }

  /** Not thrown: its stack trace shows where a stage was built. */
  static final class BuildSite extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BuildSite(String stage) {
      super(stage + " was built here");
    }
  }
}
