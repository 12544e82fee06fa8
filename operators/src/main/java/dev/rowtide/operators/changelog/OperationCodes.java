// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.changelog;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.FromChangelog;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.expression.Evaluation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The texts that say kinds. */
final class OperationCodes {

    private static final int LONGEST_SHOWN = 100;

    private final String name;
    private final int column;

    /** Whether the column pads its values with blanks. */
    private final boolean isPadded;

    private final List<byte[]> codes = new ArrayList<>();
    private final byte[] kinds;
    private final String known;

    OperationCodes(FromChangelog node) {
        column = node.operation();
        name = node.input().schema().name(column);
        isPadded = node.input().schema().type(column).kind() == TypeKind.CHAR;
        kinds = new byte[node.kinds().size()];
        for (Map.Entry<String, Integer> code : new TreeMap<>(node.kinds()).entrySet()) {
            kinds[codes.size()] = code.getValue().byteValue();
            String text = isPadded ? code.getKey().stripTrailing() : code.getKey();
            codes.add(text.getBytes(UTF_8));
        }
        known = node.kinds().keySet().stream()
                .sorted()
                .map(text -> "'" + text + "'")
                .collect(Collectors.joining(", "));
    }

    /** The kinds of the rows of a batch, by physical row; those without one fail. */
    byte[] kinds(ChangeBatch batch, Evaluation evaluation) {
        BytesColumn operations = batch.bytes(column);
        byte[] found = new byte[batch.rows()];
        int last = 0;
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            if (operations.isNull(row)) {
                evaluation.fail(row, unknown("NULL"));
                continue;
            }
            if (!isCode(last, operations, row)) {
                last = find(operations, row);
            }
            if (last == codes.size()) {
                String text = operations.text(row);
                boolean isLong = text.length() > LONGEST_SHOWN;
                evaluation.fail(row, unknown("'" + (isLong ? text.substring(0, LONGEST_SHOWN) + "..." : text) + "'"));
            } else {
                found[row] = kinds[last];
            }
        }
        return found;
    }

    private int find(BytesColumn operations, int row) {
        int code = 0;
        while (code < codes.size() && !isCode(code, operations, row)) {
            code++;
        }
        return code;
    }

    private boolean isCode(int code, BytesColumn operations, int row) {
        if (code == codes.size()) {
            return false;
        }
        byte[] bytes = codes.get(code);
        byte[] data = operations.data();
        int start = operations.starts()[row];
        int end = start + operations.lengths()[row];
        while (isPadded && end > start && data[end - 1] == ' ') {
            end--;
        }
        return Arrays.equals(bytes, 0, bytes.length, data, start, end);
    }

    private EngineException unknown(String operation) {
        return new EngineException(ErrorCode.BAD_RECORD, "column \"" + name + "\" says no kind of change: " + operation)
                .withDetail("the codes known are " + known)
                .withHint("Name the code in op_mapping, or filter such rows out before FROM_CHANGELOG.");
    }
}
