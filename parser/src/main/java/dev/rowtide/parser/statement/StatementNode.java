// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** What our nodes share: an operator that only names them, and ways to print their parts. */
abstract class StatementNode extends SqlCall {
    private final SqlOperator operator;

    StatementNode(SqlOperator operator, SqlParserPos pos) {
        super(pos);
        this.operator = operator;
    }

    static SqlOperator operator(String name, SqlKind kind) {
        return new SqlSpecialOperator(name, kind);
    }

    @Override
    public SqlOperator getOperator() {
        return operator;
    }

    /** Itself: the node is immutable, nobody needs it at another position, and Calcite's way would keep only the operands. */
    @Override
    public SqlNode clone(SqlParserPos pos) {
        return this;
    }

    @Override
    public abstract void unparse(SqlWriter writer, int leftPrec, int rightPrec);

    static void unparseCreate(
            SqlWriter writer, boolean replace, boolean temporary, String object, boolean ifNotExists) {
        writer.keyword("CREATE");
        if (replace) {
            writer.keyword("OR REPLACE");
        }
        if (temporary) {
            writer.keyword("TEMPORARY");
        }
        writer.keyword(object);
        if (ifNotExists) {
            writer.keyword("IF NOT EXISTS");
        }
    }

    static void unparseList(SqlWriter writer, SqlNodeList nodes) {
        SqlWriter.Frame frame = writer.startList("(", ")");
        for (SqlNode node : nodes) {
            writer.sep(",");
            node.unparse(writer, 0, 0);
        }
        writer.endList(frame);
    }

    static void unparseText(SqlWriter writer, String text) {
        writer.literal("'" + text.replace("'", "''") + "'");
    }

    static void unparseComment(SqlWriter writer, @Nullable String comment) {
        if (comment != null) {
            writer.keyword("COMMENT");
            unparseText(writer, comment);
        }
    }

    static <T extends SqlNode> List<T> nodesOf(@Nullable SqlNodeList nodes, Class<T> type) {
        if (nodes == null) {
            return List.of();
        }
        return nodes.getList().stream().filter(type::isInstance).map(type::cast).toList();
    }
}
