// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.Objects;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** The one place where the engine's types and Calcite's are translated into each other. */
public final class TypeMapping {

    private TypeMapping() {}

    /**
     * The engine's type for one of Calcite's.
     *
     * @throws EngineException {@code NOT_SUPPORTED} if the engine has none
     */
    public static Type toCore(RelDataType type) {
        return bare(type).withNullable(type.isNullable());
    }

    /**
     * The engine's schema for a row type of Calcite's.
     *
     * @throws EngineException {@code NOT_SUPPORTED} if a column has a type that the engine lacks
     */
    public static Schema toCoreSchema(RelDataType rowType) {
        return new Schema(
                rowType.getFieldList().stream().map(TypeMapping::toCoreField).toList());
    }

    private static Field toCoreField(RelDataTypeField field) {
        return new Field(field.getName(), toCore(field.getType()));
    }

    private static Type bare(RelDataType type) {
        SqlTypeName name = type.getSqlTypeName();
        return switch (name) {
            case BOOLEAN -> Type.BOOLEAN;
            case TINYINT -> Type.TINYINT;
            case SMALLINT -> Type.SMALLINT;
            case INTEGER -> Type.INTEGER;
            case BIGINT -> Type.BIGINT;
            case DECIMAL -> Type.decimal(type.getPrecision(), type.getScale());
            case REAL, FLOAT -> Type.FLOAT;
            case DOUBLE -> Type.DOUBLE;
            case CHAR -> new Type(TypeKind.CHAR, type.getPrecision(), 0, true);
            case VARCHAR -> Type.varchar(length(type));
            case BINARY -> new Type(TypeKind.BINARY, type.getPrecision(), 0, true);
            case VARBINARY -> new Type(TypeKind.VARBINARY, length(type), 0, true);
            case DATE -> Type.DATE;
            case TIME -> Type.time(type.getPrecision());
            case TIMESTAMP -> Type.timestamp(type.getPrecision());
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Type.timestampLtz(type.getPrecision());
            case NULL -> Type.NULL;
            case ARRAY -> Type.array(toCore(part(type.getComponentType())));
            case MAP -> Type.map(toCore(part(type.getKeyType())), toCore(part(type.getValueType())));
            case ROW -> Type.row(toCoreSchema(type).fields());
            default -> {
                if (SqlTypeName.YEAR_INTERVAL_TYPES.contains(name)) {
                    yield Type.of(TypeKind.INTERVAL_YEAR_MONTH);
                }
                if (SqlTypeName.DAY_INTERVAL_TYPES.contains(name)) {
                    yield Type.of(TypeKind.INTERVAL_DAY_TIME);
                }
                throw new EngineException(
                        ErrorCode.NOT_SUPPORTED, "values of type " + type.getSqlTypeName() + " are not supported yet");
            }
        };
    }

    private static RelDataType part(@Nullable RelDataType part) {
        return Objects.requireNonNull(part, "a nested type has parts");
    }

    private static int length(RelDataType type) {
        return type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED ? Type.UNBOUNDED : type.getPrecision();
    }

    /** Calcite's type for one of the engine's. */
    public static RelDataType toCalcite(Type type, TypeFactory factory) {
        RelDataType bare = switch (type.kind()) {
            case BOOLEAN -> factory.createSqlType(SqlTypeName.BOOLEAN);
            case TINYINT -> factory.createSqlType(SqlTypeName.TINYINT);
            case SMALLINT -> factory.createSqlType(SqlTypeName.SMALLINT);
            case INTEGER -> factory.createSqlType(SqlTypeName.INTEGER);
            case BIGINT -> factory.createSqlType(SqlTypeName.BIGINT);
            case DECIMAL -> factory.createSqlType(SqlTypeName.DECIMAL, type.precision(), type.scale());
            case FLOAT -> factory.createSqlType(SqlTypeName.REAL);
            case DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
            case CHAR -> factory.createFixedText(type.precision());
            case VARCHAR -> factory.createSqlType(SqlTypeName.VARCHAR, type.precision());
            case BINARY -> factory.createSqlType(SqlTypeName.BINARY, type.precision());
            case VARBINARY -> factory.createSqlType(SqlTypeName.VARBINARY, type.precision());
            case DATE -> factory.createSqlType(SqlTypeName.DATE);
            case TIME -> factory.createSqlType(SqlTypeName.TIME, type.precision());
            case TIMESTAMP -> factory.createSqlType(SqlTypeName.TIMESTAMP, type.precision());
            case TIMESTAMP_LTZ -> factory.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, type.precision());
            case INTERVAL_YEAR_MONTH -> interval(TimeUnit.YEAR, TimeUnit.MONTH, factory);
            case INTERVAL_DAY_TIME -> interval(TimeUnit.DAY, TimeUnit.SECOND, factory);
            case NULL -> factory.createSqlType(SqlTypeName.NULL);
            case ARRAY -> factory.createArrayType(toCalcite(type.element(), factory), -1);
            case MAP -> factory.createMapType(toCalcite(type.key(), factory), toCalcite(type.value(), factory));
            case ROW ->
                factory.createNestedRow(
                        type.fields().stream()
                                .map(field -> toCalcite(field.type(), factory))
                                .toList(),
                        type.fields().stream().map(Field::name).toList());
        };
        return factory.createTypeWithNullability(bare, type.nullable());
    }

    private static RelDataType interval(TimeUnit from, TimeUnit to, TypeFactory factory) {
        return factory.createSqlIntervalType(new SqlIntervalQualifier(from, to, SqlParserPos.ZERO));
    }

    /** Calcite's row type for a schema. */
    public static RelDataType toCalcite(Schema schema, TypeFactory factory) {
        RelDataTypeFactory.Builder row = factory.builder();
        for (Field field : schema.fields()) {
            row.add(field.name(), toCalcite(field.type(), factory));
        }
        return row.build();
    }
}
