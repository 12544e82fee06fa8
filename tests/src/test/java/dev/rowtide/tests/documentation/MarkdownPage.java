// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A page of the manual, of which only the code blocks count.
 *
 * @param path where it is, from the repository's root
 * @param blocks its code blocks, in order
 */
record MarkdownPage(Path path, List<Block> blocks) {

    /**
     * A code block, fenced or indented.
     *
     * @param line where it starts, from 1
     * @param info what stands behind the opening fence; empty for an indented block
     * @param lines its lines
     */
    record Block(int line, String info, List<String> lines) {
        String text() {
            return String.join("\n", lines);
        }

        @Override
        public String toString() {
            return "line " + line;
        }
    }

    static MarkdownPage read(Path path) throws IOException {
        List<Block> blocks = new ArrayList<>();
        List<String> lines = Files.readAllLines(path);
        boolean paragraph = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            int start = i + 1;
            List<String> code = new ArrayList<>();
            if (line.startsWith("```")) {
                for (i++; i < lines.size() && !lines.get(i).startsWith("```"); i++) {
                    code.add(lines.get(i));
                }
                blocks.add(new Block(start, line.substring(3).strip(), code));
            } else if (line.startsWith("    ") && !paragraph) {
                for (; i < lines.size() && lines.get(i).startsWith("    "); i++) {
                    code.add(lines.get(i).substring(4));
                }
                i--;
                blocks.add(new Block(start, "", code));
            }
            paragraph = code.isEmpty() && !line.isBlank();
        }
        return new MarkdownPage(path, blocks);
    }

    /** The manual: the README and all pages in {@code docs}, decisions excepted. */
    static List<MarkdownPage> manual() throws IOException {
        List<MarkdownPage> pages = new ArrayList<>(List.of(read(Path.of("README.md"))));
        try (var docs = Files.list(Path.of("docs"))) {
            for (Path path : docs.filter(path -> path.toString().endsWith(".md"))
                    .sorted()
                    .toList()) {
                pages.add(read(path));
            }
        }
        return pages;
    }
}
