package dev.runnel.kit;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonArray;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes JMH's results into a page. A table stands between {@code <!-- table NameBenchmark -->} and
 * {@code <!-- end -->}, what the machine is between {@code <!-- machine -->} and that; the tables
 * of benchmarks that are in no result, and the text around, are kept. In the comment of a table,
 * {@code of=a} names the contender that is compared with the others, if it is not {@code runnel},
 * and {@code beside=b,c} those that are shown and are no rivals of it; nor are those whose names
 * begin with its own, the first of which is compared in a row without it. Above each table is a
 * plot of it, or of the rows that {@code plot=r,s} names; {@code summary=r,s} names the rows
 * that the summary between {@code <!-- summary -->} and {@code <!-- end -->} of another page shows.
 * Those two leave out what ran on a platform thread beside a virtual one.
 *
 * <p>A file of results is one run, or a list of runs as {@code jmh/guard} writes it. Ratios are
 * those of one run; of several runs each figure is the median.
 */
final class Report {
  private static final Pattern TABLE =
      Pattern.compile("(<!-- table (\\w+)(.*?) -->\n).*?(<!-- end -->)", Pattern.DOTALL);

  private static final Pattern MACHINE =
      Pattern.compile("(<!-- machine -->\n).*?(<!-- end -->)", Pattern.DOTALL);

  private static final Pattern SUMMARY =
      Pattern.compile("(<!-- summary -->\n)(.*?)(<!-- end -->)", Pattern.DOTALL);

  /** By class. */
  private final Map<String, Table> tables = new TreeMap<>();

  /** The folder of the plots, beside the page. */
  private static final String PLOTS = "benchmarks";

  private int runs;

  private Report() {}

  /** Takes the page, the page with the summary, then the results. */
  public static void main(String[] args) throws IOException {
    Report report = new Report();
    for (int i = 2; i < args.length; i++) {
      JsonArray results = Json.parse(Files.readString(Path.of(args[i]))).asArray();
      if (!results.isEmpty() && results.get(0).isArray()) {
        results.forEach(run -> report.addRun(run.asArray()));
      } else {
        report.addRun(results);
      }
    }
    Path page = Path.of(args[0]);
    String before = Files.exists(page) ? Files.readString(page) : "# Benchmarks\n";
    String after = report.written(before);
    Files.writeString(page, after);
    Path folder = page.resolveSibling(PLOTS);
    Files.createDirectories(folder);
    for (Map.Entry<String, Table> table : report.tables.entrySet()) {
      String plot = table.getValue().plot(optionsOf(table.getKey(), after));
      Files.writeString(folder.resolve(table.getKey() + ".svg"), plot);
    }
    Path summary = Path.of(args[1]);
    if (Files.exists(summary)) {
      Files.writeString(summary, report.summed(Files.readString(summary), after));
    }
  }

  private static Options optionsOf(String benchmark, String page) {
    return TABLE.matcher(page).results()
        .filter(match -> match.group(2).equals(benchmark))
        .map(match -> Options.of(match.group(3)))
        .findFirst().orElseThrow();
  }

  /** Rows that were not measured keep their lines. */
  private String summed(String page, String tablesPage) {
    Matcher at = SUMMARY.matcher(page);
    if (!at.find()) {
      return page;
    }
    Map<String, String> lines = new LinkedHashMap<>();
    at.group(2).lines()
        .filter(line -> line.startsWith("| `"))
        .forEach(line -> lines.put(line.substring(0, line.indexOf('|', 2)), line));
    tables.forEach(
        (benchmark, table) -> table.summary(optionsOf(benchmark, tablesPage))
            .forEach(line -> lines.put(line.substring(0, line.indexOf('|', 2)), line)));
    String table = lines.isEmpty()
        ? ""
        : "| row | Runnel | best other | | Runnel is |\n| --- | --: | --: | --- | --: |\n"
            + String.join("\n", lines.values()) + "\n\nOn " + machine();
    return page.substring(0, at.end(1)) + table + page.substring(at.start(3));
  }

  private void addRun(JsonArray run) {
    runs++;
    for (JsonValue result : run) {
      String[] name = result.asObject().get("benchmark").asString().split("\\.");
      String[] method = name[name.length - 1].split("_");
      tables.computeIfAbsent(name[name.length - 2], _ -> new Table())
          .add(result.asObject(), method[0], method[1], runs);
    }
  }

