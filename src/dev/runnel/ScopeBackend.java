package dev.runnel;

/** In which kind of task scope the threads of a run live; see {@link Runnel#scopeBackend()}. */
public enum ScopeBackend {
  /**
   * {@code java.util.concurrent.StructuredTaskScope}: scoped values bound around a run are seen in
   * its threads, and a JSON thread dump shows them as a tree.
   */
  STRUCTURED_TASK_SCOPE,
  /** Plain virtual threads under the same rules, without those two. */
  VIRTUAL_THREADS
}
