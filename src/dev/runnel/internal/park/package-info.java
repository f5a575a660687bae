/**
 * Where threads wait, where interrupts are sent and read, and where the time comes from. Depends on
 * nothing; every other room waits here.
 */
@NullMarked
package dev.runnel.internal.park;

import org.jspecify.annotations.NullMarked;
