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

/** {@code CREATE [OR REPLACE] [TEMPORARY] VIEW [IF NOT EXISTS] v [(a, b)] AS query}. */
public final class SqlCreateView extends StatementNode {
    private static final SqlOperator OPERATOR = operator("CREATE VIEW", SqlKind.CREATE_VIEW);

    private final boolean replace;
    private final boolean temporary;
    private final boolean ifNotExists;
    private final SqlIdentifier name;
    private final @Nullable SqlNodeList columns;
    private final SqlNode query;

    public SqlCreateView(
            SqlParserPos pos,
            boolean replace,
            boolean temporary,
            boolean ifNotExists,
            SqlIdentifier name,
            @Nullable SqlNodeList columns,
            SqlNode query) {
        super(OPERATOR, pos);
        this.replace = replace;
        this.temporary = temporary;
        this.ifNotExists = ifNotExists;
        this.name = name;
        this.columns = columns;
        this.query = query;
    }

    public boolean replace() {
        return replace;
    }

    public boolean temporary() {
        return temporary;
    }

    public boolean ifNotExists() {
        return ifNotExists;
    }

    public SqlIdentifier name() {
        return name;
    }

    /** The names given to the query's columns; empty if it keeps its own. */
    public List<SqlIdentifier> columns() {
        return nodesOf(columns, SqlIdentifier.class);
    }

    public SqlNode query() {
        return query;
    }

    @Override
    public List<@Nullable SqlNode> getOperandList() {
        return Arrays.asList(name, columns, query);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        unparseCreate(writer, replace, temporary, "VIEW", ifNotExists);
        name.unparse(writer, 0, 0);
        if (columns != null) {
            unparseList(writer, columns);
        }
        writer.keyword("AS");
        writer.newlineAndIndent();
        query.unparse(writer, 0, 0);
    }
}
