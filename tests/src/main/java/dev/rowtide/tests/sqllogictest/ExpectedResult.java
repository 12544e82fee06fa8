// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.sqllogictest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.tests.sqllogictest.CorpusSql.OrderKey;
import dev.rowtide.tests.sqllogictest.TestFile.Order;
import dev.rowtide.tests.sqllogictest.TestFile.TestQuery;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The result that a query of the corpus is to have. */
final class ExpectedResult {

    private static final Pattern HASH = Pattern.compile("(\\d+) values hashing to ([0-9a-f]{32})");
    private static final Pattern LEADING_NUMBER = Pattern.compile("\\s*([-+]?\\d{1,18}).*", Pattern.DOTALL);
    private static final int SHOWN_MAX = 24;

    private final TestQuery query;
    private final List<OrderKey> order;

    ExpectedResult(TestQuery query, List<OrderKey> order) {
        this.query = query;
        this.order = order;
    }

    /** What differs, or null. */
    @Nullable
    String difference(List<List<@Nullable Object>> rows, int columns) {
        if (columns != query.types().length()) {
            return columns + " columns instead of " + query.types().length();
        }
        List<String> values = lines(rows);
        Matcher hash =
                HASH.matcher(query.expected().size() == 1 ? query.expected().get(0) : "");
        boolean equal = hash.matches()
                ? Integer.parseInt(hash.group(1)) == values.size()
                        && md5(values).equals(hash.group(2))
                : values.equals(query.expected());
        return equal ? null : "expected " + shown(query.expected()) + " but was " + shown(values);
    }

    private static String shown(List<String> values) {
        String text = String.join(", ", values.subList(0, Math.min(SHOWN_MAX, values.size())));
        return "[" + text + (values.size() > SHOWN_MAX ? ", … " + values.size() + " values" : "") + "]";
    }

    /** The values as lines, in the order in which they are compared. */
    private List<String> lines(List<List<@Nullable Object>> rows) {
        List<List<@Nullable Object>> inOrder = new ArrayList<>(rows);
        if (query.order() == Order.NOSORT) {
            inOrder.sort(this::compare);
        }
        List<List<String>> texts = new ArrayList<>();
        for (List<@Nullable Object> row : inOrder) {
            List<String> text = new ArrayList<>();
            for (int c = 0; c < row.size(); c++) {
                text.add(text(row.get(c), query.types().charAt(c)));
            }
            texts.add(text);
        }
        if (query.order() == Order.ROWSORT) {
            texts.sort(ExpectedResult::compareTexts);
        }
        List<String> lines = new ArrayList<>();
        texts.forEach(lines::addAll);
        if (query.order() == Order.VALUESORT) {
            Collections.sort(lines);
        }
        return lines;
    }

    private static int compareTexts(List<String> left, List<String> right) {
        for (int c = 0; c < left.size(); c++) {
            int order = left.get(c).compareTo(right.get(c));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private int compare(List<@Nullable Object> left, List<@Nullable Object> right) {
        for (OrderKey key : order) {
            int column = key.column() - 1;
            int result = compareValues(left.get(column), right.get(column));
            if (result != 0) {
                return key.descending() ? -result : result;
            }
        }
        return 0;
    }

    /** NULL comes first, as in SQLite. */
    @SuppressWarnings("unchecked")
    private static int compareValues(@Nullable Object left, @Nullable Object right) {
        return Comparator.nullsFirst((Object a, Object b) -> ((Comparable<Object>) a).compareTo(b))
                .compare(left, right);
    }

    /** A value as the corpus writes one in a column of this letter. */
    private static String text(@Nullable Object value, char letter) {
        if (value == null) {
            return "NULL";
        }
        return switch (letter) {
            case 'I' -> integer(value).toString();
            case 'R' -> String.format(Locale.ROOT, "%.3f", number(value));
            default -> printable(value.toString());
        };
    }

    private static BigInteger integer(Object value) {
        if (value instanceof String text) {
            Matcher leading = LEADING_NUMBER.matcher(text);
            return leading.matches() ? new BigInteger(leading.group(1)) : BigInteger.ZERO;
        } else if (value instanceof Double number && !Double.isFinite(number)) {
            return BigInteger.ZERO;
        }
        return number(value).setScale(0, RoundingMode.DOWN).toBigInteger();
    }

    private static BigDecimal number(Object value) {
        if (value instanceof Boolean truth) {
            return truth ? BigDecimal.ONE : BigDecimal.ZERO;
        }
        return value instanceof Double number ? new BigDecimal(number) : new BigDecimal(value.toString());
    }

    private static String printable(String text) {
        return text.isEmpty() ? "(empty)" : text.replaceAll("[^ -~]", "@");
    }

    private static String md5(List<String> values) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            values.forEach(value -> digest.update((value + "\n").getBytes(UTF_8)));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
