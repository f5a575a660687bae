package dev.runnel.examples.fetch;

import module dev.runnel;
import module java.base;
import module java.net.http;

/** Why a URL could not be fetched. */
enum FailureKind {
  /** The server says that the request is wrong; asking again does not help. */
  CLIENT_ERROR("http 4xx", false),
  /** The server failed. */
  SERVER_ERROR("http 5xx", true),
  /** No whole answer within the time limit. */
  TIMEOUT("timeout", true),
  /** The connection ended or was reset before the whole answer had come. */
  DISCONNECTED("disconnected", true),
  /** No connection: unknown host, refused, no route. */
  UNREACHABLE("unreachable", true),
  /** Anything else. */
  OTHER("other", false);

  private final String text;
  private final boolean retryable;

  FailureKind(String text, boolean retryable) {
    this.text = text;
    this.retryable = retryable;
  }

  /** The kind as it is written in the output. */
  String text() {
    return text;
  }

  /** Whether another attempt may succeed. */
  boolean retryable() {
    return retryable;
  }

  static FailureKind of(Throwable failure) {
    return switch (failure) {
      case StatusException e when e.status() == 429 -> SERVER_ERROR;
      case StatusException e -> e.status() >= 500 ? SERVER_ERROR : CLIENT_ERROR;
      case RunnelTimeoutException _,HttpTimeoutException _ -> TIMEOUT;
      case ConnectException _,UnknownHostException _ -> UNREACHABLE;
      case javax.net.ssl.SSLException _ -> OTHER;
      case IOException _ -> DISCONNECTED;
      default -> OTHER;
    };
  }
}
