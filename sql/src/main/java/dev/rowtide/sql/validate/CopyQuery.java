// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.parser.statement.SqlFileReference;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Copies a parsed query before validation, which rewrites the tree it is given; a view's query is validated again and again. On the way, file references are
 * reported, types are checked, dates of the {@link YearZero} are made casts, the arguments of table functions are looked at, and {@link Conditions} and {@link FilteredOver}
 * are put into the form that validation takes. A function's call that stands in several places, as that in {@code CASE RAND_INTEGER(3) WHEN 1 THEN … WHEN 2 …} or
 * {@code RAND() IN (…)}, is one call in the copy, too.
 */
final class CopyQuery extends SqlShuttle {

    private final Consumer<SqlFileReference> files;
    private final Map<SqlCall, SqlNode> functionCalls = new IdentityHashMap<>();
    private final Function<String, @Nullable String> eventTimes;

    private CopyQuery(Consumer<SqlFileReference> files, Function<String, @Nullable String> eventTimes) {
        this.files = files;
        this.eventTimes = eventTimes;
    }

    /** A copy of {@code query} that shares nothing that validation changes. */
    static SqlNode of(SqlNode query, Consumer<SqlFileReference> files) {
        return of(query, files, table -> null);
    }

    /**
     * The same where tables have event time.
     *
     * @param eventTimes the column of event time of a table, by the table's name; null if there is none
     */
    static SqlNode of(SqlNode query, Consumer<SqlFileReference> files, Function<String, @Nullable String> eventTimes) {
        return new CopyQuery(files, eventTimes).copy(query);
    }

    private SqlNode copy(SqlNode part) {
        SqlNode copy = part.accept(this);
        if (copy == null) {
            throw new IllegalStateException("nothing is left out of a copy: " + part);
        }
        return copy;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        if (!(call.getOperator() instanceof SqlUnresolvedFunction)) {
            return copied(call);
        }
        SqlNode copy = functionCalls.get(call);
        if (copy == null) {
            copy = copied(call);
            functionCalls.put(call, copy);
        }
        return copy;
    }

    private SqlNode copied(SqlCall call) {
        if (Conditions.isMembership(call)) {
            return Conditions.comparisons(call, this::copy);
        }
        if (Conditions.isOfElements(call)) {
            return Conditions.elementwise(call, this::copy);
        }
        if (Conditions.isLongChain(call)) {
            return Conditions.balanced(call, this::copy);
        }
        if (ChangelogCall.is(call)) {
            return Objects.requireNonNull(super.visit(ChangelogCall.resolved(call)));
        }
        if (WindowCall.is(call)) {
            return Objects.requireNonNull(super.visit(WindowCall.resolved(call)));
        }
        SqlCall copying = FilteredOver.is(call) ? FilteredOver.resolved(call) : call;
        CallCopyingArgHandler operands = new CallCopyingArgHandler(copying, true);
        copying.getOperator().acceptCall(this, copying, false, operands);
        SqlNode copy = Objects.requireNonNull(operands.result());
        if (copy instanceof SqlCall copied) {
            OrderWithinGroup.complete(copied);
        }
        if (copy instanceof SqlSelect select) {
            GroupWindows.rewrite(select, eventTimes);
            EmitHint.apply(select);
        }
        if (copy instanceof SqlOrderBy ordered && ((SqlOrderBy) call).query instanceof SqlSelect written) {
            GroupWindows.rewriteOrder(ordered, written, eventTimes);
        }
        return copy instanceof SqlBasicCall copied
                ? AggregateFunctions.replaced(copied, part -> Objects.requireNonNull(part.accept(this)))
                : copy;
    }

    @Override
    public @Nullable SqlNode visit(SqlLiteral literal) {
        return YearZero.is(literal) ? YearZero.cast(literal) : literal;
    }

    @Override
    public @Nullable SqlNode visit(SqlIdentifier name) {
        if (name instanceof SqlFileReference file) {
            files.accept(file);
        }
        return name.clone(name.getParserPosition());
    }

    @Override
    public @Nullable SqlNode visit(SqlDataTypeSpec type) {
        return WrittenTypes.checked(type);
    }
}
