// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.List;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlRowTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code ROW<a INT, b STRING NOT NULL>}: unlike Calcite's, a field may be null unless it says otherwise. */
public final class SqlRowTypeSpec extends SqlRowTypeNameSpec {

    public SqlRowTypeSpec(SqlParserPos pos, List<SqlIdentifier> fieldNames, List<SqlDataTypeSpec> fieldTypes) {
        super(pos, fieldNames, fieldTypes);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("ROW");
        SqlWriter.Frame frame = writer.startList("(", ")");
        for (int i = 0; i < getFieldNames().size(); i++) {
            writer.sep(",");
            getFieldNames().get(i).unparse(writer, 0, 0);
            SqlDataTypeSpec type = getFieldTypes().get(i);
            type.unparse(writer, 0, 0);
            if (Boolean.FALSE.equals(type.getNullable())) {
                writer.keyword("NOT NULL");
            }
        }
        writer.endList(frame);
    }
}
