// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ChangeBatchTest {

    private static final byte[] KINDS = {RowKind.PLUS_I, RowKind.MINUS_U, RowKind.PLUS_U, RowKind.MINUS_D};

    /** Column {@code c} of row {@code r} is {@code 10 * r + c}; each column that is made is noted with its number of rows. */
    private record Tens(int[] rows, List<String> made) implements DeferredColumns {
        @Override
        public Column make(int index) {
            made.add(index + " of " + rows.length);
            return new LongColumn(
                    Arrays.stream(rows).mapToLong(row -> 10L * row + index).toArray(), null);
        }

        @Override
        public DeferredColumns take(int[] taken, int n) {
            return new Tens(Arrays.stream(taken, 0, n).map(row -> rows[row]).toArray(), made);
        }
    }

    private final List<String> made = new ArrayList<>();
    private final ChangeBatch batch = ChangeBatch.deferred(
            4, 2, new Tens(new int[] {0, 1, 2, 3}, made), KINDS, new long[] {5, 6, 6, 8}, Watermarks.absent());

    @Test
    void makesAColumnWhenItIsReadAndOnce() {
        assertThat(batch.isDeferred()).isTrue();
        assertThat(made).isEmpty();
        assertThat(batch.longs(1).values()).containsExactly(1, 11, 21, 31);
        assertThat(batch.withSelection(new int[] {2}, 1).longs(1)).isSameAs(batch.column(1));
        assertThat(made).containsExactly("1 of 4");
    }

    @Test
    void takesRowsWithoutMakingColumnsOfTheOthers() {
        ChangeBatch taken = batch.take(new int[] {1, 3, 0}, 2);

        assertThat(taken.rows()).isEqualTo(2);
        assertThat(taken.longs(0).values()).containsExactly(10, 30);
        assertThat(taken.kinds()).containsExactly(RowKind.MINUS_U, RowKind.MINUS_D);
        assertThat(taken.positions()).containsExactly(6, 8);
        assertThat(made).containsExactly("0 of 2");
    }

    @Test
    void isMadeOfTheRowsThatAreSelected() {
        ChangeBatch all = batch.withSelection(new int[] {0, 2}, 2).made();

        assertThat(all.isDeferred()).isFalse();
        assertThat(all.selection()).isNull();
        assertThat(all.size()).isEqualTo(2);
        assertThat(all.longs(0).values()).containsExactly(0, 20);
        assertThat(all.longs(1).values()).containsExactly(1, 21);
        assertThat(all.position(1)).isEqualTo(6);
        assertThat(made).containsExactly("0 of 2", "1 of 2");
    }

    @Test
    void isItselfWhereNothingIsDeferred() {
        ChangeBatch plain = batch.made();

        assertThat(plain.made()).isSameAs(plain);
        assertThat(plain.columns()).containsExactly(batch.column(0), batch.column(1));
        assertThatIllegalStateException().isThrownBy(() -> plain.take(new int[] {0}, 1));
    }
}
