package dev.runnel.kit;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A VM of its own, for what depends on a VM's options or may bring one down. */
public final class ChildVm {
  private ChildVm() {}

  /**
   * Runs a main class, compiled by the quick compiler only, and waits for its end.
   *
   * @param main what to run
   * @param options of the VM
   * @param needed classes of each folder or jar that it needs beside its own
   * @return the lines it wrote
   */
  public static List<String> run(Class<?> main, List<String> options, Class<?>... needed)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1"));
    command.addAll(options);
    command.add("-cp");
    command.add(
        Stream.concat(Stream.of(main), Stream.of(needed))
            .map(ChildVm::origin)
            .collect(Collectors.joining(File.pathSeparator)));
    command.add(main.getName());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var out = process.inputReader()) {
      return out.lines().toList();
    } finally {
      process.waitFor();
    }
  }

  /** The folder or jar that a class comes from, also where a module is patched. */
  private static String origin(Class<?> type) {
    String resource = "/" + type.getName().replace('.', '/') + ".class";
    String url = type.getResource(resource).toString();
    String root = url.substring(0, url.length() - resource.length());
    String file = root.startsWith("jar:") ? root.substring(4, root.length() - 1) : root;
    return Path.of(URI.create(file)).toString();
  }
}
