// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.Frame;
import dev.rowtide.core.plan.OverCall;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.model.ModelRows;
import dev.rowtide.operators.model.ModelTable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The result of functions over a window, computed from scratch: each partition sorted, each frame looked through. */
final class OverModel implements ModelTable {

    /** A row as it came last, with the number of its arrival. */
    private record Row(List<@Nullable Comparable<?>> values, long arrival) {}

    private final Windows window;
    private final List<Row> rows = new ArrayList<>();
    private long arrivals;

    OverModel(Windows window) {
        this.window = window;
    }

    @Override
    public void insert(List<@Nullable Comparable<?>> values) {
        rows.add(new Row(new ArrayList<>(values), ++arrivals));
    }

    @Override
    public void delete(List<@Nullable Comparable<?>> values) {
        rows.remove(latest(values));
    }

    @Override
    public void update(List<@Nullable Comparable<?>> before, List<@Nullable Comparable<?>> after) {
        Row old = latest(before);
        if (before.equals(after)) {
            return;
        }
        boolean keepsPlace = !window.order().isEmpty()
                && window.partition().stream().allMatch(c -> Objects.equals(before.get(c), after.get(c)))
                && window.order().stream()
                        .allMatch(key -> Objects.equals(before.get(key.column()), after.get(key.column())));
        rows.remove(old);
        rows.add(new Row(new ArrayList<>(after), keepsPlace ? old.arrival : ++arrivals));
    }

    private Row latest(List<@Nullable Comparable<?>> values) {
        return rows.stream()
                .filter(row -> row.values.equals(values))
                .max(Comparator.comparingLong(Row::arrival))
                .orElseThrow();
    }

    @Override
    public List<String> table() {
        List<String> table = new ArrayList<>();
        rows.stream()
                .collect(Collectors.groupingBy(row -> window.partition().stream()
                        .map(column -> String.valueOf(row.values.get(column)))
                        .toList()))
                .values()
                .forEach(partition -> {
                    List<Row> sorted = partition.stream().sorted(this::compare).toList();
                    for (int place = 0; place < sorted.size(); place++) {
                        table.add(text(sorted, place));
                    }
                });
        return table.stream().sorted().toList();
    }

    private String text(List<Row> sorted, int place) {
        StringBuilder text = new StringBuilder(ModelRows.text(sorted.get(place).values));
        for (OverCall call : window.calls()) {
            Object result = result(call, sorted, place);
            text.append(", ").append(result == null ? "NULL" : result);
        }
        return text.toString();
    }

    private @Nullable Object result(OverCall call, List<Row> sorted, int place) {
        int size = sorted.size();
        Row row = sorted.get(place);
        long before =
                sorted.stream().filter(other -> compareKeys(other, row) < 0).count();
        long upToPeers =
                sorted.stream().filter(other -> compareKeys(other, row) <= 0).count();
        return switch (call.function()) {
            case ROW_NUMBER -> place + 1;
            case RANK -> before + 1;
            case DENSE_RANK ->
                sorted.stream()
                                .filter(other -> compareKeys(other, row) < 0)
                                .map(other -> window.order().stream()
                                        .map(key -> String.valueOf(other.values.get(key.column())))
                                        .toList())
                                .distinct()
                                .count()
                        + 1;
            case PERCENT_RANK -> size == 1 || before == 0 ? 0.0 : (double) before / (size - 1);
            case CUME_DIST -> (double) upToPeers / size;
            case NTILE -> tile(call.number(), size, place);
            case LAG -> at(call, sorted, place, place - call.number());
            case LEAD -> at(call, sorted, place, place + call.number());
            default -> ofFrame(call, frame(call.frame(), sorted, place));
        };
    }

    /** Deals out the rows, first to last, into parts whose sizes differ by one at most. */
    private static long tile(long parts, int size, int place) {
        long part = 0;
        long end = 0;
        while (end <= place) {
            end += size / parts + (part < size % parts ? 1 : 0);
            part++;
        }
        return part;
    }

    private @Nullable Object at(OverCall call, List<Row> sorted, int place, long other) {
        long found = other;
        if (call.ignoreNulls() && call.number() > 0) {
            int step = other < place ? -1 : 1;
            found = place;
            for (long left = call.number(); left > 0 && found >= 0 && found < sorted.size(); ) {
                found += step;
                boolean inside = found >= 0 && found < sorted.size();
                left -= inside
                                && sorted.get((int) found)
                                                .values
                                                .get(call.arguments().get(0))
                                        != null
                        ? 1
                        : 0;
            }
        }
        if (found < 0 || found >= sorted.size()) {
            return call.arguments().size() > 1
                    ? sorted.get(place).values.get(call.arguments().get(1))
                    : null;
        }
        return sorted.get((int) found).values.get(call.arguments().get(0));
    }

    private List<Row> frame(Frame frame, List<Row> sorted, int place) {
        List<Row> inFrame = new ArrayList<>();
        for (int other = 0; other < sorted.size(); other++) {
            boolean isIn = frame.unit() == Frame.Unit.ROWS
                    ? (frame.lower() == null || other - place >= frame.lower().intValue())
                            && (frame.upper() == null
                                    || other - place <= frame.upper().intValue())
                    : isNotBelow(frame.lower(), sorted.get(place), sorted.get(other))
                            && isNotAbove(frame.upper(), sorted.get(place), sorted.get(other));
            if (isIn) {
                inFrame.add(sorted.get(other));
            }
        }
        return inFrame;
    }

