// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** {@code RESET key}, or {@code RESET} alone, which resets every setting. */
public final class SqlReset extends StatementNode {
    private static final SqlOperator OPERATOR = operator("RESET", SqlKind.SET_OPTION);

    private final @Nullable String key;

    public SqlReset(SqlParserPos pos, @Nullable String key) {
        super(OPERATOR, pos);
        this.key = key;
    }

    /** The key as written, without quotes; null for RESET alone. */
    public @Nullable String key() {
        return key;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return List.of();
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("RESET");
        if (key != null) {
            unparseText(writer, key);
        }
    }
}
