/**
 * Lock-free rings and the list of those that are ready: pure data structures, they never wait.
 * Depends on nothing.
 */
@NullMarked
package dev.runnel.internal.ring;

import org.jspecify.annotations.NullMarked;
