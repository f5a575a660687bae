package dev.runnel;

import dev.runnel.internal.stage.Segment;

/**
 * How a pipeline is opened for one run: makes fresh cursors, and starts the feeders of the
 * boundaries among them. No user code runs here: sources and finalisers wait for the first pull.
 */
@FunctionalInterface
interface Opener<T> {
  Cursor<T> open(Segment segment) throws Exception;
}
