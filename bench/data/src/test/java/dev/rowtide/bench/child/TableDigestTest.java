// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TableDigestTest {

    @Test
    void orderOfRowsDoesNotMatter() {
        TableDigest one = new TableDigest();
        add(one, 1, "a");
        add(one, 2, "b");
        TableDigest other = new TableDigest();
        add(other, 2, "b");
        add(other, 1, "a");
        assertThat(one.value()).isEqualTo(other.value());
        assertThat(one.rows()).isEqualTo(2);
    }

    @Test
    void aRetractedRowLeavesNoTrace() {
        TableDigest digest = new TableDigest();
        add(digest, 1, "a");
        String before = digest.value();
        add(digest, 2, "b");
        digest.number(2).text("b").endRow(false);
        assertThat(digest.value()).isEqualTo(before);
        assertThat(digest.rows()).isEqualTo(1);
    }

    @Test
    void differentRowsDiffer() {
        assertThat(of(1, "a")).isNotEqualTo(of(1, "b")).isNotEqualTo(of(2, "a"));
        assertThat(twice(1, "a")).isNotEqualTo(of(1, "a"));
    }

    @Test
    void fieldsAreTakenAsTheirText() {
        assertThat(ofText("0")).isEqualTo(ofDecimal(0, 0));
        assertThat(ofText("-42")).isEqualTo(ofDecimal(-42, 0));
        assertThat(ofText("9223372036854775807")).isEqualTo(ofDecimal(Long.MAX_VALUE, 0));
        assertThat(ofText("-9223372036854775808")).isEqualTo(ofDecimal(Long.MIN_VALUE, 0));
        assertThat(ofText("0.000")).isEqualTo(ofDecimal(0, 3));
        assertThat(ofText("-0.005")).isEqualTo(ofDecimal(-5, 3));
        assertThat(ofText("12.340")).isEqualTo(ofDecimal(12_340, 3));
        assertThat(ofText(null)).isEqualTo(ofText("\\N"));
        TableDigest slice = new TableDigest();
        slice.text("xäy".getBytes(StandardCharsets.UTF_8), 1, 2).endRow(true);
        assertThat(slice.value()).isEqualTo(ofText("ä"));
        TableDigest joined = new TableDigest();
        joined.number(1).text("a").endRow(true);
        assertThat(joined.value()).isEqualTo(ofText("1|a"));
    }

    @Test
    void digestsOfPartsAddUp() {
        TableDigest whole = new TableDigest();
        add(whole, 1, "a");
        add(whole, 2, "b");
        TableDigest first = new TableDigest();
        add(first, 1, "a");
        TableDigest second = new TableDigest();
        add(second, 2, "b");
        first.add(second);
        assertThat(first.value()).isEqualTo(whole.value());
        assertThat(first.rows()).isEqualTo(2);
    }

    private static void add(TableDigest digest, long number, String text) {
        digest.number(number).text(text).endRow(true);
    }

    private static String of(long number, String text) {
        TableDigest digest = new TableDigest();
        add(digest, number, text);
        return digest.value();
    }

    private static String twice(long number, String text) {
        TableDigest digest = new TableDigest();
        add(digest, number, text);
        add(digest, number, text);
        return digest.value();
    }

    private static String ofText(@Nullable String text) {
        TableDigest digest = new TableDigest();
        digest.text(text).endRow(true);
        return digest.value();
    }

    private static String ofDecimal(long unscaled, int scale) {
        TableDigest digest = new TableDigest();
        digest.decimal(unscaled, scale).endRow(true);
        return digest.value();
    }
}