    private boolean isNotBelow(@Nullable BigDecimal distance, Row row, Row other) {
        return distance == null || compareAt(distance, row, other) <= 0;
    }

    private boolean isNotAbove(@Nullable BigDecimal distance, Row row, Row other) {
        return distance == null || compareAt(distance, row, other) >= 0;
    }

    /** Compares what is at a distance from a row, in the direction of the order, with another row. */
    private int compareAt(BigDecimal distance, Row row, Row other) {
        if (distance.signum() == 0) {
            return compareKeys(row, other);
        }
        SortKey key = window.order().get(0);
        Object own = row.values.get(key.column());
        Object its = other.values.get(key.column());
        if (own == null || its == null) {
            return compareKeys(row, other);
        }
        Type type = window.schema().type(key.column());
        BigDecimal written = distance.movePointLeft(type.kind() == TypeKind.DECIMAL ? type.scale() : 0);
        BigDecimal from = number(own);
        BigDecimal moved = key.descending() ? from.subtract(written) : from.add(written);
        int comparison = moved.compareTo(number(its));
        return key.descending() ? -comparison : comparison;
    }

    /** A number, or the microseconds of a time. */
    private static BigDecimal number(Object value) {
        return value.toString().contains(":")
                ? BigDecimal.valueOf(LocalDateTime.parse(value.toString().replace(' ', 'T'))
                                .toEpochSecond(ZoneOffset.UTC))
                        .movePointRight(6)
                : new BigDecimal(value.toString());
    }

    private @Nullable Object ofFrame(OverCall call, List<Row> frame) {
        List<@Nullable Comparable<?>> all = new ArrayList<>();
        if (!call.arguments().isEmpty()) {
            frame.forEach(row -> all.add(row.values.get(call.arguments().get(0))));
        }
        List<Comparable<?>> some = new ArrayList<>();
        all.stream().filter(Objects::nonNull).forEach(some::add);
        if (call.ignoreNulls()) {
            all.removeIf(Objects::isNull);
        }
        return switch (call.function()) {
            case COUNT -> call.arguments().isEmpty() ? frame.size() : some.size();
            case FIRST_VALUE -> all.isEmpty() ? null : all.get(0);
            case LAST_VALUE -> all.isEmpty() ? null : all.get(all.size() - 1);
            case NTH_VALUE -> all.size() < call.number() ? null : all.get((int) call.number() - 1);
            case MIN -> some.stream().min(ModelRows::compareValues).orElse(null);
            case MAX -> some.stream().max(ModelRows::compareValues).orElse(null);
            case AGGREGATE -> aggregate(Objects.requireNonNull(call.aggregate()), frame, some);
            default -> some.isEmpty() ? null : total(call, some);
        };
    }

    private static @Nullable Object aggregate(AggregateCall call, List<Row> frame, List<Comparable<?>> values) {
        return switch (call.function()) {
            case MIN_BY -> byKey(call, frame, ModelRows::compareValues);
            case MAX_BY -> byKey(call, frame, (a, b) -> ModelRows.compareValues(b, a));
            case COUNT -> values.stream().distinct().count();
            case LISTAGG ->
                values.isEmpty() ? null : values.stream().map(Object::toString).collect(Collectors.joining("/"));
            default ->
                values.stream()
                        .max(Comparator.<Comparable<?>>comparingInt(value -> Collections.frequency(values, value))
                                .thenComparing((a, b) -> ModelRows.compareValues(b, a)))
                        .orElse(null);
        };
    }

    private static @Nullable Object byKey(AggregateCall call, List<Row> frame, Comparator<Comparable<?>> keyOrder) {
        int value = call.arguments().get(0);
        int key = call.arguments().get(1);
        return frame.stream()
                .filter(row -> row.values.get(key) != null)
                .min(Comparator.<Row, Comparable<?>>comparing(row -> row.values.get(key), keyOrder)
                        .thenComparing(row -> row.values.get(value), Comparator.nullsLast(ModelRows::compareValues)))
                .map(row -> row.values.get(value))
                .orElse(null);
    }

    private static Object total(OverCall call, List<Comparable<?>> values) {
        BigDecimal sum =
                values.stream().map(value -> new BigDecimal(value.toString())).reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal count = BigDecimal.valueOf(values.size());
        boolean isSum = call.function().name().equals("SUM");
        return switch (call.type().kind()) {
            case DOUBLE -> isSum ? sum.doubleValue() : sum.doubleValue() / values.size();
            case DECIMAL -> isSum ? sum : sum.divide(count, call.type().scale(), RoundingMode.HALF_UP);
            default ->
                isSum
                        ? sum.longValueExact()
                        : sum.divide(count, 0, RoundingMode.DOWN).longValueExact();
        };
    }

    private int compare(Row a, Row b) {
        int comparison = compareKeys(a, b);
        return comparison != 0 ? comparison : Long.compare(a.arrival, b.arrival);
    }

    private int compareKeys(Row a, Row b) {
        return ModelRows.compare(a.values, b.values, window.order());
    }
}
