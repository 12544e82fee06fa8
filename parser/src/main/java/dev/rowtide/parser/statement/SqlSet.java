// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.Arrays;
import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** {@code SET key = value}, or {@code SET} alone, which lists the settings. */
public final class SqlSet extends StatementNode {
    private static final SqlOperator OPERATOR = operator("SET", SqlKind.SET_OPTION);

    private final @Nullable String key;
    private final @Nullable SqlNode value;

    public SqlSet(SqlParserPos pos, @Nullable String key, @Nullable SqlNode value) {
        super(OPERATOR, pos);
        this.key = key;
        this.value = value;
    }

    /** The key as written, without quotes; null for SET alone. */
    public @Nullable String key() {
        return key;
    }

    /**
     * The value as text: a string without its quotes, a number, a word, a duration such as {@code 10s} or
     * {@code 1 hour}.
     */
    public @Nullable String value() {
        return value == null ? null : SettingText.of(value);
    }

    /** The value as parsed. */
    public @Nullable SqlNode valueNode() {
        return value;
    }

    @Override
    public List<@Nullable SqlNode> getOperandList() {
        return Arrays.asList(value);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("SET");
        if (key != null) {
            unparseText(writer, key);
        }
        if (value != null) {
            writer.keyword("=");
            value.unparse(writer, 0, 0);
        }
    }
}
