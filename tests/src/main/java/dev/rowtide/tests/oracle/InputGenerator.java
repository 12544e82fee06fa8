// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.tests.oracle.InputChange.Row;
import dev.rowtide.tests.oracle.InputTable.Arrival;
import dev.rowtide.tests.oracle.InputTable.EventTime;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tables and what arrives in them. Each column has few values, so that keys meet, rows repeat, and groups empty. */
final class InputGenerator {

    static final List<Type> TYPES = List.of(
            Type.BOOLEAN,
            Type.TINYINT,
            Type.SMALLINT,
            Type.INTEGER,
            Type.INTEGER,
            Type.BIGINT,
            Type.decimal(9, 2),
            Type.decimal(18, 4),
            Type.decimal(25, 3),
            Type.DOUBLE,
            Type.STRING,
            Type.STRING,
            Type.DATE,
            Type.timestamp(3),
            Type.timestamp(6));

    private static final List<String> WORDS =
            List.of("a", "b", "ab", "B", "", "x y", "été", "日本", "NULL", "it's", " z", "10");
    private static final int NULL_PERCENT = 15;

    private final Dice dice;
    private final List<InputTable> tables = new ArrayList<>();
    /** By table and column, the values that can occur. */
    private final List<List<List<@Nullable Object>>> values = new ArrayList<>();
    /** By table, the rows that are in; by key in an upsert stream. */
    private final List<List<List<@Nullable Object>>> present = new ArrayList<>();

    /** By table, the place of the latest event time among those that can occur. */
    private int[] reached = new int[0];

    InputGenerator(Dice dice) {
        this.dice = dice;
        int count = dice.percent(45) ? 1 : dice.between(2, 3);
        for (int i = 0; i < count; i++) {
            addTable(i);
        }
    }

    List<InputTable> tables() {
        return tables;
    }

    /** The largest value of a column, its sign aside. */
    double bound(int table, int column) {
        return values.get(table).get(column).stream()
                .mapToDouble(Literals::magnitude)
                .max()
                .orElse(0);
    }

    private void addTable(int index) {
        InputTable.Kind kind = dice.pick(List.of(
                InputTable.Kind.APPEND,
                InputTable.Kind.RETRACT,
                InputTable.Kind.RETRACT,
                InputTable.Kind.UPSERT,
                InputTable.Kind.UPSERT_WITH_KEY_ONLY_DELETES));
        List<Integer> key = new ArrayList<>();
        if (kind.isUpsert()) {
            key.add(0);
            if (dice.percent(25)) {
                key.add(1);
            }
        }
        List<Field> fields = new ArrayList<>();
        List<List<@Nullable Object>> columnValues = new ArrayList<>();
        int columns = dice.between(Math.max(1, key.size()), 5);
        for (int c = 0; c < columns; c++) {
            boolean nullable = !key.contains(c) && dice.percent(85);
            boolean shared = index > 0 && dice.percent(60);
            int table = shared ? dice.between(0, index - 1) : 0;
            int column = shared ? dice.between(0, values.get(table).size() - 1) : 0;
            Type type = shared ? tables.get(table).schema().type(column) : dice.pick(TYPES);
            fields.add(new Field("c" + c, type.withNullable(nullable)));
            columnValues.add(
                    shared ? sharedDomain(type, values.get(table).get(column), nullable) : domain(type, nullable));
        }
        EventTime time = eventTime(kind, key, fields);
        if (time != null) {
            Field field = fields.get(time.column());
            fields.set(time.column(), new Field(field.name(), field.type().withNullable(false)));
            List<@Nullable Object> domain = columnValues.get(time.column());
            domain.removeIf(Objects::isNull);
            domain.sort(Comparator.comparingLong(value -> (Long) Objects.requireNonNull(value)));
        }
        tables.add(new InputTable("t" + index, new Schema(fields), kind, key, time));
        values.add(columnValues);
        present.add(new ArrayList<>());
    }

