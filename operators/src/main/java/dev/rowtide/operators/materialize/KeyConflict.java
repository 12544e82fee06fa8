// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.materialize;

import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.ValueText;
import dev.rowtide.operators.state.RowStore;
import java.time.ZoneId;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/** Says which rows claim one key of the sink. */
final class KeyConflict {

    private final Schema schema;
    private final int[] keys;
    private final int[] all;
    private final ZoneId zone;

    KeyConflict(UpsertMaterialize node, ZoneId zone) {
        schema = node.schema();
        keys = node.keys().toArray();
        all = IntStream.range(0, schema.size()).toArray();
        this.zone = zone;
    }

    EngineException of(RowStore rows, int one, int other) {
        return new EngineException(
                        ErrorCode.KEY_CONFLICT,
                        "two rows of the result have the key " + text(rows, one, keys) + " of the sink")
                .withDetail("UpsertMaterialize(key=[" + names() + "]) has (" + text(rows, one, all) + ") and ("
                        + text(rows, other, all) + ") at the same time, which ON CONFLICT DO ERROR forbids")
                .withHint("ON CONFLICT DO DEDUPLICATE keeps the latest of them, DO NOTHING the earliest.");
    }

    private String names() {
        StringJoiner names = new StringJoiner(", ");
        for (int column : keys) {
            names.add(schema.name(column));
        }
        return names.toString();
    }

    private String text(RowStore rows, int number, int[] columns) {
        StringJoiner text = new StringJoiner(", ");
        for (int column : columns) {
            Object value = Datum.get(rows.column(column, new int[] {number}, 1), 0, schema.type(column));
            String valueText = value == null ? "NULL" : ValueText.format(value, schema.type(column), zone);
            text.add(schema.name(column) + " = " + valueText);
        }
        return text.toString();
    }
}
