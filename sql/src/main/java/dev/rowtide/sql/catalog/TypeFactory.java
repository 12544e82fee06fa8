// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import dev.rowtide.core.type.Type;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rel.type.RelDataTypeFieldImpl;
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

    /** A ROW as the type of a value, told from the rows of a relation: that it may be NULL says nothing of its fields. */
    public RelDataType createNestedRow(List<RelDataType> types, List<String> names) {
        return canonize(new NestedRow(fields(types, names), false));
    }

    private static List<RelDataTypeField> fields(List<RelDataType> types, List<String> names) {
        List<RelDataTypeField> fields = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            fields.add(new RelDataTypeFieldImpl(names.get(i), i, types.get(i)));
        }
        return fields;
    }

    @Override
    public RelDataType createTypeWithNullability(RelDataType type, boolean nullable) {
        return type instanceof NestedRow row
                ? canonize(new NestedRow(row.getFieldList(), nullable))
                : super.createTypeWithNullability(type, nullable);
    }

    @Override
    public RelDataType enforceTypeWithNullability(RelDataType type, boolean nullable) {
        return type instanceof NestedRow
                ? createTypeWithNullability(type, nullable)
                : super.enforceTypeWithNullability(type, nullable);
    }

    private static final class NestedRow extends RelRecordType {

        private static final long serialVersionUID = 1;

        NestedRow(List<RelDataTypeField> fields, boolean nullable) {
            super(StructKind.FULLY_QUALIFIED, fields, nullable);
        }
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
