package dev.runnel.internal.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class OwnTaskScopeTest extends TaskScopeContract {
  @Override
  Backend backend() {
    return Backend.OWN;
  }

  @Test
  void scopedValuesAreNotInherited() {
    AtomicReference<String> seen = new AtomicReference<>();
    ScopedValue.where(VALUE, "outside").run(() -> {
      try (TaskScope scope = open("own")) {
        scope.fork("body", () -> seen.set(VALUE.orElse("unbound")));
      }
    });
    assertEquals("unbound", seen.get());
  }
}
