/**
 * Streams of elements: {@link dev.runnel.Runnel}, its operators, and the types they take.
 *
 * <p>The laws that all operators keep stand at {@link dev.runnel.Runnel}. What happens before what,
 * across the threads of a run:
 *
 * <ul>
 *   <li>what the caller did before it called a terminal operation happens before everything in
 *       the run;
 *   <li>what was done to an element above a boundary happens before what is done to it, or to
 *       what a function made of it, below the boundary;
 *   <li>everything in the run, finalisers included, happens before the terminal operation
 *       returns or throws.
 * </ul>
 *
 * <p>Functions given to a {@code par} operator run on several threads at once; any other is called
 * only by the thread that drives its segment.
 */
@NullMarked
package dev.runnel;

import org.jspecify.annotations.NullMarked;
