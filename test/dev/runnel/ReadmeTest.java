package dev.runnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The code in the README is code that is compiled and run: each block of Java is preceded by a
 * comment that names a file and a region in it, and has the same text.
 */
class ReadmeTest {
  private static final Pattern BLOCK =
      Pattern.compile("(?:<!-- region: (\\S+)#(\\S+) -->\n)?```java\n(.*?)```\n",
          Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#)([^)#]+)(?:#[^)]*)?\\)");

  private record Block(String file, String region, String text) {}

  private static String read(String file) throws IOException {
    return Files.readString(Path.of(file));
  }

  private static List<Block> blocks() throws IOException {
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(read("README.md"));
    while (matcher.find()) {
      assertTrue(matcher.group(1) != null, "no region named for the block\n" + matcher.group(3));
      blocks.add(new Block(matcher.group(1), matcher.group(2), matcher.group(3)));
    }
    return blocks;
  }

  /** The text between the marks, moved to the left. */
  private static String region(Block block) throws IOException {
    String start = "// @start region=" + block.region() + "\n";
    String text = read(block.file());
    assertTrue(text.contains(start), "no region " + block.region() + " in " + block.file());
    int from = text.indexOf(start) + start.length();
    String region = text.substring(from, text.indexOf("// @end", from));
    return region.stripTrailing().stripIndent() + "\n";
  }

  @TestFactory
  List<DynamicTest> blocksAreRegionsOfFilesThatAreCompiled() throws IOException {
    List<DynamicTest> tests = blocks().stream()
        .map(block -> DynamicTest.dynamicTest(
            block.file() + "#" + block.region(),
            () -> assertEquals(region(block), block.text())))
        .collect(Collectors.toList());
    assertTrue(tests.size() >= 5, "only " + tests.size() + " blocks found");
    return tests;
  }

  @Test
  void linksLeadToFiles() throws IOException {
    for (String page : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md")) {
      Matcher links = LINK.matcher(read(page));
      while (links.find()) {
        assertTrue(Files.exists(Path.of(links.group(1))), page + " links to " + links.group(1));
      }
    }
  }
}
