// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code DESCRIBE t}: the columns of a table or view. */
public final class SqlDescribe extends StatementNode {
    private static final SqlOperator OPERATOR = operator("DESCRIBE", SqlKind.DESCRIBE_TABLE);

    private final SqlIdentifier name;

    public SqlDescribe(SqlParserPos pos, SqlIdentifier name) {
        super(OPERATOR, pos);
        this.name = name;
    }

    public SqlIdentifier name() {
        return name;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return List.of(name);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("DESCRIBE");
        name.unparse(writer, 0, 0);
    }
}