  private String written(String page) {
    StringBuilder all = new StringBuilder(page);
    for (String benchmark : tables.keySet()) {
      if (!Pattern.compile("<!-- table " + benchmark + "\\b").matcher(page).find()) {
        all.append("\n## ").append(benchmark).append("\n\n<!-- table ").append(benchmark)
            .append(" -->\n<!-- end -->\n");
      }
    }
    String machine = MACHINE.matcher(all).replaceAll(
        match -> Matcher.quoteReplacement(match.group(1) + machine() + match.group(2)));
    return TABLE.matcher(machine).replaceAll(match -> {
      Table table = tables.get(match.group(2));
      return Matcher.quoteReplacement(
          table == null
              ? match.group()
              : match.group(1) + "\n![" + match.group(2) + "](" + PLOTS + "/" + match.group(2)
                  + ".svg)\n" + table.written(Options.of(match.group(3))) + match.group(4));
    });
  }

  private static String machine() {
    Path processors = Path.of("/proc/cpuinfo");
    String model = "";
    try (Stream<String> lines = Files.lines(processors)) {
      model = lines.filter(line -> line.startsWith("model name"))
          .map(line -> " (" + line.substring(line.indexOf(':') + 1).trim() + ")")
          .findFirst().orElse("");
    } catch (IOException e) {
      // not told by this system
    }
    return String.format(
        "%d processors%s, %s %s, %s.\n", Runtime.getRuntime().availableProcessors(), model,
        System.getProperty("os.name"), System.getProperty("os.version"),
        System.getProperty("os.arch"));
  }

  private record Options(String of, Set<String> beside, Set<String> plot, Set<String> summary) {
    static Options of(String text) {
      Map<String, String> given = Stream.of(text.trim().split("\\s+"))
          .filter(option -> option.contains("="))
          .map(option -> option.split("=", 2))
          .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
      return new Options(
          given.getOrDefault("of", "runnel"),
          names(given, "beside"), names(given, "plot"), names(given, "summary"));
    }

    private static Set<String> names(Map<String, String> given, String option) {
      return Stream.of(given.getOrDefault(option, "").split(","))
          .filter(name -> !name.isEmpty())
          .collect(Collectors.toSet());
    }

    /** The contender that is compared in a row. */
    String own(Set<String> contenders) {
      return contenders.contains(of)
          ? of
          : contenders.stream().filter(name -> name.startsWith(of)).findFirst().orElse(of);
    }
  }

  /** What is compared: a row of a benchmark with its parameters. */
  private record Key(String row, Map<String, String> parameters) {}

  /** What was measured once: seconds for each operation, or a count; less is better. */
  private record Figure(double value, double error, double bytes, boolean count) {}

  /** A benchmark class. */
  private static final class Table {
    /** By key, contender and run. */
    private final Map<Key, Map<String, Map<Integer, Figure>>> rows = new LinkedHashMap<>();

    private final Set<String> settings = new TreeSet<>();

    void add(JsonObject result, String row, String contender, int run) {
      settings.add(settings(result));
      Map<String, String> parameters = new TreeMap<>();
      if (result.get("params") != null) {
        result.get("params").asObject()
            .forEach(member -> parameters.put(member.getName(), member.getValue().asString()));
      }
      figures(result).forEach(
          (metric, figure) -> rows
              .computeIfAbsent(new Key((row + " " + metric).trim(), parameters),
                  _ -> new TreeMap<>())
              .computeIfAbsent(contender, _ -> new TreeMap<>())
              .put(run, figure));
    }

    private Map<String, Set<String>> values() {
      Map<String, Set<String>> values = new TreeMap<>();
      rows.keySet().forEach(
          key -> key.parameters.forEach(
              (name, value) -> values.computeIfAbsent(name, _ -> new TreeSet<>()).add(value)));
      return values;
    }

    /** The parameters that differ. */
    private List<String> columns() {
      Map<String, Set<String>> values = values();
      return values.keySet().stream().filter(name -> values.get(name).size() > 1).toList();
    }

    private Stream<Map.Entry<Key, Map<String, Map<Integer, Figure>>>> sorted(
        List<String> columns) {
      return rows.entrySet().stream()
          .sorted(Comparator.comparing((Map.Entry<Key, ?> e) -> e.getKey().row)
              .thenComparing(e -> columns.stream()
                  .map(column -> String.format("%20s", e.getKey().parameters.get(column)))
                  .collect(Collectors.joining())));
    }

    /** Those of the names; where the caller is a parameter, for virtual threads. */
    private Stream<Map.Entry<Key, Map<String, Map<Integer, Figure>>>> chosen(
        List<String> columns, Set<String> names) {
      return sorted(columns).filter(
          e -> names.contains(e.getKey().row)
              && !"platform".equals(e.getKey().parameters.get("caller")));
    }

    private static String title(Key key, List<String> columns) {
      return columns.stream()
          .filter(column -> key.parameters.containsKey(column) && !column.equals("caller"))
          .map(column -> ", " + column + " " + key.parameters.get(column))
          .collect(Collectors.joining("", key.row, ""));
    }

