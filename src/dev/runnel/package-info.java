/** Streams of elements: {@link dev.runnel.Runnel}, its operators, and the types they take. */
@NullMarked
package dev.runnel;

import org.jspecify.annotations.NullMarked;
