// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;

/** STRING and TEXT, which are VARCHAR as long as the type system allows, and BYTES, which is such a VARBINARY. */
public final class SqlAliasTypeNameSpec extends SqlTypeNameSpec {
    private final String alias;

    public SqlAliasTypeNameSpec(String alias, SqlParserPos pos) {
        super(new SqlIdentifier(alias.toUpperCase(Locale.ROOT), pos), pos);
        this.alias = alias.toUpperCase(Locale.ROOT);
    }

    /** STRING, TEXT or BYTES. */
    public String alias() {
        return alias;
    }

    /** VARCHAR or VARBINARY. */
    public SqlTypeName typeName() {
        return alias.equals("BYTES") ? SqlTypeName.VARBINARY : SqlTypeName.VARCHAR;
    }

    @Override
    public RelDataType deriveType(SqlValidator validator) {
        RelDataTypeFactory factory = validator.getTypeFactory();
        return factory.createSqlType(typeName(), factory.getTypeSystem().getMaxPrecision(typeName()));
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword(alias);
    }

    @Override
    public boolean equalsDeep(SqlTypeNameSpec other, Litmus litmus) {
        if (!(other instanceof SqlAliasTypeNameSpec that) || !alias.equals(that.alias)) {
            return litmus.fail("{} != {}", this, other);
        }
        return litmus.succeed();
    }
}
