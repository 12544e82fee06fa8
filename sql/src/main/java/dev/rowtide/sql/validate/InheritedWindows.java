// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Gives a window that is based on a named one, {@code OVER (w ROWS 1 PRECEDING)}, the partition and order of that. Calcite does so too, and forgets the frame. What is not allowed, as
 * a second order, is left for Calcite to refuse.
 */
final class InheritedWindows extends SqlBasicVisitor<@Nullable Void> {

    private static final int REFERENCE = 1;
    private static final int PARTITION = 2;
    private static final int ORDER = 3;

    /** The named windows of the SELECTs around, the innermost first. */
    private final Deque<Map<String, SqlWindow>> named = new ArrayDeque<>();

    private InheritedWindows() {}

    /** Completes the windows of a query, in place. */
    static void in(SqlNode query) {
        query.accept(new InheritedWindows());
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
        if (call instanceof SqlWindow window) {
            inherit(window);
            return super.visit(call);
        }
        if (!(call instanceof SqlSelect select)) {
            return super.visit(call);
        }
        Map<String, SqlWindow> windows = new HashMap<>();
        named.push(windows);
        for (SqlNode node : select.getWindowList()) {
            SqlWindow window = (SqlWindow) node;
            // Those that come before it only.
            inherit(window);
            if (window.getDeclName() != null) {
                windows.put(key(window.getDeclName().getSimple()), window);
            }
        }
        super.visit(call);
        named.pop();
        return null;
    }

    private void inherit(SqlWindow window) {
        SqlWindow base = window.getRefName() == null || named.isEmpty()
                ? null
                : named.getFirst().get(key(window.getRefName().getSimple()));
        if (base == null
                || base.getRefName() != null
                || base.getLowerBound() != null
                || base.getUpperBound() != null
                || !window.getPartitionList().isEmpty()
                || !window.getOrderList().isEmpty() && !base.getOrderList().isEmpty()) {
            return;
        }
        window.setOperand(
                PARTITION, base.getPartitionList().clone(base.getPartitionList().getParserPosition()));
        if (window.getOrderList().isEmpty()) {
            SqlNodeList order = base.getOrderList();
            window.setOperand(ORDER, order.clone(order.getParserPosition()));
        }
        window.setOperand(REFERENCE, null);
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
