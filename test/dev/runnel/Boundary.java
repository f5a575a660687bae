package dev.runnel;

/** What is put around a stream by the checks that must hold on both sides of a boundary alike. */
enum Boundary {
  NONE {
    @Override
    <T> Runnel<T> around(Runnel<T> stream) {
      return stream;
    }
  };

  abstract <T> Runnel<T> around(Runnel<T> stream);
}
