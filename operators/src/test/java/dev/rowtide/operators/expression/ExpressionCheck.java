// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks an expression on one row in all the ways that a kernel can meet it: over all rows and over a selection, among rows of NULL and alone. Values are written as
 * text; null is NULL.
 */
final class ExpressionCheck {

    private final Expression expression;
    private final Type[] columns;
    private ZoneId zone = ZoneId.of("UTC");

    private ExpressionCheck(Expression expression, Type... columns) {
        this.expression = expression;
        this.columns = columns;
    }

    /** @param columns the types of the input's columns */
    static ExpressionCheck of(Expression expression, Type... columns) {
        return new ExpressionCheck(expression, columns);
    }

    ExpressionCheck in(String zone) {
        this.zone = ZoneId.of(zone);
        return this;
    }

    /** A value for each column, as text, then the result expected. */
    ExpressionCheck gives(@Nullable String... valuesAndResult) {
        assertThat(valuesAndResult).hasSize(columns.length + 1);
        String expected = valuesAndResult[columns.length];
        for (ChangeBatch batch : batches(valuesAndResult)) {
            Evaluation evaluation = new Evaluation(FunctionCheck.TICK);
            Column column = evaluate(batch, evaluation);
            int row = batch.row(batch.size() - 1);
            EngineException failure = evaluation.failure(row);
            assertThat(failure == null ? null : failure.message())
                    .as("failure of %s for %s", expression, List.of(columns))
                    .isNull();
            Object value = Datum.get(column, row, expression.type());
            assertThat(value == null ? null : ValueText.format(value, expression.type(), zone))
                    .as("%s of %s in a batch of %s", expression, Arrays.toString(valuesAndResult), batch.size())
                    .isEqualTo(expected);
        }
        return this;
    }

    /** A value for each column, as text, for which the expression fails. */
    ExpressionCheck fails(ErrorCode code, String message, String detail, @Nullable String... values) {
        assertThat(values).hasSize(columns.length);
        for (ChangeBatch batch : batches(values)) {
            Evaluation evaluation = new Evaluation(FunctionCheck.TICK);
            evaluate(batch, evaluation);
            EngineException failure = evaluation.failure(batch.row(batch.size() - 1));
            assertThat(failure)
                    .as("failure of %s for %s", expression, Arrays.toString(values))
                    .isNotNull();
            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure.message()).isEqualTo(message);
            assertThat(failure.detail()).startsWith(detail);
        }
        return this;
    }

    /** A datum from its text; intervals as their stored number. */
    static @Nullable Object datum(@Nullable String text, Type type, ZoneId zone) {
        if (text == null) {
            return null;
        }
        return switch (type.kind()) {
            case INTERVAL_DAY_TIME, INTERVAL_YEAR_MONTH -> Long.parseLong(text);
            default -> ValueText.parse(text, type, zone);
        };
    }

    private Column evaluate(ChangeBatch batch, Evaluation evaluation) {
        return ExpressionCompiler.compile(expression, zone)
                .evaluate(batch, batch.selection(), batch.size(), evaluation);
    }

    /** The row alone; last of three among rows of NULL; the same with a selection that leaves the first one out; and without any NULL. */
    private List<ChangeBatch> batches(@Nullable String[] row) {
        @Nullable String[] nulls = new @Nullable String[columns.length];
        ChangeBatch three = batch(nulls, nulls, row);
        ChangeBatch pair = batch(row, row);
        return List.of(
                batch(new @Nullable String[][] {row}),
                three,
                three.withSelection(new int[] {1, 2}, 2),
                pair,
                pair.withSelection(new int[] {1}, 1));
    }

    private ChangeBatch batch(@Nullable String[]... rows) {
        BatchBuilder builder = new BatchBuilder(new Schema(
                Arrays.stream(columns).map(type -> new Field("c", type)).toList()));
        for (@Nullable String[] row : rows) {
            for (int c = 0; c < columns.length; c++) {
                Datum.append(builder.column(c), datum(row[c], columns[c], zone), columns[c]);
            }
            builder.endRow(RowKind.PLUS_I, builder.rows());
        }
        return builder.build(Watermarks.absent());
    }
}
