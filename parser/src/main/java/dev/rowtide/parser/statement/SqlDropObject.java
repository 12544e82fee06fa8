// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code DROP [TEMPORARY] TABLE|VIEW [IF EXISTS] name}. */
public final class SqlDropObject extends StatementNode {
    private static final SqlOperator DROP_TABLE = operator("DROP TABLE", SqlKind.DROP_TABLE);
    private static final SqlOperator DROP_VIEW = operator("DROP VIEW", SqlKind.DROP_VIEW);
    private static final SqlOperator DROP_FUNCTION = operator("DROP FUNCTION", SqlKind.DROP_FUNCTION);

    /** What is dropped. */
    public enum ObjectKind {
        TABLE,
        VIEW,
        FUNCTION
    }

    private final ObjectKind objectKind;
    private final boolean temporary;
    private final boolean ifExists;
    private final SqlIdentifier name;

    public SqlDropObject(
            SqlParserPos pos, ObjectKind objectKind, boolean temporary, boolean ifExists, SqlIdentifier name) {
        super(operator(objectKind), pos);
        this.objectKind = objectKind;
        this.temporary = temporary;
        this.ifExists = ifExists;
        this.name = name;
    }

    private static SqlOperator operator(ObjectKind objectKind) {
        return switch (objectKind) {
            case TABLE -> DROP_TABLE;
            case VIEW -> DROP_VIEW;
            case FUNCTION -> DROP_FUNCTION;
        };
    }

    public ObjectKind objectKind() {
        return objectKind;
    }

    public boolean temporary() {
        return temporary;
    }

    public boolean ifExists() {
        return ifExists;
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
        writer.keyword("DROP");
        if (temporary) {
            writer.keyword("TEMPORARY");
        }
        writer.keyword(objectKind.name());
        if (ifExists) {
            writer.keyword("IF EXISTS");
        }
        name.unparse(writer, 0, 0);
    }
}
