package dev.runnel.internal.scope;

/** Says which backend its VM chooses; run by {@link BackendTest} in VMs of its own. */
final class BackendProbe {
  private BackendProbe() {}

  public static void main(String[] args) {
    try {
      System.out.println(Backend.current() + " " + Backend.current());
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
  }
}
