// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** {@code INSERT INTO|OVERWRITE t [(a, b)] query [ON CONFLICT DO ...]}; to the validator an ordinary INSERT. */
public final class SqlInsertInto extends SqlInsert {

    /** What to do with a row whose key the result has already. */
    public enum ConflictAction {
        /** Keep the row that is there. */
        NOTHING,
        /** Fail. */
        ERROR,
        /** Let the rows of one key settle before one is written. */
        DEDUPLICATE
    }

    private final boolean overwrite;
    private final @Nullable ConflictAction conflictAction;

    public SqlInsertInto(
            SqlParserPos pos,
            boolean overwrite,
            SqlNode target,
            SqlNode source,
            @Nullable SqlNodeList columns,
            @Nullable ConflictAction conflictAction) {
        super(pos, SqlNodeList.EMPTY, target, source, columns);
        this.overwrite = overwrite;
        this.conflictAction = conflictAction;
    }

    public boolean overwrite() {
        return overwrite;
    }

    public @Nullable ConflictAction conflictAction() {
        return conflictAction;
    }

    @Override
    public SqlNode clone(SqlParserPos pos) {
        return new SqlInsertInto(pos, overwrite, getTargetTable(), getSource(), getTargetColumnList(), conflictAction);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword(overwrite ? "INSERT OVERWRITE" : "INSERT INTO");
        getTargetTable().unparse(writer, 0, 0);
        SqlNodeList columns = getTargetColumnList();
        if (columns != null) {
            StatementNode.unparseList(writer, columns);
        }
        writer.newlineAndIndent();
        getSource().unparse(writer, 0, 0);
        if (conflictAction != null) {
            writer.keyword("ON CONFLICT DO " + conflictAction);
        }
    }
}
