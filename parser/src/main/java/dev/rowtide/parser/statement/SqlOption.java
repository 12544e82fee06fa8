// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code 'key' = 'value'} in a WITH clause. */
public final class SqlOption extends StatementNode {
    private static final SqlOperator OPERATOR = operator("OPTION", SqlKind.OTHER);

    private final String key;
    private final SqlNode value;

    public SqlOption(SqlParserPos pos, String key, SqlNode value) {
        super(OPERATOR, pos);
        this.key = key;
        this.value = value;
    }

    /** The key as written, without quotes. */
    public String key() {
        return key;
    }

    /** The value as text: a string without its quotes, a number, {@code true} or {@code false}, a duration such as {@code 10s}. */
    public String value() {
        return SettingText.of(value);
    }

    /** The value as parsed. */
    public SqlNode valueNode() {
        return value;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return List.of(value);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        unparseText(writer, key);
        writer.keyword("=");
        value.unparse(writer, 0, 0);
    }
}
