// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** {@code ARRAY<INT NOT NULL>}: unlike {@code INT ARRAY}, it can say that no element is NULL. */
public final class SqlArrayTypeSpec extends SqlCollectionTypeNameSpec {

    private final SqlDataTypeSpec element;

    public SqlArrayTypeSpec(SqlDataTypeSpec element, SqlParserPos pos) {
        super(element.getTypeNameSpec(), SqlTypeName.ARRAY, pos);
        this.element = element;
    }

    /** The type of the elements. */
    public SqlDataTypeSpec element() {
        return element;
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("ARRAY");
        SqlWriter.Frame frame = writer.startList("<", ">");
        element.unparse(writer, 0, 0);
        if (Boolean.FALSE.equals(element.getNullable())) {
            writer.keyword("NOT NULL");
        }
        writer.endList(frame);
    }
}
