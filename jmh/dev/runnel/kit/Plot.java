package dev.runnel.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A drawing of bars by rows: how fast each contender is, beside the fastest of its row. It follows
 * the colours that the reader prefers, light or dark.
 */
final class Plot {
  private static final int WIDTH = 860;
  private static final int LEFT = 230;
  private static final int LONGEST = 430;
  private static final int LINE = 18;

  private static final String STYLE = """
      <style>
      text { font: 12px system-ui, sans-serif; fill: #1f2328 }
      .row { font-weight: bold }
      .name { text-anchor: end }
      .own { fill: #0a7d4b }
      .other { fill: #8c959f }
      .beside { fill: none; stroke: #8c959f; stroke-dasharray: 3 2 }
      @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3 }
        .own { fill: #3fb983 }
        .other { fill: #6e7681 }
        .beside { stroke: #6e7681 }
      }
      </style>
      """;

  private record Bar(String name, double value, String label, String kind) {}

  private record Row(String title, List<Bar> bars) {}

  private final List<Row> rows = new ArrayList<>();

  /** Begins a row. */
  void row(String title) {
    rows.add(new Row(title, new ArrayList<>()));
  }

  /** Adds a bar to the last row: the less the value, the longer. */
  void bar(String name, double value, String label, boolean own, boolean beside) {
    String kind = own ? "own" : beside ? "beside" : "other";
    rows.getLast().bars.add(new Bar(name, value, label, kind));
  }

  /** Returns it as SVG. */
  String written() {
    StringBuilder body = new StringBuilder();
    int y = 0;
    for (Row row : rows) {
      y += LINE;
      body.append(String.format("<text class=\"row\" x=\"4\" y=\"%d\">%s</text>%n",
          y, escaped(row.title)));
      double least = row.bars.stream().mapToDouble(Bar::value).min().orElse(0);
      for (Bar bar : row.bars) {
        y += LINE;
        double length = bar.value > 0 ? Math.max(1, LONGEST * least / bar.value) : LONGEST;
        body.append(String.format(Locale.ROOT, """
            <text class="name" x="%d" y="%d">%s</text>
            <rect class="%s" x="%d" y="%d" width="%.1f" height="12"/>
            <text x="%.1f" y="%d">%s</text>
            """, LEFT - 8, y, escaped(bar.name), bar.kind, LEFT, y - 10, length,
            LEFT + length + 6, y, escaped(bar.label)));
      }
      y += LINE / 2;
    }
    return String.format("""
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">
        %s%s</svg>
        """, WIDTH, y + LINE, WIDTH, y + LINE, STYLE, body);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
