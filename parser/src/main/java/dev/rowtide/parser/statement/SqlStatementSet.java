// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Several INSERTs that run as one job: {@code EXECUTE STATEMENT SET BEGIN ... END}. */
public final class SqlStatementSet extends StatementNode {
    private static final SqlOperator OPERATOR = operator("STATEMENT SET", SqlKind.OTHER);

    private final SqlNodeList inserts;

    public SqlStatementSet(SqlParserPos pos, SqlNodeList inserts) {
        super(OPERATOR, pos);
        this.inserts = inserts;
    }

    /** The statements in the order written; never empty. */
    public List<SqlInsertInto> inserts() {
        return nodesOf(inserts, SqlInsertInto.class);
    }

    @Override
    public List<SqlNode> getOperandList() {
        return List.of(inserts);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("EXECUTE STATEMENT SET BEGIN");
        for (SqlNode insert : inserts) {
            writer.newlineAndIndent();
            insert.unparse(writer, 0, 0);
            writer.print(";");
        }
        writer.newlineAndIndent();
        writer.keyword("END");
    }
}
