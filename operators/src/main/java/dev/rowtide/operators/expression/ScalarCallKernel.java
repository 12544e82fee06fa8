// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.function.ColumnFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.CallSite;
import org.jspecify.annotations.Nullable;

/**
 * A function without a kernel, called row by row with boxed values unless it works on columns. Whatever it throws is a
 * failure of the row.
 */
final class ScalarCallKernel implements Kernel {

    private final ScalarCall call;
    private final CallSite site;
    private final Kernel[] arguments;
    private final TextTouch texts = new TextTouch();

    ScalarCallKernel(ScalarCall call, Kernel[] arguments) {
        this.call = call;
        this.site = CallSite.of(call);
        this.arguments = arguments;
    }

    @Override
    public Column evaluate(ChangeBatch batch, int @Nullable [] selection, int size, Evaluation evaluation) {
        Column[] columns = CallKernel.evaluateAll(arguments, batch, selection, size, evaluation);
        texts.touch(columns, selection, size);
        if (call.function() instanceof ColumnFunction function && !evaluation.hasFailures()) {
            try {
                return function.apply(columns, selection, size, batch.rows());
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
                // Some row failed: the loop below finds out which, and why.
            }
        }
        @Nullable Object[] values = new @Nullable Object[columns.length];
        ColumnBuilder builder = ColumnBuilder.of(call.type().storage());
        for (int i = 0; i < size; i++) {
            int row = selection == null ? i : selection[i];
            while (builder.rows() < row) {
                builder.appendNull();
            }
            for (int c = 0; c < columns.length; c++) {
                values[c] = Datum.get(columns[c], row, type(c));
            }
            if (evaluation.failure(row) == null) {
                append(builder, values, row, evaluation);
            } else {
                builder.appendNull();
            }
        }
        while (builder.rows() < batch.rows()) {
            builder.appendNull();
        }
        return builder.build();
    }

    private Type type(int argument) {
        return call.arguments().get(argument).type();
    }

    private void append(ColumnBuilder builder, @Nullable Object[] values, int row, Evaluation evaluation) {
        try {
            Datum.append(builder, call.function().apply(values), call.type());
            return;
        } catch (EngineException e) {
            evaluation.fail(row, site.at(e));
        } catch (StackOverflowError e) {
            // As regular expressions do on long texts.
            evaluation.fail(
                    row,
                    () -> site.error(
                            ErrorCode.RESOURCE_LIMIT,
                            call.function().name() + " failed: it is too complex for these arguments"));
        } catch (OutOfMemoryError e) {
            // One array larger than the memory: what there was before is still there.
            evaluation.fail(
                    row,
                    () -> site.error(
                            ErrorCode.RESOURCE_LIMIT, call.function().name() + " failed: its result is too large"));
        } catch (RuntimeException e) {
            // The function may be a user's: its mistakes are the row's failure, not the engine's.
            evaluation.fail(
                    row,
                    site.at(new EngineException(
                                    ErrorCode.INVALID_ARGUMENT, call.function().name() + " failed: " + e.getMessage())
                            .causedBy(e)));
        }
        builder.appendNull();
    }
}
