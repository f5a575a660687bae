package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.House.Compiled;
import dev.runnel.House.Member;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The rules of the house, read from the class files and the sources. A failure lists each place
 * that breaks the rule. After a wanted change of the public API, {@code mvn -Pfast test
 * -Dtest=HouseRulesTest -Dapi.update} writes {@code docs/api.txt} anew.
 */
class HouseRulesTest {
  private static final String ROOT = "dev/runnel";
  private static final String CHANNEL = "dev/runnel/channel";
  private static final String STAGE = "dev/runnel/internal/stage";
  private static final String SCOPE = "dev/runnel/internal/scope";
  private static final String RING = "dev/runnel/internal/ring";
  private static final String PARK = "dev/runnel/internal/park";

  private static final Map<String, Set<String>> ARROWS = Map.of(
      ROOT, Set.of(STAGE, CHANNEL, SCOPE, PARK),
      STAGE, Set.of(RING, PARK, SCOPE),
      CHANNEL, Set.of(RING, PARK),
      SCOPE, Set.of(PARK),
      RING, Set.of(),
      PARK, Set.of());

  private static final Path API = Path.of("docs", "api.txt");

  @Test
  void roomsDependOnlyAlongTheArrows() {
    assertNone(House.classes()
        .stream()
        .flatMap(type -> type.rooms()
            .stream()
            .filter(room -> !room.equals(type.room()))
            .filter(room -> !ARROWS.getOrDefault(type.room(), Set.of()).contains(room))
            .map(room -> type + " depends on " + room)));
  }

  @Test
  void threadsStartOnlyInScope() {
    assertNone(usersOf(HouseRulesTest::startsThread, type -> type.room().equals(SCOPE)));
  }

  private static boolean startsThread(Member member) {
    return switch (member.owner()) {
      case "java/lang/Thread" ->
          Set.of("start", "startVirtualThread", "ofVirtual", "ofPlatform", "<init>")
              .contains(member.name());
      case "java/util/concurrent/Executors", "java/util/concurrent/ThreadFactory" -> true;
      case "java/util/concurrent/CompletableFuture" -> member.name().endsWith("Async");
      case "java/util/Timer", "java/util/concurrent/ThreadPoolExecutor",
          "java/util/concurrent/ForkJoinPool" ->
          member.name().equals("<init>");
      default -> member.owner().startsWith("java/lang/Thread$Builder")
          || member.owner().startsWith("java/util/concurrent/StructuredTaskScope");
    };
  }

  @Test
  void threadsWaitOnlyInPark() {
    assertNone(usersOf(HouseRulesTest::waits, type -> type.room().equals(PARK)));
  }

  @Test
  void locksAreTakenOnlyInChannels() {
    assertNone(usersOf(
        member -> member.owner().equals("java/util/concurrent/locks/ReentrantLock"),
        type -> type.room().equals(CHANNEL)
            && Set.of("LockedChannel", "FanInChannel", "Select").contains(type.topLevel())));
  }

  /** Calls that wait, and those that read or send an interrupt. */
  private static boolean waits(Member member) {
    String owner = member.owner();
    String name = member.name();
    return switch (owner) {
      case "java/util/concurrent/locks/LockSupport" -> true;
      case "java/lang/Thread" -> Set.of(
          "sleep",
          "join",
          "interrupt",
          "interrupted",
          "isInterrupted",
          "yield",
          "onSpinWait").contains(name);
      case "java/util/concurrent/locks/ReentrantLock" ->
          !Set.of("<init>", "lock", "unlock", "hasQueuedThreads")
              .contains(name); // for a few steps; see above
      case "java/lang/Object" -> Set.of("wait", "notify", "notifyAll").contains(name);
      default -> owner.startsWith("java/util/concurrent/")
          && Set.of(
              "await",
              "acquire",
              "tryAcquire",
              "acquireUninterruptibly",
              "lock",
              "lockInterruptibly",
              "take",
              "put",
              "get",
              "join",
              "exchange",
              "transfer").contains(name)
          && !owner.contains("Map")
          && !owner.contains("Atomic")
          && !owner.contains("/atomic/");
    };
  }

  @Test
  void operatorsNeedOnlySequentialReasoning() {
    assertNone(operatorsRoom().flatMap(type -> type.types()
        .stream()
        .filter(HouseRulesTest::concurrent)
        .map(used -> type + " uses " + used)));
    assertNone(operatorsRoom().filter(HouseRulesTest::locks).map(type -> type + " uses a monitor"));
  }

