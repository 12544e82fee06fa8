// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import org.jspecify.annotations.Nullable;

/** What SUM and AVG make of a count and a total, for those who keep these elsewhere than in groups. One result at a time. */
public final class TotalResult {

    private final Storage argument;
    private final Result result;
    private final WordColumns words;
    private final ResultVector out = new ResultVector();

    /**
     * SUM, or AVG.
     *
     * @param argument the type of what is summed
     * @param type the type of the result
     * @param call the call as people know it, for errors
     */
    public TotalResult(boolean average, Type argument, Type type, Provenance call) {
        this.argument = argument.storage();
        words = new WordColumns(WideSumAccumulator.LOW + 1);
        words.ensure(1);
        if (this.argument == Storage.DOUBLE) {
            result = average ? new DoubleResults.Average(0, type) : new DoubleResults.Sum(0, type, false);
            return;
        }
        ExactTotal total = new ExactTotal(0, this.argument);
        NumericRange range = new NumericRange(call, type);
        int scale = argument.kind() == TypeKind.DECIMAL ? argument.scale() : 0;
        result = average ? new AverageResult(total, range, type, scale) : new SumResult(total, range, type, false);
    }

    /** The result of a whole total in 192 bits, upper part first. */
    public void compute(long count, long top, long high, long low) {
        if (argument == Storage.WIDE) {
            words.column(WideSumAccumulator.COUNT)[0] = count;
            words.column(WideSumAccumulator.TOP)[0] = top;
            words.column(WideSumAccumulator.HIGH)[0] = high;
            words.column(WideSumAccumulator.LOW)[0] = low;
        } else {
            words.column(SumAccumulator.COUNT)[0] = count;
            words.column(SumAccumulator.HIGH)[0] = high;
            words.column(SumAccumulator.LOW)[0] = low;
        }
        result.compute(words, 1, out);
    }

    /**
     * The result of a floating-point total.
     *
     * @param beyondRange of an infinite one: how far it is beyond the range of numbers, see {@link dev.rowtide.operators.state.ExactSums#beyondRange}
     */
    public void compute(long count, double total, double beyondRange) {
        words.column(DoubleSumAccumulator.COUNT)[0] = count;
        words.column(DoubleSumAccumulator.SUM)[0] = Double.doubleToRawLongBits(total);
        words.column(DoubleSumAccumulator.REST)[0] = Double.doubleToRawLongBits(beyondRange);
        result.compute(words, 1, out);
    }

    public boolean isNull() {
        return out.isNull(0);
    }

    /** The result's word, the upper one of a wide number. */
    public long word() {
        return out.values()[0];
    }

    /** The lower word of a wide number. */
    public long low() {
        return out.low().length == 0 ? 0 : out.low()[0];
    }

    /** Why there is no result; null if there is one. */
    public @Nullable EngineException failure() {
        return out.failure();
    }
}
