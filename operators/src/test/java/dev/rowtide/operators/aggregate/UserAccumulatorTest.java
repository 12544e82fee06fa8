// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.function.UserAggregate;
import dev.rowtide.core.type.Type;
import java.math.BigDecimal;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UserAccumulatorTest {

    /** All texts in their order, joined; NULL is {@code ?}, and no text is NULL. */
    private static final class Joined implements UserAggregate<TreeMap<String, Integer>> {

        @Override
        public TreeMap<String, Integer> create() {
            return new TreeMap<>();
        }

        @Override
        public void accumulate(TreeMap<String, Integer> texts, @Nullable Object[] arguments) {
            texts.merge(text(arguments), 1, Integer::sum);
        }

        @Override
        public boolean retracts() {
            return true;
        }

        @Override
        public void retract(TreeMap<String, Integer> texts, @Nullable Object[] arguments) {
            texts.computeIfPresent(text(arguments), (text, count) -> count == 1 ? null : count - 1);
        }

        private static String text(@Nullable Object[] arguments) {
            return arguments[0] == null ? "?" : String.valueOf(arguments[0]);
        }

        @Override
        public @Nullable Object result(TreeMap<String, Integer> texts) {
            StringBuilder joined = new StringBuilder();
            texts.forEach((text, count) -> joined.append(text.repeat(count)));
            return joined.isEmpty() ? null : joined.toString();
        }

        @Override
        public byte[] write(TreeMap<String, Integer> texts) {
            StringBuilder lines = new StringBuilder();
            texts.forEach((text, count) ->
                    lines.append(count).append(' ').append(text).append('\n'));
            return lines.toString().getBytes(UTF_8);
        }

        @Override
        public TreeMap<String, Integer> read(byte[] bytes) {
            TreeMap<String, Integer> texts = create();
            new String(bytes, UTF_8).lines().forEach(line -> {
                int blank = line.indexOf(' ');
                texts.put(line.substring(blank + 1), Integer.valueOf(line.substring(0, blank)));
            });
            return texts;
        }
    }

    /** The sum of the products of its arguments, one of which may be NULL, in the given type. */
    private record SumOfProducts(Type type) implements UserAggregate<long[]> {

        @Override
        public long[] create() {
            return new long[1];
        }

        @Override
        public void accumulate(long[] sum, @Nullable Object[] arguments) {
            sum[0] += product(arguments);
        }

        @Override
        public boolean retracts() {
            return true;
        }

        @Override
        public void retract(long[] sum, @Nullable Object[] arguments) {
            sum[0] -= product(arguments);
        }

        private static long product(@Nullable Object[] arguments) {
            return arguments[0] instanceof Long a && arguments[1] instanceof Long b ? a * b : 0;
        }

        @Override
        public Object result(long[] sum) {
            return switch (type.kind()) {
                case DECIMAL -> BigDecimal.valueOf(sum[0]);
                case DOUBLE -> sum[0] / 2.0;
                case BOOLEAN -> sum[0] > 3;
                default -> sum[0];
            };
        }

        @Override
        public byte[] write(long[] sum) {
            return Long.toString(sum[0]).getBytes(UTF_8);
        }

        @Override
        public long[] read(byte[] bytes) {
            return new long[] {Long.parseLong(new String(bytes, UTF_8))};
        }
    }

    @Test
    void textsComeAndGo() {
        Aggregates.over("k STRING, v STRING")
                .by(0)
                .user(new Joined(), List.of(1), false, -1, Type.STRING)
                .on("""
                +I a, x
                +I a, y
                +I b, NULL
                -- tick
                -U a, y
                +U a, w
                -D b, NULL
                +I a, x
                -- tick
                -D a, w
                +I b, z
                """)
                .expect("""
                +I a, x
                -U a, x
                +U a, xy
                +I b, ?
                -U a, xy
                +U a, wx
                -D b, ?
                -U a, wx
                +U a, wxx
                -U a, wxx
                +U a, xx
                +I b, z
                """)
                .expectConsolidated("""
                +I a, xy
                +I b, ?
                -- tick
                -U a, xy
                +U a, wxx
                -D b, ?
                -- tick
                -U a, wxx
                +U a, xx
                +I b, z
                """);
    }

    @Test
    void resultsOfEveryStorageAndRowsThatDontCount() {
        Aggregates.over("k STRING, a BIGINT, b BIGINT, f BOOLEAN")
                .by(0)
                .user(new SumOfProducts(Type.BIGINT), List.of(1, 2), false, 3, Type.BIGINT)
                .user(new SumOfProducts(Type.decimal(38, 2)), List.of(1, 2), false, -1, Type.decimal(38, 2))
                .user(new SumOfProducts(Type.decimal(9, 1)), List.of(1, 2), false, -1, Type.decimal(9, 1))
                .user(new SumOfProducts(Type.DOUBLE), List.of(1, 2), false, -1, Type.DOUBLE)
                .user(new SumOfProducts(Type.BOOLEAN), List.of(1, 2), false, -1, Type.BOOLEAN)
                .user(new Joined(), List.of(0), false, 3, Type.STRING)
                .on("""
                +I x, 1, 3, FALSE
                +I x, -2, 4, TRUE
                -D x, 1, 3, FALSE
                +I x, NULL, 7, TRUE
                """)
                .expect("""
                +I x, 0, 3.00, 3.0, 1.5, FALSE, NULL
                -U x, 0, 3.00, 3.0, 1.5, FALSE, NULL
                +U x, -8, -5.00, -5.0, -2.5, FALSE, x
                -U x, -8, -5.00, -5.0, -2.5, FALSE, x
                +U x, -8, -8.00, -8.0, -4.0, FALSE, x
                -U x, -8, -8.00, -8.0, -4.0, FALSE, x
                +U x, -8, -8.00, -8.0, -4.0, FALSE, xx
                """);
    }

    @Test
    void distinctValuesCountOnceAndNullsDont() {
        Aggregates.over("v STRING")
                .user(new Joined(), List.of(0), true, -1, Type.STRING)
                .on("""
                +I a
                +I a
                +I NULL
                -D a
                +I b
                -D a
                """)
                .expect("""
                +I a
                -U a
                +U ab
                -U ab
                +U b
                """);
    }
}
