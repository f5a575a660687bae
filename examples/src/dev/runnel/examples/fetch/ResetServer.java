package dev.runnel.examples.fetch;

import module java.base;

/** Accepts connections on loopback and resets each as soon as its request begins. */
final class ResetServer implements Closeable {
  private final ServerSocket socket;
  private final Thread acceptor;

  ResetServer() throws IOException {
    socket = new ServerSocket(0, 0, PageServer.loopback());
    acceptor = Thread.ofVirtual().name("reset-server").start(this::accept);
  }

  int port() {
    return socket.getLocalPort();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try (Socket connection = socket.accept()) {
        connection.getInputStream().read();
        connection.setSoLinger(true, 0); // to close it is to reset it
      } catch (IOException _) {
        // this connection is gone, or the server is closed
      }
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
      acceptor.interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
