// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import dev.rowtide.core.type.Type;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelRecordType;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.type.BasicSqlType;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Makes Calcite's types for a statement. Four choices differ from Calcite's own:
 *
 * <ul>
 *   <li>A text literal is a VARCHAR. As a CHAR, {@code 'a'} would be padded with blanks where it meets {@code 'abc'}. So CHAR is made only where somebody
 *       wrote it ({@link #createFixedText}).
 *   <li>FLOAT has four bytes, as in most systems that stream; Calcite calls that REAL.
 *   <li>VARCHAR and VARBINARY without a length have no limit.
 *   <li>A ROW that may be NULL keeps its fields as they are; Calcite would let each of them be NULL.
 * </ul>
 */
public final class TypeFactory extends SqlTypeFactoryImpl {

    public TypeFactory() {
        super(new TypeRules());
    }

    @Override
    public RelDataType createSqlType(SqlTypeName name) {
        return switch (name) {
            case FLOAT -> super.createSqlType(SqlTypeName.REAL);
            case VARCHAR, VARBINARY -> super.createSqlType(name, Type.UNBOUNDED);
            case CHAR -> createSqlType(SqlTypeName.VARCHAR, 1);
            default -> super.createSqlType(name);
        };
    }

    @Override
    public RelDataType createSqlType(SqlTypeName name, int precision) {
        return switch (name) {
            case FLOAT -> super.createSqlType(SqlTypeName.REAL);
            case CHAR -> super.createSqlType(SqlTypeName.VARCHAR, precision);
            case VARCHAR, VARBINARY ->
                super.createSqlType(
                        name, precision == RelDataType.PRECISION_NOT_SPECIFIED ? Type.UNBOUNDED : precision);
            default -> super.createSqlType(name, precision);
        };
    }

    /** A CHAR of {@code length} characters. */
    public RelDataType createFixedText(int length) {
        RelDataType bare = new BasicSqlType(getTypeSystem(), SqlTypeName.CHAR, length);
        return canonize(SqlTypeUtil.addCharsetAndCollation(bare, this));
    }

    /** A ROW as the type of a column, whose fields are reached without naming the table: {@code address.city}. */
    public RelDataType createNestedRow(List<RelDataType> types, List<String> names) {
        return createStructType(StructKind.PEEK_FIELDS_NO_EXPAND, types, names);
    }

    @Override
    public RelDataType createTypeWithNullability(RelDataType type, boolean nullable) {
        if (!(type instanceof RelRecordType row)) {
            return super.createTypeWithNullability(type, nullable);
        }
        return row.isNullable() == nullable
                ? row
                : canonize(new RelRecordType(row.getStructKind(), row.getFieldList(), nullable));
    }

    /** None for types that only a cast brings together: numbers, times and truth values have nothing in common. */
    @Override
    public @Nullable RelDataType leastRestrictive(List<RelDataType> types, SqlTypeMappingRule rule) {
        boolean numbers = types.stream().anyMatch(SqlTypeUtil::isNumeric);
        boolean times = types.stream().anyMatch(SqlTypeUtil::isDatetime);
        boolean truths = types.stream().anyMatch(SqlTypeUtil::isBoolean);
        boolean mixed = (numbers && times) || (numbers && truths) || (times && truths);
        return mixed ? null : super.leastRestrictive(types, rule);
    }

    @Override
    public Charset getDefaultCharset() {
        return StandardCharsets.UTF_8;
    }
}
