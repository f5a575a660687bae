package dev.runnel;

/** The static sources of {@link Runnel}. */
abstract sealed class Sources permits Runnel {}
