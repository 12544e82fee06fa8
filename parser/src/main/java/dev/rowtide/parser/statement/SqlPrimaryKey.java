// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.Arrays;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** {@code [CONSTRAINT name] PRIMARY KEY (a, b) [[NOT] ENFORCED]} among the columns of a table. */
public final class SqlPrimaryKey extends StatementNode {
    private static final SqlOperator OPERATOR = operator("PRIMARY KEY", SqlKind.PRIMARY_KEY);

    private final @Nullable SqlIdentifier constraintName;
    private final SqlNodeList columns;
    private final boolean enforced;

    public SqlPrimaryKey(
            SqlParserPos pos, @Nullable SqlIdentifier constraintName, SqlNodeList columns, boolean enforced) {
        super(OPERATOR, pos);
        this.constraintName = constraintName;
        this.columns = columns;
        this.enforced = enforced;
    }

    public @Nullable SqlIdentifier constraintName() {
        return constraintName;
    }

    public List<SqlIdentifier> columns() {
        return nodesOf(columns, SqlIdentifier.class);
    }

    /** False for NOT ENFORCED. */
    public boolean enforced() {
        return enforced;
    }

    @Override
    public List<@Nullable SqlNode> getOperandList() {
        return Arrays.asList(constraintName, columns);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        if (constraintName != null) {
            writer.keyword("CONSTRAINT");
            constraintName.unparse(writer, 0, 0);
        }
        writer.keyword("PRIMARY KEY");
        unparseList(writer, columns);
        if (!enforced) {
            writer.keyword("NOT ENFORCED");
        }
    }
}
