// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.Arrays;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** {@code WATERMARK FOR ts [AS expression]} among the columns of a table. */
public final class SqlWatermark extends StatementNode {
    private static final SqlOperator OPERATOR = operator("WATERMARK", SqlKind.OTHER_DDL);

    private final SqlIdentifier column;
    private final @Nullable SqlNode strategy;

    public SqlWatermark(SqlParserPos pos, SqlIdentifier column, @Nullable SqlNode strategy) {
        super(OPERATOR, pos);
        this.column = column;
        this.strategy = strategy;
    }

    public SqlIdentifier column() {
        return column;
    }

    /** The expression after AS; null leaves the choice to the engine. */
    public @Nullable SqlNode strategy() {
        return strategy;
    }

    @Override
    public List<@Nullable SqlNode> getOperandList() {
        return Arrays.asList(column, strategy);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("WATERMARK FOR");
        column.unparse(writer, 0, 0);
        if (strategy != null) {
            writer.keyword("AS");
            strategy.unparse(writer, 0, 0);
        }
    }
}
