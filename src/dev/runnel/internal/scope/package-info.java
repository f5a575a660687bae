/** Where threads start, and where they are awaited: task scopes and the coordinator. */
@NullMarked
package dev.runnel.internal.scope;

import org.jspecify.annotations.NullMarked;