    private @Nullable EventTime eventTime(InputTable.Kind kind, List<Integer> key, List<Field> fields) {
        for (int c = 0; c < fields.size(); c++) {
            if (fields.get(c).type().kind() == TypeKind.TIMESTAMP && !key.contains(c) && dice.percent(80)) {
                return new EventTime(c, arrival(kind));
            }
        }
        return null;
    }

    private Arrival arrival(InputTable.Kind kind) {
        if (dice.percent(20)) {
            return Arrival.LATE;
        }
        return kind == InputTable.Kind.APPEND && dice.percent(70) ? Arrival.SORTED : Arrival.AWAITED;
    }

    private List<@Nullable Object> domain(Type type, boolean nullable) {
        List<@Nullable Object> domain = new ArrayList<>();
        boolean extremes = dice.percent(8);
        int size = dice.between(1, 6);
        for (int i = 0; i < size; i++) {
            domain.add(extremes && dice.percent(30) ? extreme(type) : value(type));
        }
        if (nullable && dice.percent(70)) {
            for (int i = 0; i <= size * NULL_PERCENT / 100; i++) {
                domain.add(null);
            }
        }
        return domain;
    }

    /** Values of another column, so that joins find some, and perhaps one more. */
    private List<@Nullable Object> sharedDomain(Type type, List<@Nullable Object> other, boolean nullable) {
        List<@Nullable Object> domain = new ArrayList<>();
        other.stream().filter(value -> value != null && dice.percent(75)).forEach(domain::add);
        if (domain.isEmpty() || dice.percent(50)) {
            domain.add(value(type));
        }
        if (nullable && dice.percent(60)) {
            domain.add(null);
        }
        return domain;
    }

    /** A small value of a type. */
    Object value(Type type) {
        return switch (type.kind()) {
            case BOOLEAN -> dice.percent(50);
            case TINYINT -> (long) dice.between(-3, 4);
            case SMALLINT -> (long) dice.between(-20, 20);
            case INTEGER -> (long) dice.between(-50, 50);
            case BIGINT -> dice.percent(50) ? dice.between(-5, 5) : dice.between(-9, 9) * 1_000_000_007L;
            case DECIMAL -> decimal(type);
            case DOUBLE -> dice.between(-40, 40) * 0.25;
            case DATE -> 19_700L + dice.between(0, 70);
            case TIMESTAMP -> timestamp(type);
            default -> dice.pick(WORDS);
        };
    }

    private BigDecimal decimal(Type type) {
        BigInteger unscaled = BigInteger.valueOf(dice.between(-20_000, 20_000));
        if (type.precision() > Type.LONG_DECIMAL_DIGITS_MAX && dice.percent(50)) {
            unscaled = unscaled.multiply(BigInteger.TEN.pow(16)).add(BigInteger.valueOf(dice.between(0, 999)));
        }
        return new BigDecimal(unscaled, type.scale());
    }

    private long timestamp(Type type) {
        long micros = (1_700_000_000L + dice.between(0, 90_000)) * 1_000_000L + dice.between(0, 3) * 250_000L;
        return type.precision() > 3 && dice.percent(50) ? micros + dice.between(0, 5) : micros;
    }

    private Object extreme(Type type) {
        boolean high = dice.percent(50);
        return switch (type.kind()) {
            case TINYINT -> (long) (high ? Byte.MAX_VALUE : Byte.MIN_VALUE);
            case SMALLINT -> (long) (high ? Short.MAX_VALUE : Short.MIN_VALUE);
            case INTEGER -> (long) (high ? Integer.MAX_VALUE : Integer.MIN_VALUE);
            case BIGINT -> high ? Long.MAX_VALUE : Long.MIN_VALUE + 1;
            case DECIMAL -> {
                BigInteger most = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
                yield new BigDecimal(high ? most : most.negate(), type.scale());
            }
            case DATE -> high ? 2_000_000L : -700_000L;
            default -> value(type);
        };
    }

