// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.tpch;

import dev.rowtide.tests.replay.RowChange;
import dev.rowtide.tests.replay.TableChanges;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A small database of the form of TPC-H, and how it comes about: loaded table by table in two halves, in any order, then changed by inserts, updates and deletes.
 * The values that the queries ask for are frequent, so that no query is empty for lack of rows.
 */
final class TpchData {

    private static final int LOADS = 2;
    private static final int ROUNDS = 24;
    private static final int CHANGES_PER_ROUND = 12;
    private static final int SUPPLIERS = 24;
    private static final int CUSTOMERS = 60;
    private static final int PARTS = 48;
    private static final int ORDERS = 180;

    private static final List<String> REGIONS = List.of("AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST");
    private static final List<String> NATIONS = List.of(
            "KENYA", "BRAZIL", "INDIA", "GERMANY", "SAUDI ARABIA", "MOROCCO", "CANADA", "CHINA", "FRANCE", "EGYPT");
    private static final List<String> SEGMENTS = List.of("BUILDING", "MACHINERY", "FURNITURE");
    private static final List<String> COUNTRY_CODES = List.of("13", "31", "23", "29", "30", "18", "17", "11", "26");
    private static final List<String> COLORS = List.of("forest", "green", "almond", "red");
    private static final List<String> BRANDS = List.of("Brand#12", "Brand#23", "Brand#34", "Brand#45");
    private static final List<String> PART_TYPES = List.of(
            "ECONOMY ANODIZED STEEL",
            "PROMO BURNISHED COPPER",
            "MEDIUM POLISHED TIN",
            "LARGE PLATED BRASS",
            "SMALL BRUSHED BRASS");
    private static final List<String> CONTAINERS =
            List.of("SM CASE", "SM BOX", "MED BOX", "MED BAG", "LG CASE", "LG PKG");
    private static final List<Integer> SIZES = List.of(15, 15, 49, 14, 3, 5, 9);
    private static final List<String> PRIORITIES =
            List.of("1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW");
    private static final List<String> INSTRUCTIONS = List.of("DELIVER IN PERSON", "DELIVER IN PERSON", "COLLECT COD");
    private static final List<String> SHIP_MODES = List.of("AIR", "AIR REG", "MAIL", "SHIP");
    private static final LocalDate FIRST_DAY = LocalDate.of(1993, 1, 1);

    /** By table, the columns of its primary key. */
    static final Map<String, List<Integer>> KEYS = Map.of(
            "region", List.of(0),
            "nation", List.of(0),
            "supplier", List.of(0),
            "customer", List.of(0),
            "part", List.of(0),
            "partsupp", List.of(0, 1),
            "orders", List.of(0),
            "lineitem", List.of(0, 3));

    private final SplittableRandom random;
    private final Map<String, List<List<@Nullable Object>>> tables = new LinkedHashMap<>();
    private final List<TableChanges> changes = new ArrayList<>();

    private TpchData(long seed) {
        random = new SplittableRandom(seed);
    }

    /** The changes that a seed gives, table by table. */
    static List<TableChanges> changes(long seed) {
        TpchData data = new TpchData(seed);
        data.generate();
        data.load();
        for (int round = 0; round < ROUNDS; round++) {
            data.change();
        }
        return data.changes;
    }

    private void generate() {
        KEYS.keySet().stream().sorted().forEach(table -> tables.put(table, new ArrayList<>()));
        for (int i = 0; i < REGIONS.size(); i++) {
            add("region", (long) i, REGIONS.get(i), "comment");
        }
        for (int i = 0; i < NATIONS.size(); i++) {
            add("nation", (long) i, NATIONS.get(i), (long) (i % REGIONS.size()), "comment");
        }
        for (long key = 1; key <= SUPPLIERS; key++) {
            add("supplier", supplier(key));
        }
        for (long key = 1; key <= CUSTOMERS; key++) {
            add("customer", customer(key));
        }
        for (long key = 1; key <= PARTS; key++) {
            add("part", part(key));
            for (int i = 0; i < 3; i++) {
                add("partsupp", key, supplierOf(key, i), (long) between(1, 400), money(1, 1000), "comment");
            }
        }
        for (long key = 1; key <= ORDERS; key++) {
            addOrder(key);
        }
    }

    private Object[] supplier(long key) {
        String comment = percent(10) ? "some Customer here has Complaints" : "comment";
        return new Object[] {
            key, "Supplier#" + key, "address " + key, nation(), phone(), money(-999, 9999), comment,
        };
    }

    private Object[] customer(long key) {
        return new Object[] {
            key, "Customer#" + key, "address " + key, nation(), phone(), money(-999, 9999), pick(SEGMENTS), "comment",
        };
    }

    private Object[] part(long key) {
        return new Object[] {
            key,
            pick(COLORS) + " " + pick(COLORS),
            "Manufacturer#" + between(1, 5),
            pick(BRANDS),
            pick(PART_TYPES),
            (long) pick(SIZES),
            pick(CONTAINERS),
            money(900, 2000),
            "comment",
        };
    }

    /** Every third customer has no orders. */
    private Object[] order(long key) {
        return new Object[] {
            key,
            between(1, CUSTOMERS / 3) * 3L - between(1, 2),
            percent(60) ? "F" : "O",
            money(1000, 200_000),
            FIRST_DAY.plusDays(between(0, 365 * 4)).toEpochDay(),
            pick(PRIORITIES),
            "Clerk#" + between(1, 9),
            0L,
            percent(20) ? "some special and other requests" : "comment",
        };
    }

