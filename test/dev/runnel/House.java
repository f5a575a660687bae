package dev.runnel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The project as {@link HouseRulesTest} reads it: its class files and its sources. */
final class House {
  static final Path CLASSES = Path.of("target", "classes");
  private static final Pattern OWN_TYPE = Pattern.compile("dev/runnel/(?:[a-z]+/)*(?=[A-Z])");

  private House() {}

  /** A method or a field that a class file names: {@code java/lang/Thread.start}. */
  record Member(String owner, String name) {
    @Override
    public String toString() {
      return owner + "." + name;
    }
  }

  /** A compiled class of the library. */
  record Compiled(ClassModel model) {

    /** The name with slashes and dollars. */
    String name() {
      return model.thisClass().asInternalName();
    }

    String room() {
      return name().substring(0, name().lastIndexOf('/'));
    }

    /** The name of the top-level class, without its package. */
    String topLevel() {
      return name().substring(room().length() + 1).replaceFirst("\\$.*", "");
    }

    /** The rooms that this class names, in code, in descriptors or in signatures. */
    List<String> rooms() {
      return pool().filter(Utf8Entry.class::isInstance)
          .map(entry -> ((Utf8Entry) entry).stringValue())
          .flatMap(text -> OWN_TYPE.matcher(text).results())
          .map(match -> match.group().substring(0, match.group().length() - 1))
          .distinct()
          .toList();
    }

    List<String> types() {
      return pool().filter(ClassEntry.class::isInstance)
          .map(entry -> ((ClassEntry) entry).asInternalName())
          .toList();
    }

    List<Member> members() {
      return pool().filter(MemberRefEntry.class::isInstance)
          .map(entry -> (MemberRefEntry) entry)
          .map(entry -> new Member(entry.owner().asInternalName(), entry.name().stringValue()))
          .toList();
    }

    boolean hasVarHandle() {
      return model.fields()
          .stream()
          .anyMatch(field -> field.fieldType().stringValue().contains("VarHandle"));
    }

    private Stream<PoolEntry> pool() {
      return StreamSupport.stream(model.constantPool().spliterator(), false);
    }

    @Override
    public String toString() {
      return name();
    }
  }

  /** All classes of the library; {@code module-info} and {@code package-info} left out. */
  static List<Compiled> classes() {
    return files(CLASSES, ".class").filter(file -> !file.endsWith("module-info.class"))
        .filter(file -> !file.endsWith("package-info.class"))
        .map(file -> new Compiled(parse(file)))
        .toList();
  }

  static ClassModel parse(Path file) {
    try {
      return ClassFile.of().parse(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files below a folder whose names end so; none if there is no such folder. */
  static Stream<Path> files(Path folder, String ending) {
    if (!Files.isDirectory(folder)) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The source files below all source folders. */
  static Stream<Path> sources() {
    return Stream.of("src", "test", "jmh", "jcstress", "examples")
        .flatMap(folder -> files(Path.of(folder), ".java"));
  }

  static List<String> lines(Path file) {
    return text(file).lines().toList();
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
