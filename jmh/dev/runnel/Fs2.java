package dev.runnel;

import cats.effect.IO;
import cats.effect.kernel.Async;
import cats.effect.unsafe.IORuntime;
import fs2.Compiler;
import fs2.Compiler$;
import fs2.Stream;
import fs2.Stream$;

/**
 * The rows of fs2's own benchmark, as its {@code ParEvalMapBenchmark} has them: a no-op effect for
 * each element of a source in chunks. Written without types where Scala's have no counterpart here.
 */
@SuppressWarnings({"unchecked", "rawtypes"})
final class Fs2 {
  private static final IORuntime RUNTIME = IORuntime.global();
  private static final Async ASYNC = IO.asyncForIO();
  private static final Compiler COMPILER =
      Compiler$.MODULE$.target(Compiler.Target$.MODULE$.forConcurrent(ASYNC));
  private static final Integer ELEMENT = 1;

  private Fs2() {}

  static long parEvalMapUnordered(int size, int chunkSize, int parallelism) {
    return run(size, source(size, chunkSize)
        .parEvalMapUnordered(parallelism, Fs2::effect, ASYNC));
  }

  static long parEvalMap(int size, int chunkSize, int parallelism) {
    return run(size, source(size, chunkSize).parEvalMap(parallelism, Fs2::effect, ASYNC));
  }

  static long evalMap(int size, int chunkSize) {
    return run(size, source(size, chunkSize).evalMap(Fs2::effect));
  }

  private static Stream source(int size, int chunkSize) {
    return Stream$.MODULE$.constant(ELEMENT, chunkSize).take(size);
  }

  private static Object effect(Object element) {
    return IO.delay(() -> element);
  }

  private static long run(int size, Stream stream) {
    IO counting = (IO) stream.compile(COMPILER).fold(0L, (sum, i) -> (Long) sum + (Integer) i);
    long count = (Long) counting.unsafeRunSync(RUNTIME);
    if (count != size) {
      throw new AssertionError("elements were lost or doubled: " + count);
    }
    return count;
  }
}