    String plot(Options options) {
      Plot plot = new Plot();
      List<String> columns = columns();
      Set<String> all = rows.keySet().stream().map(Key::row).collect(Collectors.toSet());
      chosen(columns, options.plot.isEmpty() ? all : options.plot)
          .forEach(e -> {
            Map<String, Map<Integer, Figure>> contenders = e.getValue();
            String own = options.own(contenders.keySet());
            plot.row(title(e.getKey(), columns));
            fastestFirst(contenders).forEach(name -> {
              double value = median(contenders.get(name), Figure::value);
              Figure any = contenders.get(name).values().iterator().next();
              String ratio = name.equals(own) || !contenders.containsKey(own)
                  ? ""
                  : " (" + times(ratio(contenders.get(own), contenders.get(name))) + ")";
              plot.bar(name, value, (any.count ? number(value) : time(value)) + ratio,
                  name.equals(own), options.beside.contains(name));
            });
          });
      return plot.written();
    }

    private static Stream<String> fastestFirst(
        Map<String, Map<Integer, Figure>> contenders) {
      return contenders.keySet().stream()
          .sorted(Comparator.comparing(name -> median(contenders.get(name), Figure::value)));
    }

    List<String> summary(Options options) {
      List<String> columns = columns();
      List<String> lines = new ArrayList<>();
      chosen(columns, options.summary).forEach(e -> {
        Map<String, Map<Integer, Figure>> contenders = e.getValue();
        String own = options.own(contenders.keySet());
        fastestFirst(contenders)
            .filter(name -> isRival(name, options))
            .findFirst()
            .filter(_ -> contenders.containsKey(own))
            .ifPresent(best -> lines.add(line(Stream.of(
                "`" + title(e.getKey(), columns) + "`",
                time(median(contenders.get(own), Figure::value)),
                time(median(contenders.get(best), Figure::value)), best,
                "**" + times(overBest(contenders.get(own), contenders, options)) + "**"))));
      });
      return lines;
    }

    private static boolean isRival(String name, Options options) {
      return !name.startsWith(options.of) && !options.beside.contains(name);
    }

    String written(Options options) {
      Map<String, Set<String>> values = values();
      List<String> columns = columns();
      List<String> lines = new ArrayList<>();
      lines.add(line(Stream.of(
          Stream.of("row"), columns.stream(),
          Stream.of("contender", "time", "rate", "±", "allocated", options.of + " is"))
          .flatMap(s -> s)));
      lines.add(line(IntStream.range(0, 7 + columns.size())
          .mapToObj(i -> i <= columns.size() + 1 ? "---" : "--:")));
      sorted(columns)
          .forEach(e -> addLines(lines, e.getKey(), columns, e.getValue(), options));
      String fixed = values.entrySet().stream()
          .filter(e -> e.getValue().size() == 1)
          .map(e -> e.getKey() + " " + String.join("", e.getValue()))
          .collect(Collectors.joining(", "));
      long times = rows.values().stream()
          .flatMap(contenders -> contenders.values().stream())
          .mapToInt(Map::size).max().orElse(0);
      return "\n" + String.join("\n", lines) + "\n\n"
          + (times > 1 ? "Medians of " + times + " runs. " : "")
          + (fixed.isEmpty() ? "" : "With " + fixed + ". ") + String.join(" ", settings) + "\n";
    }

    private static void addLines(
        List<String> lines, Key key, List<String> columns,
        Map<String, Map<Integer, Figure>> contenders, Options options) {
      String compared = options.own(contenders.keySet());
      Map<Integer, Figure> own = contenders.getOrDefault(compared, Map.of());
      contenders.entrySet().stream()
          .sorted(Comparator
              .comparing((Map.Entry<String, ?> e) -> !e.getKey().equals(compared))
              .thenComparing(e -> median(contenders.get(e.getKey()), Figure::value)))
          .forEach(e -> {
            Map<Integer, Figure> figures = e.getValue();
            Figure any = figures.values().iterator().next();
            double value = median(figures, Figure::value);
            String ratio = e.getKey().equals(compared)
                ? "**" + times(overBest(own, contenders, options)) + " the best other**"
                : times(ratio(own, figures));
            lines.add(line(Stream.of(
                Stream.of("`" + key.row + "`"),
                columns.stream().map(column -> key.parameters.getOrDefault(column, "")),
                Stream.of(
                    e.getKey(),
                    any.count ? number(value) : time(value),
                    any.count ? "" : rate(1 / value),
                    error(median(figures, Figure::error) / value),
                    bytes(median(figures, Figure::bytes)),
                    ratio.contains("NaN") || ratio.contains("Inf") ? "" : ratio))
                .flatMap(s -> s)));
          });
    }