  private static Stream<Compiled> operatorsRoom() {
    return House.classes().stream().filter(type -> type.room().equals(ROOT));
  }

  private static boolean concurrent(String type) {
    return type.equals("java/lang/invoke/VarHandle")
        || type.equals("java/lang/Thread")
        || type.startsWith("java/util/concurrent/locks/")
        || type.startsWith("java/util/concurrent/atomic/");
  }

  private static boolean locks(Compiled type) {
    return type.model()
        .methods()
        .stream()
        .anyMatch(method -> method.flags().has(AccessFlag.SYNCHRONIZED)
            || method.code().stream().flatMap(code -> code.elementStream())
                .anyMatch(MonitorInstruction.class::isInstance));
  }

  @Test
  void noClassCarriesAPreviewStamp() {
    assertNone(House.files(House.CLASSES, ".class")
        .filter(file -> House.parse(file).minorVersion() != 0
            || House.parse(file).majorVersion() != ClassFile.JAVA_25_VERSION)
        .map(file -> file + " is not a plain class file of 25"));
  }

  @Test
  void moduleExportsThePublicRoomsAndRequiresLittle() throws IOException {
    ModuleDescriptor module;
    try (var bytes = Files.newInputStream(House.CLASSES.resolve("module-info.class"))) {
      module = ModuleDescriptor.read(bytes);
    }
    assertEquals(Set.of("dev.runnel", "dev.runnel.channel"),
        module.exports().stream().map(Object::toString).collect(Collectors.toSet()));
    assertEquals(
        Set.of("java.base", "org.slf4j", "org.jspecify"),
        module.requires().stream().map(ModuleDescriptor.Requires::name)
            .collect(Collectors.toSet()));
    assertNone(module.requires()
        .stream()
        .filter(requires -> requires.name().equals("org.jspecify"))
        .filter(requires -> !requires.modifiers()
            .equals(Set.of(ModuleDescriptor.Requires.Modifier.STATIC)))
        .map(requires -> requires + " must be static only"));
  }

  @Test
  void noStaticSourceHasTheNameOfAnOperator() {
    Set<String> instance = namesOfMethods(false);
    assertNone(namesOfMethods(true).stream().filter(instance::contains));
  }