    /** So many changes of tables that are empty. */
    List<InputChange> arrivals(int count) {
        List<InputChange> arrivals = new ArrayList<>();
        present.forEach(List::clear);
        reached = new int[tables.size()];
        int table = 0;
        for (int i = 0; i < count; i++) {
            table = dice.percent(60) ? table : dice.between(0, tables.size() - 1);
            arrivals.add(new InputChange(table, change(table)));
        }
        return arrivals;
    }

    private List<Row> change(int table) {
        return switch (tables.get(table).kind()) {
            case APPEND -> List.of(new Row(RowKind.INSERT, row(table)));
            case RETRACT -> retractChange(table);
            case UPSERT, UPSERT_WITH_KEY_ONLY_DELETES -> upsertChange(table);
        };
    }

    private List<Row> retractChange(int table) {
        List<List<@Nullable Object>> rows = present.get(table);
        int choice = dice.between(0, 99);
        if (rows.isEmpty() || choice < 45) {
            List<@Nullable Object> row = row(table);
            rows.add(row);
            return List.of(new Row(RowKind.INSERT, row));
        }
        List<@Nullable Object> old = rows.remove(dice.between(0, rows.size() - 1));
        if (choice < 75) {
            return List.of(new Row(RowKind.DELETE, old));
        }
        List<@Nullable Object> updated = dice.percent(10) ? old : changed(table, old);
        rows.add(updated);
        return List.of(new Row(RowKind.UPDATE_BEFORE, old), new Row(RowKind.UPDATE_AFTER, updated));
    }

    /** Puts and deletes by key; a put may be called an insert or an update, whether or not the key is in. */
    private List<Row> upsertChange(int table) {
        InputTable input = tables.get(table);
        List<@Nullable Object> row = row(table);
        if (dice.percent(25)) {
            boolean keyOnly = input.kind() == InputTable.Kind.UPSERT_WITH_KEY_ONLY_DELETES;
            List<List<@Nullable Object>> rows = present.get(table);
            List<@Nullable Object> old = rows.isEmpty() || dice.percent(10) ? row : dice.pick(rows);
            List<@Nullable Object> deleted = new ArrayList<>(old);
            for (int c = 0; keyOnly && c < deleted.size(); c++) {
                if (!input.key().contains(c)) {
                    deleted.set(c, null);
                }
            }
            rows.removeIf(candidate -> key(input, candidate).equals(key(input, old)));
            return List.of(new Row(RowKind.DELETE, deleted));
        }
        List<List<@Nullable Object>> rows = present.get(table);
        boolean known = rows.removeIf(candidate -> key(input, candidate).equals(key(input, row)));
        rows.add(row);
        return List.of(new Row(known == dice.percent(90) ? RowKind.UPDATE_AFTER : RowKind.INSERT, row));
    }

    private static Map<Integer, @Nullable Object> key(InputTable table, List<@Nullable Object> row) {
        Map<Integer, @Nullable Object> key = new LinkedHashMap<>();
        table.key().forEach(column -> key.put(column, row.get(column)));
        return key;
    }

    private List<@Nullable Object> row(int table) {
        List<@Nullable Object> row = new ArrayList<>();
        values.get(table).forEach(domain -> row.add(dice.pick(domain)));
        EventTime time = tables.get(table).eventTime();
        if (time != null && time.arrival() == Arrival.SORTED) {
            List<@Nullable Object> domain = values.get(table).get(time.column());
            reached[table] = Math.min(reached[table] + (dice.percent(30) ? 1 : 0), domain.size() - 1);
            row.set(time.column(), domain.get(reached[table]));
        }
        return row;
    }

    private List<@Nullable Object> changed(int table, List<@Nullable Object> old) {
        List<@Nullable Object> row = new ArrayList<>(old);
        for (int c = 0; c < row.size(); c++) {
            if (dice.percent(50)) {
                row.set(c, dice.pick(values.get(table).get(c)));
            }
        }
        return row;
    }

    /** Whether sums of a type make sense. */
    static boolean isNumber(Type type) {
        return type.kind().isInteger() || type.kind() == TypeKind.DECIMAL || type.kind() == TypeKind.DOUBLE;
    }
}
