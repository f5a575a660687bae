/**
 * What a concurrent stage is made of: the segment that a thread drives, the feeder, the claims, the
 * workers, the transport and the way of failures. Knows neither {@code Cursor} nor {@code Runnel}.
 */
@NullMarked
package dev.runnel.internal.stage;

import org.jspecify.annotations.NullMarked;
