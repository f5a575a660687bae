import module dev.runnel;

/*
 * The words that this repository's Java files use most, as one compact source file. From the
 * repository's root, after a build:
 *
 *   java --module-path target/classes:SLF4J_API_JAR --add-modules dev.runnel examples/Words.java
 */
void main(String[] args) throws Exception {
  Path folder = Path.of(args.length == 0 ? "src" : args[0]);

  Map<String, Long> words =
      Runnel.fromStream(() -> Files.walk(folder))
          .filter(file -> file.toString().endsWith(".java"))
          .parEvalMapUnordered(8, Files::readString)
          .flatMapIterable(text -> List.of(text.split("\\W+")))
          .filter(word -> word.length() > 3)
          .collect(Collectors.groupingBy(word -> word, Collectors.counting()));

  words.entrySet().stream()
      .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
      .limit(5)
      .forEach(entry -> IO.println("%6d %s".formatted(entry.getValue(), entry.getKey())));
}
