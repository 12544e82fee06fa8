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

/** {@code CREATE [OR REPLACE] [TEMPORARY] TABLE [IF NOT EXISTS] t [(...)] [COMMENT '...'] [WITH (...)] [AS query]}. */
public final class SqlCreateTable extends StatementNode {
    private static final SqlOperator OPERATOR = operator("CREATE TABLE", SqlKind.CREATE_TABLE);

    private final boolean replace;
    private final boolean temporary;
    private final boolean ifNotExists;
    private final SqlIdentifier name;
    private final @Nullable SqlNodeList elements;
    private final @Nullable String comment;
    private final SqlNodeList options;
    private final @Nullable SqlNode query;

    public SqlCreateTable(
            SqlParserPos pos,
            boolean replace,
            boolean temporary,
            boolean ifNotExists,
            SqlIdentifier name,
            @Nullable SqlNodeList elements,
            @Nullable String comment,
            SqlNodeList options,
            @Nullable SqlNode query) {
        super(OPERATOR, pos);
        this.replace = replace;
        this.temporary = temporary;
        this.ifNotExists = ifNotExists;
        this.name = name;
        this.elements = elements;
        this.comment = comment;
        this.options = options;
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

    /** Whether columns were listed; without a list the connector, or the query, says what they are. */
    public boolean hasColumnList() {
        return elements != null;
    }

    public List<SqlColumn> columns() {
        return nodesOf(elements, SqlColumn.class);
    }

    /** Keys declared beside the columns; those declared on a column are {@link SqlColumn#primaryKey()}. */
    public List<SqlPrimaryKey> primaryKeys() {
        return nodesOf(elements, SqlPrimaryKey.class);
    }

    public List<SqlWatermark> watermarks() {
        return nodesOf(elements, SqlWatermark.class);
    }

    public @Nullable String comment() {
        return comment;
    }

    /** The options in the order written; a key may occur twice. */
    public List<SqlOption> options() {
        return nodesOf(options, SqlOption.class);
    }

    /** The query of CREATE TABLE ... AS. */
    public @Nullable SqlNode query() {
        return query;
    }

    @Override
    public List<@Nullable SqlNode> getOperandList() {
        return Arrays.asList(name, elements, options, query);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        unparseCreate(writer, replace, temporary, "TABLE", ifNotExists);
        name.unparse(writer, 0, 0);
        if (elements != null) {
            unparseList(writer, elements);
        }
        unparseComment(writer, comment);
        if (!options.isEmpty()) {
            writer.keyword("WITH");
            unparseList(writer, options);
        }
        if (query != null) {
            writer.keyword("AS");
            writer.newlineAndIndent();
            query.unparse(writer, 0, 0);
        }
    }
}