  private static Set<String> namesOfMethods(boolean isStatic) {
    return Stream.of(Runnel.class.getMethods())
        .filter(method -> Modifier.isStatic(method.getModifiers()) == isStatic)
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void noExportedTypeHasTheSimpleNameOfOneOfTheJdk() throws IOException {
    Set<String> known = exportedBySimpleName("java.base");
    assertTrue(known.contains("String"), "read " + known.size() + " names of java.base");
    assertNone(PublicApi.types()
        .stream()
        .filter(type -> type.getDeclaringClass() == null)
        .map(Class::getSimpleName)
        .filter(name -> known.contains(name) && !name.equals("Channel")));
  }

  private static Set<String> exportedBySimpleName(String name) throws IOException {
    var module = ModuleFinder.ofSystem().find(name).orElseThrow();
    Set<String> rooms = module.descriptor()
        .exports()
        .stream()
        .filter(exports -> !exports.isQualified())
        .map(exports -> exports.source().replace('.', '/'))
        .collect(Collectors.toSet());
    try (ModuleReader reader = module.open(); Stream<String> files = reader.list()) {
      return files
          .filter(file -> file.endsWith(".class") && file.contains("/") && !file.contains("$"))
          .filter(file -> rooms.contains(file.substring(0, file.lastIndexOf('/'))))
          .filter(file -> isPublic(reader, file))
          .map(file -> file.substring(file.lastIndexOf('/') + 1, file.length() - ".class".length()))
          .collect(Collectors.toSet());
    }
  }

  private static boolean isPublic(ModuleReader reader, String file) {
    try (var bytes = reader.open(file).orElseThrow()) {
      AccessFlags flags = ClassFile.of().parse(bytes.readAllBytes()).flags();
      return flags.has(AccessFlag.PUBLIC);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyOperatorHasItsTest() {
    assertNone(operators().filter(name -> !Files.exists(testOf(name)))
        .map(name -> name + " has no " + testOf(name)));
  }

  private static Path testOf(String operator) {
    String name = Character.toUpperCase(operator.charAt(0)) + operator.substring(1) + "Test.java";
    return Path.of("test", "dev", "runnel", name);
  }

  /** The names of the public operators: instance methods of the families, and static sources. */
  private static Stream<String> operators() {
    return Stream.of(Runnel.class.getMethods())
        .filter(method -> method.getDeclaringClass() != Object.class)
        .filter(method -> method.getReturnType() != ScopeBackend.class)
        .map(Method::getName)
        .distinct()
        .sorted();
  }

  @Test
  void everyClassWithAVarHandleIsStressed() {
    assertNone(House.classes()
        .stream()
        .filter(Compiled::hasVarHandle)
        .filter(type -> {
          Path stress = Path.of("jcstress", type.room(), type.topLevel() + "Stress.java");
          return !Files.exists(stress)
              || !Pattern.compile("\\b" + type.topLevel() + "\\b").matcher(House.text(stress))
                  .find();
        })
        .map(type -> type + " has a VarHandle and no " + type.topLevel()
            + "Stress of the shipped class"));
  }

  @Test
  void publicApiIsTheCommittedOne() throws IOException {
    String actual = PublicApi.text();
    if (System.getProperty("api.update") != null) {
      Files.createDirectories(API.getParent());
      Files.writeString(API, actual);
    }
    String committed = Files.exists(API) ? Files.readString(API) : "";
    assertNone(Stream.concat(
        difference("gone:  ", committed, actual),
        difference("added: ", actual, committed)));
    assertEquals(committed, actual, API + " is out of order; see " + getClass().getSimpleName());
  }

  /** The lines of one text that the other lacks, each told with the type it belongs to. */
  private static Stream<String> difference(String label, String text, String other) {
    Set<String> known = Set.copyOf(withTypes(other));
    return withTypes(text).stream().filter(line -> !known.contains(line)).map(label::concat);
  }

  private static List<String> withTypes(String text) {
    var lines = new ArrayList<String>();
    String type = "";
    for (String line : text.split("\n")) {
      if (!line.startsWith(" ")) {
        type = line.replaceFirst("[<( ]*:.*", "");
      }
      if (!line.isEmpty()) {
        lines.add(line.startsWith(" ") ? type + " { " + line.strip() + " }" : line);
      }
    }
    return new ArrayList<>(new LinkedHashSet<>(lines));
  }

  @Test
  void sourceFilesAreShortAndNarrow() {
    assertNone(House.sources()
        .filter(file -> House.lines(file).size() > 600)
        .map(file -> file + " has " + House.lines(file).size() + " lines, more than 600"));
    Predicate<String> wide = line -> line.codePointCount(0, line.length()) > 100;
    Pattern literal = Pattern.compile("\\s*(?:\\+ )?\".*"); // not broken only for its length
    assertNone(
        linesWith(wide.and(line -> !literal.matcher(line).matches()), House.sources()));
  }

  @Test
  void nothingIsLeftForLater() {
    Pattern later = Pattern.compile("\\b(?:TO" + "DO|FIX" + "ME|XX" + "X)\\b|@Dis" + "abled");
    assertNone(linesWith(line -> later.matcher(line).find(), House.sources()));
  }

  @Test
  void testsDoNotSleep() {
    Pattern sleep = Pattern.compile("Thread\\.sl" + "eep\\(|TimeUnit\\.\\w+\\.sl" + "eep\\(");
    assertNone(
        linesWith(line -> sleep.matcher(line).find(), House.files(Path.of("test"), ".java")));
  }

  private static Stream<String> linesWith(Predicate<String> rule, Stream<Path> files) {
    return files.flatMap(file -> {
      List<String> lines = House.lines(file);
      return IntStream.range(0, lines.size())
          .filter(i -> rule.test(lines.get(i)))
          .mapToObj(i -> file + ":" + (i + 1) + ": " + lines.get(i).strip());
    });
  }

  private static Stream<String> usersOf(Predicate<Member> rule, Predicate<Compiled> allowed) {
    return House.classes()
        .stream()
        .filter(type -> !allowed.test(type))
        .flatMap(
            type -> type.members().stream().filter(rule).map(member -> type + " calls " + member));
  }

  private static void assertNone(Stream<String> violations) {
    assertEquals("", violations.distinct().sorted().collect(Collectors.joining("\n")));
  }
}
