package dev.runnel;

import java.io.IOException;

/** Tells what a marker says of where a stage was built; run in a VM of its own. */
final class BuildSiteProbe {
  private BuildSiteProbe() {}

  public static void main(String[] args) throws Exception {
    Runnel<Integer> stream = built();
    try {
      stream.drain();
    } catch (RunnelException e) {
      Throwable marker = e.getCause().getSuppressed()[0];
      System.out.println(marker.getCause().getMessage());
      for (StackTraceElement frame : marker.getCause().getStackTrace()) {
        System.out.println("by " + frame.getClassName() + "." + frame.getMethodName());
      }
    }
  }

  private static Runnel<Integer> built() {
    return Runnel.of(1).parEvalMap(2, StageOptions.defaults().withName("here"), i -> {
      throw new IOException("inside");
    });
  }
}