    /** How many times as fast as the fastest rival of each run, in the median. */
    private static double overBest(
        Map<Integer, Figure> own, Map<String, Map<Integer, Figure>> contenders, Options options) {
      return contenders.keySet().stream()
          .filter(name -> isRival(name, options))
          .mapToDouble(name -> ratio(own, contenders.get(name)))
          .min().orElse(Double.NaN);
    }

    private static double ratio(Map<Integer, Figure> own, Map<Integer, Figure> other) {
      return median(own.keySet().stream()
          .filter(other::containsKey)
          .mapToDouble(run -> other.get(run).value / own.get(run).value)
          .toArray());
    }
  }

  // What JMH writes.

  /** By metric: percentiles of samples, counters if there are any, else the figure itself as "". */
  private static Map<String, Figure> figures(JsonObject result) {
    JsonObject primary = result.get("primaryMetric").asObject();
    JsonObject secondary = result.get("secondaryMetrics").asObject();
    JsonValue allocated = secondary.get("gc.alloc.rate.norm");
    double bytes = allocated == null ? Double.NaN : score(allocated.asObject(), "score");
    String unit = primary.get("scoreUnit").asString();
    Map<String, Figure> figures = new LinkedHashMap<>();
    if (result.get("mode").asString().equals("sample")) {
      JsonObject percentiles = primary.get("scorePercentiles").asObject();
      for (String percentile : List.of("50.0", "99.0")) {
        double value = seconds(score(percentiles, percentile), unit);
        figures.put("p" + percentile.replace(".0", ""),
            new Figure(value, Double.NaN, bytes, false));
      }
      return figures;
    }
    secondary.forEach(member -> {
      if (!member.getName().contains(".")) {
        double count = score(member.getValue().asObject(), "score");
        figures.put(member.getName(), new Figure(count, Double.NaN, Double.NaN, true));
      }
    });
    if (figures.isEmpty()) {
      double[] iterations = Stream.of(primary.get("rawData").asArray().values())
          .flatMap(List::stream)
          .flatMap(fork -> fork.asArray().values().stream())
          .mapToDouble(JsonValue::asDouble)
          .toArray();
      double value = seconds(median(iterations), unit);
      double error = score(primary, "scoreError") / score(primary, "score") * value;
      figures.put("", new Figure(value, error, bytes, false));
    }
    return figures;
  }

  private static String settings(JsonObject result) {
    String arguments = result.get("jvmArgs").asArray().values().stream()
        .map(JsonValue::asString)
        .collect(Collectors.joining(" "));
    return String.format(
        "JDK %s, %s; %d fork(s) of %d × %s after %d × %s.",
        result.get("vmVersion").asString(),
        arguments.isEmpty() ? "no options" : "`" + arguments + "`",
        result.get("forks").asInt(), result.get("measurementIterations").asInt(),
        result.get("measurementTime").asString(), result.get("warmupIterations").asInt(),
        result.get("warmupTime").asString());
  }

  /** A number, or the text that JMH writes for one that is none. */
  private static double score(JsonObject metric, String name) {
    JsonValue value = metric.get(name);
    return value.isNumber() ? value.asDouble() : Double.NaN;
  }

  private static double seconds(double score, String unit) {
    boolean rate = unit.startsWith("ops/");
    double scale = switch (unit.replace("ops/", "").replace("/op", "")) {
      case "ns" -> 1e-9;
      case "us" -> 1e-6;
      case "ms" -> 1e-3;
      case "s" -> 1;
      default -> throw new IllegalArgumentException(unit);
    };
    return rate ? scale / score : score * scale;
  }

  private static double median(Map<Integer, Figure> runs, ToDoubleFunction<Figure> of) {
    return median(runs.values().stream().mapToDouble(of).toArray());
  }

  private static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }

  // What is written.

  private static String line(Stream<String> cells) {
    return cells.collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String time(double seconds) {
    return seconds < 1e-6 ? number(seconds * 1e9) + " ns"
        : seconds < 1e-3 ? number(seconds * 1e6) + " µs" : number(seconds * 1e3) + " ms";
  }

  private static String rate(double perSecond) {
    return perSecond > 1e6 ? number(perSecond / 1e6) + " M/s"
        : perSecond > 1e3 ? number(perSecond / 1e3) + " k/s" : number(perSecond) + " /s";
  }

  private static String error(double share) {
    return Double.isNaN(share) ? "" : number(share * 100) + " %";
  }

  private static String bytes(double bytes) {
    return Double.isNaN(bytes) ? "" : number(bytes) + " B";
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, "%.2f ×", ratio);
  }

  /** Three digits. */
  private static String number(double value) {
    int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