    private void addOrder(long key) {
        Object[] order = order(key);
        add("orders", order);
        boolean large = percent(12);
        int lines = large ? 7 : between(1, 5);
        for (long number = 1; number <= lines; number++) {
            add("lineitem", line(key, number, (Long) order[4], large));
        }
    }

    private Object[] line(long order, long number, long orderDay, boolean large) {
        long part = between(1, PARTS);
        long shipDay = orderDay + between(1, 120);
        return new Object[] {
            order,
            part,
            supplierOf(part, between(0, 2)),
            number,
            large ? money(42, 50) : money(1, 50),
            money(900, 90_000),
            BigDecimal.valueOf(between(0, 10), 2),
            BigDecimal.valueOf(between(0, 8), 2),
            pick(List.of("R", "A", "N")),
            percent(50) ? "O" : "F",
            shipDay,
            orderDay + between(30, 90),
            shipDay + between(1, 30),
            pick(INSTRUCTIONS),
            pick(SHIP_MODES),
            "comment",
        };
    }

    private void load() {
        List<TableChanges> parts = new ArrayList<>();
        tables.forEach((table, rows) -> {
            List<List<@Nullable Object>> shuffled = new ArrayList<>(rows);
            shuffle(shuffled);
            for (int i = 0; i < LOADS; i++) {
                int from = shuffled.size() * i / LOADS;
                int to = shuffled.size() * (i + 1) / LOADS;
                parts.add(new TableChanges(
                        table,
                        shuffled.subList(from, to).stream()
                                .map(RowChange::insert)
                                .toList()));
            }
        });
        shuffle(parts);
        changes.addAll(parts);
    }

    /** Some rows of a table change, go, or go and come back otherwise; new orders come with their lines. */
    private void change() {
        String table = pick(List.of(
                "orders", "lineitem", "lineitem", "customer", "part", "partsupp", "supplier", "nation", "new orders"));
        if (table.equals("new orders")) {
            newOrders();
            return;
        }
        List<RowChange> some = new ArrayList<>();
        List<List<@Nullable Object>> rows = rows(table);
        for (int i = 0; i < CHANGES_PER_ROUND && !rows.isEmpty(); i++) {
            int at = between(0, rows.size() - 1);
            List<@Nullable Object> before = rows.get(at);
            if (percent(30) && !table.equals("nation")) {
                rows.remove(at);
                some.add(RowChange.delete(before));
            } else {
                List<@Nullable Object> after = changed(table, before);
                rows.set(at, after);
                some.add(new RowChange(before, after));
            }
        }
        changes.add(new TableChanges(table, some));
    }

    private void newOrders() {
        int orders = rows("orders").size();
        int lines = rows("lineitem").size();
        for (long key = 1; key <= CHANGES_PER_ROUND; key++) {
            addOrder(ORDERS + changes.size() * 100L + key);
        }
        changes.add(new TableChanges("lineitem", inserts("lineitem", lines)));
        changes.add(new TableChanges("orders", inserts("orders", orders)));
    }

    private List<RowChange> inserts(String table, int from) {
        List<List<@Nullable Object>> rows = rows(table);
        return rows.subList(from, rows.size()).stream().map(RowChange::insert).toList();
    }

    /** Another row with the same key. */
    private List<@Nullable Object> changed(String table, List<@Nullable Object> row) {
        long key = number(row, 0);
        return switch (table) {
            case "supplier" -> row(supplier(key));
            case "customer" -> row(customer(key));
            case "part" -> row(part(key));
            case "orders" -> row(order(key));
            case "partsupp" -> row(key, number(row, 1), (long) between(1, 400), money(1, 1000), "comment");
            case "lineitem" -> row(line(key, number(row, 3), number(row, 10) - between(1, 120), percent(12)));
            default -> row(key, row.get(1), (long) between(0, REGIONS.size() - 1), "comment");
        };
    }

    private static long number(List<@Nullable Object> row, int column) {
        return (Long) Objects.requireNonNull(row.get(column));
    }

    private void add(String table, @Nullable Object... values) {
        rows(table).add(row(values));
    }

    private List<List<@Nullable Object>> rows(String table) {
        return Objects.requireNonNull(tables.get(table));
    }

    private static List<@Nullable Object> row(@Nullable Object... values) {
        return new ArrayList<>(Arrays.asList(values));
    }

    private static long supplierOf(long part, int number) {
        return 1 + (part * 5 + number * 7L) % SUPPLIERS;
    }

    private long nation() {
        return between(0, NATIONS.size() - 1);
    }

    private String phone() {
        return pick(COUNTRY_CODES) + "-" + between(100, 999);
    }

    private BigDecimal money(int low, int high) {
        return BigDecimal.valueOf(between(low * 100, high * 100), 2);
    }

    private int between(int low, int high) {
        return random.nextInt(low, high + 1);
    }

    private boolean percent(int chance) {
        return random.nextInt(100) < chance;
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private void shuffle(List<?> list) {
        for (int i = list.size(); i > 1; i--) {
            Collections.swap(list, i - 1, random.nextInt(i));
        }
    }
}
