package dev.runnel;

/**
 * Takes elements one at a time and tells whether it wants more; see {@link Cursor#forEachWhile}.
 *
 * @param <T> the type of the elements
 */
@FunctionalInterface
public interface Step<T> {

  /**
   * Takes one element.
   *
   * @param element the element, never {@code null}
   * @return {@code true} to go on, {@code false} to stop after this element
   * @throws Exception to fail the run
   */
  boolean accept(T element) throws Exception;
}
