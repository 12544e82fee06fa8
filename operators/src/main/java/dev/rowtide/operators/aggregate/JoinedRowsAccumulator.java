// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.operators.state.Arena;
import dev.rowtide.operators.state.OrderedMultisets;
import dev.rowtide.operators.state.SortEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The texts of all rows, one behind the other, with something in front, between them and behind. */
final class JoinedRowsAccumulator extends WholeRowsAccumulator {

    private static final int TEXT_MAX = 1 << 29;

    private final byte[] front;
    private final byte[] separator;
    private final byte[] back;
    private long empty;
    private byte[] text = new byte[256];
    private int length;

    JoinedRowsAccumulator(SortedRows rows, boolean retracts, String front, String separator, String back) {
        super(rows, retracts);
        this.front = front.getBytes(StandardCharsets.UTF_8);
        this.separator = separator.getBytes(StandardCharsets.UTF_8);
        this.back = back.getBytes(StandardCharsets.UTF_8);
        keepEmpty();
    }

    /** Where the text of no rows lies. */
    long empty() {
        return empty;
    }

    private void keepEmpty() {
        length = 0;
        append(front, 0, front.length);
        append(back, 0, back.length);
        empty = keep(text, length);
    }

    @Override
    void compacted() {
        keepEmpty();
    }

    @Override
    byte[] made() {
        return text;
    }

    @Override
    int make(int root) {
        length = 0;
        append(front, 0, front.length);
        OrderedMultisets rows = multisets();
        byte[] data = rows.data();
        boolean[] any = new boolean[1];
        rows.forEach(root, (node, count) -> {
            long handle = SortEncoder.text(data, rows.value(node));
            for (long i = 0; i < count; i++) {
                if (any[0]) {
                    append(separator, 0, separator.length);
                }
                any[0] = true;
                append(data, Arena.start(handle), Arena.length(handle));
            }
        });
        append(back, 0, back.length);
        return any[0] ? length : NO_ROWS;
    }

    private void append(byte[] source, int start, int count) {
        if (count > TEXT_MAX - length) {
            throw new EngineException(ErrorCode.RESOURCE_LIMIT, "a list of texts is too long")
                    .withDetail("It would have more than " + TEXT_MAX + " bytes.")
                    .withHint("Group by more, or join fewer texts: LISTAGG(...) FILTER (WHERE ...).");
        }
        if (length + count > text.length) {
            text = Arrays.copyOf(text, Math.max(length + count, 2 * text.length));
        }
        System.arraycopy(source, start, text, length, count);
        length += count;
    }
}
