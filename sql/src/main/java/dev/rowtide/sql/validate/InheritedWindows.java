// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Gives a window that is based on a named one, {@code OVER (w ROWS 1 PRECEDING)}, the partition and order of that. Calcite does so too, and forgets the frame. What is not allowed, as
 * a second order, is left for Calcite to refuse. A frame that says only where it begins ends with the current row. Of named windows that are equal then, which Calcite does not allow, one is left, and the others are names for it.
 */
final class InheritedWindows extends SqlBasicVisitor<@Nullable Void> {

    private static final int REFERENCE = 1;
    private static final int PARTITION = 2;
    private static final int ORDER = 3;

    /** The operand of a SELECT that has its named windows. */
    private static final int WINDOWS = 6;

    /** The named windows of the SELECTs around, the innermost first. */
    private final Deque<Map<String, SqlWindow>> named = new ArrayDeque<>();

    /** The first of the windows that are equal to one of the innermost SELECT, by its name, where that is another one. */
    private final Deque<Map<String, SqlIdentifier>> same = new ArrayDeque<>();

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
        if (call.getKind() == SqlKind.OVER && call.operand(1) instanceof SqlIdentifier name && !same.isEmpty()) {
            SqlIdentifier first = same.getFirst().get(key(name.getSimple()));
            if (first != null) {
                call.setOperand(1, first.clone(name.getParserPosition()));
            }
        }
        if (!(call instanceof SqlSelect select)) {
            return super.visit(call);
        }
        named.push(new HashMap<>());
        same.push(new HashMap<>());
        select.setOperand(WINDOWS, completed(select.getWindowList()));
        super.visit(call);
        named.pop();
        same.pop();
        return null;
    }

    /** The named windows of a SELECT, each different one once. */
    private SqlNodeList completed(SqlNodeList windows) {
        SqlNodeList different = new SqlNodeList(windows.getParserPosition());
        for (SqlNode node : windows) {
            SqlWindow window = (SqlWindow) node;
            // It may be based on those that come before it only.
            inherit(window);
            SqlIdentifier name = Objects.requireNonNull(window.getDeclName(), "a window of a list has a name");
            boolean isNew = named.getFirst().put(key(name.getSimple()), window) == null;
            SqlNode first = different.stream()
                    .filter(other -> isNew && other.equalsDeep(window, Litmus.IGNORE))
                    .findFirst()
                    .orElse(null);
            if (first == null) {
                different.add(window);
            } else {
                same.getFirst().put(key(name.getSimple()), Objects.requireNonNull(((SqlWindow) first).getDeclName()));
            }
        }
        return different;
    }

    private void inherit(SqlWindow window) {
        if (window.getLowerBound() != null && window.getUpperBound() == null) {
            window.setUpperBound(
                    SqlWindow.createCurrentRow(window.getLowerBound().getParserPosition()));
        }
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
