// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.type.Schema;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A changelog as lines, with what else happened between the changes. */
final class ChangelogLog {

    /** What a line can be besides a change, and whether changes show their position. */
    enum Detail {
        POSITIONS,
        TICKS,
        WATERMARKS
    }

    private enum EntryKind {
        CHANGE,
        TICK,
        WATERMARK,
        FAILURE
    }

    private record Entry(EntryKind kind, long position, String text) {}

    private final List<Entry> entries = new ArrayList<>();

    void change(long position, String text) {
        entries.add(new Entry(EntryKind.CHANGE, position, text));
    }

    void tick() {
        entries.add(new Entry(EntryKind.TICK, 0, ScenarioInput.TICK));
    }

    void watermark(long watermark) {
        entries.add(new Entry(EntryKind.WATERMARK, 0, ScenarioInput.WATERMARK + watermark));
    }

    void failure(long position, String code) {
        entries.add(new Entry(EntryKind.FAILURE, position, "-- fails at " + position + ": " + code));
    }

    void forgetPosition(long position) {
        entries.removeIf(entry -> entry.kind() == EntryKind.CHANGE && entry.position() == position);
    }

    /** The log that a person wrote: changes, {@code -- tick}, {@code -- watermark n}, {@code -- fails at n: CODE}; other comments are skipped. */
    static ChangelogLog parse(String text, Schema schema) {
        ChangelogLog log = new ChangelogLog();
        ChangeBatch changes = ChangeText.parse(text, schema, 0);
        int row = 0;
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.equals(ScenarioInput.TICK)) {
                log.tick();
            } else if (line.startsWith(ScenarioInput.WATERMARK)) {
                log.entries.add(new Entry(EntryKind.WATERMARK, 0, line));
            } else if (line.startsWith("-- fails at ")) {
                log.entries.add(new Entry(EntryKind.FAILURE, 0, line));
            } else if (!line.isEmpty() && !line.startsWith("--")) {
                StringBuilder change = new StringBuilder();
                ChangeText.printRow(changes, row, schema, change);
                log.change(changes.position(row++), change.toString());
            }
        }
        return log;
    }

    /** The details that the given text shows, to compare with a log on. */
    static Set<Detail> detailsOf(String text) {
        Set<Detail> details = EnumSet.noneOf(Detail.class);
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.equals(ScenarioInput.TICK)) {
                details.add(Detail.TICKS);
            } else if (line.startsWith(ScenarioInput.WATERMARK)) {
                details.add(Detail.WATERMARKS);
            } else if (!line.isEmpty() && Character.isDigit(line.charAt(0))) {
                details.add(Detail.POSITIONS);
            }
        }
        return details;
    }

    List<String> lines(Set<Detail> details) {
        List<String> lines = new ArrayList<>();
        for (Entry entry : entries) {
            switch (entry.kind()) {
                case CHANGE ->
                    lines.add(
                            details.contains(Detail.POSITIONS) ? entry.position() + ": " + entry.text() : entry.text());
                case TICK -> {
                    if (details.contains(Detail.TICKS)) {
                        lines.add(entry.text());
                    }
                }
                case WATERMARK -> {
                    if (details.contains(Detail.WATERMARKS)) {
                        lines.add(entry.text());
                    }
                }
                case FAILURE -> lines.add(entry.text());
            }
        }
        while (!lines.isEmpty() && lines.get(lines.size() - 1).equals(ScenarioInput.TICK)) {
            lines.remove(lines.size() - 1);
        }
        return lines;
    }

    /** A half of an update that stands alone: a {@code -U} not directly followed by a {@code +U} of its position, or the other way round; else empty. */
    String loneHalf(boolean upsert) {
        List<Entry> changes = entries.stream()
                .filter(entry -> entry.kind() == EntryKind.CHANGE)
                .toList();
        for (int i = 0; i < changes.size(); i++) {
            Entry change = changes.get(i);
            if (change.text().startsWith("-U")) {
                Entry next = i + 1 < changes.size() ? changes.get(i + 1) : change;
                if (!next.text().startsWith("+U") || next.position() != change.position()) {
                    return change.position() + ": " + change.text() + " is not followed by its +U";
                }
                i++;
            } else if (change.text().startsWith("+U") && !upsert) {
                return change.position() + ": " + change.text() + " does not follow its -U";
            }
        }
        return "";
    }
}
