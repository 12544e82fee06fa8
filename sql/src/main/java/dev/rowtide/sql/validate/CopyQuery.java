// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.parser.statement.SqlFileReference;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Copies a parsed query before validation, which rewrites the tree it is given; a view's query is validated again and again. On the way, file references are
 * reported, types are checked, the arguments of table functions are looked at, and {@link Conditions} and {@link FilteredOver} are put into the form that validation takes.
 */
final class CopyQuery extends SqlShuttle {

    private final Consumer<SqlFileReference> files;

    private CopyQuery(Consumer<SqlFileReference> files) {
        this.files = files;
    }

    /** A copy of {@code query} that shares nothing that validation changes. */
    static SqlNode of(SqlNode query, Consumer<SqlFileReference> files) {
        return new CopyQuery(files).copy(query);
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
        if (Conditions.isMembership(call)) {
            return Conditions.comparisons(call, this::copy);
        }
        if (Conditions.isLongChain(call)) {
            return Conditions.balanced(call, this::copy);
        }
        if (ChangelogCall.is(call)) {
            return super.visit(ChangelogCall.resolved(call));
        }
        SqlCall copying = FilteredOver.is(call) ? FilteredOver.resolved(call) : call;
        CallCopyingArgHandler operands = new CallCopyingArgHandler(copying, true);
        copying.getOperator().acceptCall(this, copying, false, operands);
        SqlNode copy = operands.result();
        if (copy instanceof SqlCall copied) {
            OrderWithinGroup.complete(copied);
        }
        return copy instanceof SqlBasicCall copied
                ? AggregateFunctions.replaced(copied, part -> Objects.requireNonNull(part.accept(this)))
                : copy;
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
