// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench;

import dev.rowtide.bench.child.RunResult;
import dev.rowtide.bench.query.Queries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Tables of what was measured. Ratios are of events per CPU second. */
final class Report {
    private static final List<String> HEADER = List.of(
            "program",
            "configuration",
            "events/s",
            "events/CPU s",
            "x Flink nested",
            "x Flink flat",
            "x loop",
            "changes",
            "answer");

    private final StringBuilder markdown = new StringBuilder("# Benchmark\n");
    private final StringBuilder csv =
            new StringBuilder("cores,program,query,users,config,kind,events,wallNanos,cpuNanos,changes,rows,digest\n");
    private boolean sound = true;

    /** Adds a workload's series and returns their table as plain text. */
    String add(Workload workload, int cores, List<Series> all) {
        String title = workload.label() + ", " + cores + (cores == 1 ? " core" : " cores");
        List<List<String>> table = new ArrayList<>(List.of(HEADER));
        for (Series series : all) {
            table.add(row(series, all));
            series.measured().forEach(run -> csvLine(cores, series, run));
            RunResult check = series.check();
            if (check != null) {
                csvLine(cores, series, check);
            }
        }
        sound &= all.stream().noneMatch(Series::failed) && answers(all).size() <= 1;
        markdownTable(title, table);
        return title + "\n" + plain(table);
    }

    /** Whether all programs ran and agree on all answers. */
    boolean sound() {
        return sound;
    }

    String markdown() {
        return markdown.toString();
    }

    String csv() {
        return csv.toString();
    }

    private static List<String> row(Series series, List<Series> all) {
        return List.of(
                series.peer().label(),
                series.config(),
                amount(series.eventsPerSecond()),
                amount(series.eventsPerCpuSecond()),
                ratio(
                        series,
                        all,
                        other -> other.peer() == Peer.FLINK && other.config().startsWith("nested")),
                ratio(
                        series,
                        all,
                        other -> other.peer() == Peer.FLINK && other.config().startsWith("flat")),
                ratio(series, all, other -> other.peer() == Peer.LOOP),
                String.format(Locale.ROOT, "%,d", series.changes()),
                answer(series, all));
    }

    /** How many times as fast the series is as the fastest of those chosen. */
    private static String ratio(Series series, List<Series> all, Predicate<Series> chosen) {
        return all.stream()
                .filter(chosen.and(other -> !other.measured().isEmpty()))
                .max(Comparator.comparingDouble(Series::eventsPerCpuSecond))
                .map(best -> number(series.eventsPerCpuSecond() / best.eventsPerCpuSecond()))
                .orElse("-");
    }

    private static String answer(Series series, List<Series> all) {
        RunResult check = series.check();
        if (series.failed() || check == null) {
            return "failed";
        }
        if (!Queries.hasOneAnswer(check.query())) {
            return "by the clock";
        }
        return check.digest() + (answers(all).size() == 1 ? " agrees" : " DIFFERS");
    }

    private static List<String> answers(List<Series> all) {
        return all.stream()
                .map(Series::check)
                .flatMap(java.util.stream.Stream::ofNullable)
                .filter(check -> Queries.hasOneAnswer(check.query()))
                .map(check -> check.rows() + " " + check.digest())
                .distinct()
                .toList();
    }

    private static String amount(double perSecond) {
        return Double.isNaN(perSecond) ? "-" : number(perSecond / 1e6) + " M";
    }

    /** Three digits. */
    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    private void csvLine(int cores, Series series, RunResult run) {
        csv.append(cores).append(',').append(series.peer().label());
        for (Object field : List.of(
                run.query(),
                run.users(),
                run.config(),
                run.kind(),
                run.events(),
                run.wallNanos(),
                run.cpuNanos(),
                run.changes(),
                run.rows(),
                run.digest())) {
            csv.append(',').append(field);
        }
        csv.append('\n');
    }

    private void markdownTable(String title, List<List<String>> table) {
        markdown.append("\n## ").append(title).append("\n\n");
        for (int i = 0; i < table.size(); i++) {
            markdown.append("| ").append(String.join(" | ", table.get(i))).append(" |\n");
            if (i == 0) {
                markdown.append("| --- ".repeat(HEADER.size())).append("|\n");
            }
        }
    }

    private static String plain(List<List<String>> table) {
        int[] widths = new int[HEADER.size()];
        for (List<String> row : table) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return table.stream()
                .map(row -> {
                    StringBuilder line = new StringBuilder();
                    for (int i = 0; i < widths.length; i++) {
                        boolean text = i < 2 || i == widths.length - 1;
                        line.append(String.format("%" + (text ? "-" : "") + widths[i] + "s  ", row.get(i)));
                    }
                    return line.toString().stripTrailing() + "\n";
                })
                .collect(Collectors.joining());
    }
}
