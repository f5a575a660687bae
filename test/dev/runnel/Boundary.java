package dev.runnel;

import java.time.Duration;

/** What is put around a stream by the checks that must hold on both sides of a boundary alike. */
enum Boundary {
  NONE {
    @Override
    <T> Runnel<T> around(Runnel<T> stream) {
      return stream;
    }
  },
  PREFETCH {
    @Override
    <T> Runnel<T> around(Runnel<T> stream) {
      return stream.prefetch(2);
    }
  },
  PAR_EVAL_MAP {
    @Override
    <T> Runnel<T> around(Runnel<T> stream) {
      return stream.parEvalMap(2, element -> element);
    }
  },
  PAR_EVAL_MAP_UNORDERED {
    @Override
    <T> Runnel<T> around(Runnel<T> stream) {
      return stream.parEvalMapUnordered(2, element -> element);
    }
  },
  MERGE {
    @Override
    <T> Runnel<T> around(Runnel<T> stream) {
      return stream.merge(Runnel.empty());
    }
  },
  PAR_JOIN {
    @Override
    <T> Runnel<T> around(Runnel<T> stream) {
      return Runnel.parJoin(2, Runnel.of(stream));
    }
  },
  TIMEOUT {
    @Override
    <T> Runnel<T> around(Runnel<T> stream) {
      return stream.timeout(Duration.ofMinutes(1));
    }
  };

  abstract <T> Runnel<T> around(Runnel<T> stream);
}
