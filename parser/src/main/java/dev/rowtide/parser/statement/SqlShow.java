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

/** {@code SHOW TABLES [LIKE '...']} and its kin, {@code SHOW CREATE TABLE t}. */
public final class SqlShow extends StatementNode {
    private static final SqlOperator OPERATOR = operator("SHOW", SqlKind.OTHER);

    /** What is shown. */
    public enum Subject {
        TABLES,
        VIEWS,
        FUNCTIONS,
        /** The rows that were dropped, and why. */
        DROPPED,
        SETTINGS,
        CREATE_TABLE,
        CREATE_VIEW
    }

    private final Subject subject;
    private final @Nullable SqlIdentifier name;
    private final @Nullable String pattern;

    public SqlShow(SqlParserPos pos, Subject subject, @Nullable SqlIdentifier name, @Nullable String pattern) {
        super(OPERATOR, pos);
        this.subject = subject;
        this.name = name;
        this.pattern = pattern;
    }

    public Subject subject() {
        return subject;
    }

    /** The object of SHOW CREATE; null otherwise. */
    public @Nullable SqlIdentifier name() {
        return name;
    }

    /** The pattern after LIKE. */
    public @Nullable String pattern() {
        return pattern;
    }

    @Override
    public List<@Nullable SqlNode> getOperandList() {
        return Arrays.asList(name);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("SHOW " + subject.name().replace('_', ' '));
        if (name != null) {
            name.unparse(writer, 0, 0);
        }
        if (pattern != null) {
            writer.keyword("LIKE");
            unparseText(writer, pattern);
        }
    }
}
