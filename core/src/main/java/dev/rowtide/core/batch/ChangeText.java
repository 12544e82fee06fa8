// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Change batches as text and back, so that tests read as change streams:
 *
 * <pre>
 *   +I u04, 1
 *   -U u04, 1
 *   +U u04, 2
 * </pre>
 *
 * One change a line: the kind, then the values parted by commas, as {@link ValueText} writes them; NULL is {@code NULL}. A text that holds a comma, a
 * quote, blanks at an end, or reads {@code NULL}, is in double quotes, a quote within doubled. Blank lines and lines that start with {@code --} are
 * skipped. A line may start with its position and a colon ({@code 7: +I a}); without, each line takes the next position, and a {@code +U} that follows
 * a {@code -U} takes that one's.
 */
public final class ChangeText {

    private ChangeText() {}

    /** A line per change, without positions, each ended by a line feed. */
    public static String print(ChangeBatch batch, Schema schema) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < batch.size(); i++) {
            printRow(batch, batch.row(i), schema, text);
            text.append('\n');
        }
        return text.toString();
    }

    /** One change without a line feed. */
    public static void printRow(ChangeBatch batch, int row, Schema schema, StringBuilder text) {
        text.append(RowKind.of(batch.kind(row)).symbol());
        for (int c = 0; c < schema.size(); c++) {
            text.append(c == 0 ? " " : ", ");
            Object value = Datum.get(batch.column(c), row, schema.type(c));
            text.append(value == null ? "NULL" : quoted(ValueText.format(value, schema.type(c), ZoneOffset.UTC)));
        }
    }

    /**
     * The batch that {@code text} writes.
     *
     * @param firstPosition the position of the first line that does not say its own
     * @throws IllegalArgumentException if a line is not a change of the schema
     */
    public static ChangeBatch parse(String text, Schema schema, long firstPosition) {
        BatchBuilder builder = new BatchBuilder(schema);
        long next = firstPosition;
        byte previous = RowKind.PLUS_I;
        for (String line : text.split("\n")) {
            String change = line.strip();
            if (change.isEmpty() || change.startsWith("--")) {
                continue;
            }
            int colon = change.indexOf(": ");
            if (colon > 0 && Character.isDigit(change.charAt(0))) {
                next = Long.parseLong(change.substring(0, colon));
                change = change.substring(colon + 2).strip();
            }
            byte kind = RowKind.ofSymbol(change.substring(0, 2)).code();
            boolean secondHalf = kind == RowKind.PLUS_U && previous == RowKind.MINUS_U && colon < 0;
            parseRow(change.substring(2).strip(), schema, builder);
            builder.endRow(kind, secondHalf ? next - 1 : next++);
            previous = kind;
        }
        return builder.build(Watermarks.absent());
    }

    private static void parseRow(String text, Schema schema, BatchBuilder builder) {
        List<@Nullable String> values = schema.size() == 0 ? List.of() : split(text);
        if (values.size() != schema.size()) {
            throw new IllegalArgumentException(values.size() + " values for " + schema.size() + " columns: " + text);
        }
        for (int c = 0; c < schema.size(); c++) {
            String value = values.get(c);
            Object datum = value == null ? null : ValueText.parse(value, schema.type(c), ZoneOffset.UTC);
            Datum.append(builder.column(c), datum, schema.type(c));
        }
    }

    private static List<@Nullable String> split(String text) {
        List<@Nullable String> values = new ArrayList<>();
        int at = 0;
        while (true) {
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
            if (at < text.length() && text.charAt(at) == '"') {
                StringBuilder value = new StringBuilder();
                at++;
                while (text.charAt(at) != '"' || at + 1 < text.length() && text.charAt(at + 1) == '"') {
                    value.append(text.charAt(at));
                    at += text.charAt(at) == '"' ? 2 : 1;
                }
                values.add(value.toString());
                at = text.indexOf(',', at);
            } else {
                int comma = text.indexOf(',', at);
                String value =
                        text.substring(at, comma < 0 ? text.length() : comma).strip();
                values.add(value.equals("NULL") ? null : value);
                at = comma;
            }
            if (at < 0) {
                return values;
            }
            at++;
        }
    }

    private static String quoted(String value) {
        boolean plain = !value.isEmpty()
                && !value.equals("NULL")
                && value.equals(value.strip())
                && value.indexOf(',') < 0
                && value.indexOf('"') < 0
                && value.indexOf('\n') < 0;
        return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
    }
}
