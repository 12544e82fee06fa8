// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.documentation;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A command of the manual, {@code ./rowtide …}, and the output shown for it.
 *
 * @param command the line as written, without a prompt
 * @param output the lines shown; empty if none are
 */
record ShownCommand(String command, List<String> output) {

    private static final String PROGRAM = "./rowtide";

    /** The commands of a page. The output of a command that stands alone is the plain fenced block behind it. */
    static List<ShownCommand> of(MarkdownPage page) {
        List<ShownCommand> commands = new ArrayList<>();
        List<MarkdownPage.Block> blocks = page.blocks();
        for (int i = 0; i < blocks.size(); i++) {
            List<ShownCommand> inBlock = inBlock(blocks.get(i));
            int last = inBlock.size() - 1;
            boolean bare = last >= 0 && inBlock.get(last).output().isEmpty();
            if (bare && i + 1 < blocks.size() && isOutput(blocks.get(i + 1))) {
                inBlock.set(
                        last,
                        new ShownCommand(
                                inBlock.get(last).command(), blocks.get(i + 1).lines()));
            }
            commands.addAll(inBlock);
        }
        return commands;
    }

    private static boolean isOutput(MarkdownPage.Block block) {
        return (block.info().isEmpty() || block.info().equals("text"))
                && inBlock(block).isEmpty()
                && !block.lines().isEmpty();
    }

    private static List<ShownCommand> inBlock(MarkdownPage.Block block) {
        List<ShownCommand> commands = new ArrayList<>();
        for (String line : block.lines()) {
            String bare = line.startsWith("$ ") ? line.substring(2) : line;
            if (bare.startsWith(PROGRAM + " ") || bare.equals(PROGRAM)) {
                commands.add(new ShownCommand(bare, new ArrayList<>()));
            } else if (!commands.isEmpty()) {
                commands.get(commands.size() - 1).output().add(line);
            }
        }
        return commands;
    }

    /** The arguments, taken apart as a shell would: blanks part them, quotes hold them together. */
    String[] arguments() {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (char c : command.toCharArray()) {
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                inWord = true;
            } else if (c == ' ') {
                if (inWord) {
                    words.add(word.toString());
                }
                word.setLength(0);
                inWord = false;
            } else if ("|<>&;$`".indexOf(c) >= 0) {
                throw new IllegalArgumentException("only plain commands can be run: " + command);
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words.subList(1, words.size()).toArray(new String[0]);
    }

    /** What the output must match: {@code ...} stands for the rest of a line, or, alone on it, for any lines. */
    Pattern pattern() {
        String lines = output.stream()
                .map(line -> line.equals("...") || line.equals("…") ? "(?:.*\n)*?" : literal(line) + "\n")
                .collect(Collectors.joining());
        return Pattern.compile(lines);
    }

    private static String literal(String line) {
        String start = line.replaceFirst("(\\.\\.\\.|…)$", "");
        return Pattern.quote(start) + (start.equals(line) ? "" : ".*");
    }

    @Override
    public String toString() {
        return command;
    }
}
