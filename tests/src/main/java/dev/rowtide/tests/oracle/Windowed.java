// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Type;
import dev.rowtide.tests.oracle.Expression.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * {@code SELECT *, window_start AS start, window_end AS end FROM TUMBLE(TABLE input, DESCRIPTOR(event time), span)}, or of other windows.
 *
 * @param partition what sessions are apart by; empty for other windows
 * @param emit when results go out
 */
record Windowed(Relation.Scan input, Span span, List<Column> partition, Emit emit, String start, String end)
        implements Relation {

    /** When results of windows go out. */
    enum Emit {
        ON_WATERMARK(""),
        ON_CHANGE("'on' = 'change'"),
        EVERY_SO_OFTEN("'every' = '90 min'"),
        REVISED("'allowed-lateness' = '2 d'"),
        ON_CHANGE_AND_REVISED("'on' = 'change', 'allowed-lateness' = '2 d'"),
        EVERY_SO_OFTEN_AND_REVISED("'every' = '90 min', 'allowed-lateness' = '2 d'");

        /** Those that lose no row that is late. */
        static final List<Emit> OF_LATE_ROWS = List.of(REVISED, ON_CHANGE_AND_REVISED, EVERY_SO_OFTEN_AND_REVISED);

        private final String parts;

        Emit(String parts) {
            this.parts = parts;
        }

        /** What stands behind SELECT. */
        String hint() {
            return parts.isEmpty() ? "" : "/*+ EMIT(" + parts + ") */ ";
        }
    }

    /** A kind of windows, with its spans. */
    enum Span {
        TUMBLE_MINUTES("TUMBLE", "INTERVAL '10' MINUTE", 600, 600),
        TUMBLE_HOURS("TUMBLE", "INTERVAL '6' HOUR", 21_600, 21_600),
        HOP("HOP", "INTERVAL '1' HOUR, INTERVAL '3' HOUR", 3_600, 10_800),
        HOP_UNEVEN("HOP", "INTERVAL '4' HOUR, INTERVAL '6' HOUR", 14_400, 21_600),
        HOP_APART("HOP", "INTERVAL '6' HOUR, INTERVAL '4' HOUR", 21_600, 14_400),
        CUMULATE("CUMULATE", "INTERVAL '2' HOUR, INTERVAL '6' HOUR", 7_200, 21_600),
        SESSION("SESSION", "INTERVAL '3' HOUR", 10_800, 10_800);

        private static final long MICROS = 1_000_000;
        private final String function;
        private final String text;
        private final long step;
        private final long size;

        Span(String function, String text, long stepSeconds, long sizeSeconds) {
            this.function = function;
            this.text = text;
            this.step = stepSeconds * MICROS;
            this.size = sizeSeconds * MICROS;
        }
    }

    private Column time() {
        return input.columns()
                .get(Objects.requireNonNull(input.table().eventTime()).column());
    }

    @Override
    public List<Column> columns() {
        List<Column> columns = new ArrayList<>(input.columns());
        columns.addAll(bounds());
        return columns;
    }

    /** Start and end. */
    List<Column> bounds() {
        Type type = time().type().withNullable(true);
        return List.of(new Column(start, type, 0, true), new Column(end, type, 0, true));
    }

    @Override
    public int rowsMax() {
        return input.rowsMax() * (int) ((span.size - 1) / span.step + 1);
    }

    @Override
    public List<Relation> inputs() {
        return List.of(input);
    }

    @Override
    public Relation withInputs(List<Relation> inputs) {
        return inputs.get(0) instanceof Scan scan ? new Windowed(scan, span, partition, emit, start, end) : this;
    }

    /** The call in FROM. */
    String rowtide() {
        String by = partition.isEmpty()
                ? ""
                : partition.stream().map(Column::name).collect(Collectors.joining(", ", " PARTITION BY (", ")"));
        return span.function + "(TABLE " + input.table().name() + by + ", DESCRIPTOR(" + time().name() + "), "
                + span.text + ")";
    }

    /**
     * The rows with their windows.
     *
     * @param columns those of the input and the version
     */
    String duckDb(String columns, String alias) {
        String micros = "epoch_us(" + time().name() + ")";
        if (span == Span.SESSION) {
            List<String> keys = new ArrayList<>(List.of("t"));
            partition.forEach(column -> keys.add(column.name()));
            String by = " OVER (PARTITION BY " + String.join(", ", keys);
            String order = " ORDER BY " + time().name();
            String begins = "SELECT " + columns + ", CASE WHEN " + micros + " - LAG(" + micros + ")" + by + order
                    + ") <= " + span.size + " THEN 0 ELSE 1 END AS begins FROM "
                    + input.table().name();
            String numbered =
                    "SELECT *, SUM(begins)" + by + order + ") AS session FROM (" + begins + ") AS " + alias + "a";
            return "SELECT " + columns + ", MIN(" + time().name() + ")" + by + ", session) AS " + start
                    + ", make_timestamp(MAX(" + micros + ")" + by + ", session) + " + span.size + ") AS " + end
                    + " FROM (" + numbered + ") AS " + alias;
        }
        String last = micros + " // " + span.step + " * " + span.step;
        String base = micros + " // " + span.size + " * " + span.size;
        boolean grows = span == Span.CUMULATE;
        String bounds = grows
                ? "range(" + last + " + " + span.step + ", " + base + " + " + (span.size + 1) + ", " + span.step + ")"
                : "range(" + last + ", " + micros + " - " + span.size + ", -" + span.step + ")";
        String from = grows ? base : "bound";
        String to = grows ? "bound" : "bound + " + span.size;
        return "SELECT " + columns + ", make_timestamp(" + from + ") AS " + start + ", make_timestamp(" + to + ") AS "
                + end
                + " FROM (SELECT " + columns + ", unnest(" + bounds + ") AS bound FROM "
                + input.table().name() + ") AS "
                + alias;
    }
}
