// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A file in place of a table: {@code FROM 'clicks.csv'}. To the validator it is a table whose only name is the path. */
public final class SqlFileReference extends SqlIdentifier {
    private final String path;

    public SqlFileReference(String path, SqlParserPos pos) {
        super(List.of(path), null, pos.withQuoting(true), List.of(pos.withQuoting(true)));
        this.path = path;
    }

    /** The path, folder or glob as written. */
    public String path() {
        return path;
    }

    @Override
    public SqlNode clone(SqlParserPos pos) {
        return new SqlFileReference(path, pos);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        StatementNode.unparseText(writer, path);
    }
}
