package dev.runnel.examples.fetch;

import module java.base;

/** The server answered, with a status other than success. */
final class StatusException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int status;

  StatusException(int status) {
    super("status " + status);
    this.status = status;
  }

  int status() {
    return status;
  }
}
