// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.calc;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.DeadLetters;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.expression.Evaluation;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of rows on which an expression failed: dead letters, or the end of the job after all that came before.
 */
public final class FailedRows {

    private final Schema schema;
    private final ZoneId zone;
    private final @Nullable DeadLetters deadLetters;

    /** @param schema of the operator's input */
    public FailedRows(Schema schema, OperatorSettings settings) {
        this.schema = schema;
        zone = settings.zone();
        deadLetters = settings.deadLetters();
    }

    /**
     * The result without the failed rows, which are reported as dead letters: once each, when they came, not when they
     * are taken back. Where they take no such failure, the rows of the result before the position of
     * the first failed row are emitted instead.
     *
     * @param input the batch that was evaluated
     * @param result what came of it, over the same physical rows
     * @throws RowFailure if the job shall fail
     */
    public ChangeBatch leaveOut(ChangeBatch input, ChangeBatch result, Evaluation evaluation, Output output) {
        for (int i = 0; i < input.size(); i++) {
            int row = input.row(i);
            EngineException error = evaluation.failure(row);
            if (error == null) {
                continue;
            }
            if (deadLetters == null || !deadLetters.takes(error)) {
                emitBefore(input, row, result, output);
                throw new RowFailure(input.position(row), withRow(error, input, row));
            }
            if (!RowKind.isRetraction(input.kind(row))) {
                deadLetters.accept(input.position(row), RowText.of(input, row, schema, zone), error);
            }
        }
        int[] selected = new int[result.size()];
        int count = 0;
        for (int i = 0; i < result.size(); i++) {
            int row = result.row(i);
            if (evaluation.failure(row) == null) {
                selected[count++] = row;
            }
        }
        return result.withSelection(selected, count);
    }

    /** The halves of an update share their position and stay together, also in what is left out. */
    private static void emitBefore(ChangeBatch input, int failed, ChangeBatch result, Output output) {
        long position = input.position(failed);
        int first = failed;
        while (first > 0 && input.position(first - 1) == position) {
            first--;
        }
        int[] selected = new int[result.size()];
        int count = 0;
        for (int i = 0; i < result.size() && result.row(i) < first; i++) {
            selected[count++] = result.row(i);
        }
        if (count > 0) {
            output.emit(result.withSelection(selected, count));
        }
    }

    private EngineException withRow(EngineException error, ChangeBatch batch, int row) {
        EngineException hinted = withHint(error);
        if (schema.size() == 0) {
            return hinted;
        }
        String detail = error.detail();
        String rowText = "for the row " + RowText.of(batch, row, schema, zone);
        return hinted.withDetail(detail == null ? rowText : detail + ", " + rowText);
    }

    /** What can be done, beside mending the input. */
    private static EngineException withHint(EngineException error) {
        if (error.hint() != null) {
            return error;
        }
        String instead = switch (error.code()) {
            case INVALID_CAST -> "TRY_CAST gives NULL where a value can't be cast; ";
            case DIVISION_BY_ZERO -> "x / NULLIF(y, 0) gives NULL where y is 0; ";
            default -> "";
        };
        return error.withHint(instead + "SET 'bad-records' = 'skip' counts such rows and leaves them out.");
    }
}
