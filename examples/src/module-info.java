/** Programs that use Runnel as any user does. */
module dev.runnel.examples {
  requires dev.runnel;
  requires java.net.http;
  requires jdk.httpserver;
}
