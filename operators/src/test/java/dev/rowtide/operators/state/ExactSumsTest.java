// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactSumsTest {

    /** Products of numbers of very different sizes come and go; the sum is exactly that of BigDecimal. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3, 40, 300, 1000})
    void sumsOfProductsAreThoseOfBigDecimal(int exponents) {
        Random random = new Random(exponents);
        ExactSums sums = ExactSums.ofProducts();
        int sum = 0;
        BigDecimal model = BigDecimal.ZERO;
        for (int step = 0; step < 3_000; step++) {
            double x = value(random, exponents);
            double y = random.nextInt(9) == 0 ? 0 : value(random, exponents);
            int sign = random.nextBoolean() ? 1 : -1;
            sum = sums.addProduct(sum, x, y, sign);
            model = model.add(new BigDecimal(x).multiply(new BigDecimal(y)).multiply(BigDecimal.valueOf(sign)));
            if (step % 1_000 == 999) {
                StateBytes bytes = new StateBytes();
                sums.write(sum, bytes);
                sums = ExactSums.ofProducts();
                sum = sums.read(StateBytes.of(bytes.toByteArray()));
            }
            if (step % 97 == 0) {
                int exponent = sums.exponent(sum);
                BigDecimal unit = exponent < 0
                        ? BigDecimal.ONE.divide(BigDecimal.valueOf(2).pow(-exponent))
                        : BigDecimal.valueOf(2).pow(exponent);
                assertThat(new BigDecimal(sums.unscaled(sum)).multiply(unit)).isEqualByComparingTo(model);
            }
        }
        assertThat(sums.isFinite(sum)).isTrue();
        sum = sums.addProduct(sum, Double.POSITIVE_INFINITY, 0, 1);
        assertThat(sums.isFinite(sum)).isFalse();
        sum = sums.addProduct(sum, Double.POSITIVE_INFINITY, 0, -1);
        assertThat(sums.isFinite(sum)).isTrue();
    }

    /** Numbers of very different sizes come and go; the sum is always that of BigDecimal, rounded once. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3, 40, 300, 1000})
    void theSumIsThatOfBigDecimal(int exponents) {
        Random random = new Random(exponents);
        ExactSums sums = new ExactSums();
        int sum = 0;
        BigDecimal model = BigDecimal.ZERO;
        List<Double> present = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            if (present.isEmpty() || random.nextInt(20) < 11) {
                double value = value(random, exponents);
                present.add(value);
                sum = sums.add(sum, value);
                model = model.add(new BigDecimal(value));
            } else {
                double value = present.remove(random.nextInt(present.size()));
                sum = sums.subtract(sum, value);
                model = model.subtract(new BigDecimal(value));
            }
            if (step % 37 == 0) {
                assertThat(sums.value(sum)).isEqualTo(model.doubleValue());
            }
            if (step % 5_000 == 4_999) {
                StateBytes bytes = new StateBytes();
                sums.write(sum, bytes);
                sums = new ExactSums();
                sum = sums.read(StateBytes.of(bytes.toByteArray()));
            }
        }
        assertThat(sums.value(sum)).isEqualTo(model.doubleValue());
        for (double value : present) {
            sum = sums.subtract(sum, value);
        }
        assertThat(sums.value(sum)).isEqualTo(0.0);
    }

    @Test
    void aHundredThousandRetractionsLeaveNoTrace() {
        Random random = new Random(5);
        ExactSums sums = new ExactSums();
        int sum = sums.add(sums.add(0, 0.1), 0.2);
        double[] values = random.doubles(100_000, -1e15, 1e15).toArray();
        for (double value : values) {
            sum = sums.add(sum, value);
        }
        for (double value : values) {
            sum = sums.subtract(sum, value);
        }
        assertThat(sums.value(sum))
                .isEqualTo(new BigDecimal(0.1).add(new BigDecimal(0.2)).doubleValue());
    }

    @Test
    void theEndsOfTheRange() {
        assertThat(sumOf(Double.MIN_VALUE, Double.MIN_VALUE)).isEqualTo(2 * Double.MIN_VALUE);
        assertThat(sumOf(Double.MIN_NORMAL, -Double.MIN_VALUE)).isEqualTo(Double.MIN_NORMAL - Double.MIN_VALUE);
        assertThat(sumOf(-Double.MAX_VALUE)).isEqualTo(-Double.MAX_VALUE);
        assertThat(sumOf(Double.MAX_VALUE, Double.MAX_VALUE)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(sumOf(-Double.MAX_VALUE, -Double.MAX_VALUE)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(sumOf(Double.MAX_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE)).isEqualTo(Double.MAX_VALUE);
        assertThat(sumOf(Double.MAX_VALUE, Double.MIN_VALUE)).isEqualTo(Double.MAX_VALUE);
        assertThat(sumOf(-0.0)).isEqualTo(0.0);
        assertThat(sumOf(0x1p53, 1)).isEqualTo(0x1p53);
        assertThat(sumOf(0x1p53, 1, Double.MIN_VALUE)).isEqualTo(0x1p53 + 2);
        assertThat(sumOf(0x1.fffffffffffffp52, 0.5)).isEqualTo(0x1p53);
        assertThat(sumOf(-0x1p53, -3)).isEqualTo(-0x1p53 - 4);
    }

    @Test
    void nanAndInfinitiesAreCounted() {
        ExactSums sums = new ExactSums();
        int sum = sums.add(sums.add(0, 1.5), Double.POSITIVE_INFINITY);
        assertThat(sums.value(sum)).isEqualTo(Double.POSITIVE_INFINITY);
        sum = sums.add(sum, Double.NEGATIVE_INFINITY);
        assertThat(sums.value(sum)).isNaN();
        sum = sums.subtract(sum, Double.POSITIVE_INFINITY);
        assertThat(sums.value(sum)).isEqualTo(Double.NEGATIVE_INFINITY);
        sum = sums.add(sum, Double.NaN);
        assertThat(sums.value(sum)).isNaN();
        sum = sums.subtract(sums.subtract(sum, Double.NaN), Double.NEGATIVE_INFINITY);
        assertThat(sums.value(sum)).isEqualTo(1.5);
    }

    @Test
    void freedSumsAreUsedAgain() {
        ExactSums sums = new ExactSums();
        for (int i = 0; i < 10_000; i++) {
            int sum = sums.add(sums.add(0, Double.MAX_VALUE), Double.MIN_VALUE);
            assertThat(sums.value(sum)).isEqualTo(Double.MAX_VALUE);
            sums.free(sum);
        }
        assertThat(sums.bytes()).isLessThan(4096);
    }

    private static double sumOf(double... values) {
        ExactSums sums = new ExactSums();
        int sum = 0;
        for (double value : values) {
            sum = sums.add(sum, value);
        }
        return sums.value(sum);
    }

    private static double value(Random random, int exponents) {
        double mantissa = random.nextDouble() * 2 - 1;
        double value = Math.scalb(mantissa, exponents == 0 ? 0 : random.nextInt(2 * exponents) - exponents);
        return random.nextInt(10) == 0 ? Math.rint(value) : value;
    }
}
