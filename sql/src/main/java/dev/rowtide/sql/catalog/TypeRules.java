// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import dev.rowtide.core.type.Type;
import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * The limits of types, and the types that arithmetic and aggregates give. Decimals follow the rules of SQL Server, Spark and Flink: up to 38 digits,
 * and where a product or quotient needs more, fractional digits beyond the sixth give way to digits before the point.
 */
final class TypeRules extends RelDataTypeSystemImpl {

    private static final int TIME_DIGITS_MAX = 9;
    private static final int TIMESTAMP_DIGITS = 6;
    private static final int DECIMAL_DIGITS = 10;
    private static final int INTERVAL_DIGITS = 10;
    private static final int SCALE_KEPT = 6;

    @Override
    public int getMaxPrecision(SqlTypeName type) {
        return switch (type) {
            case DECIMAL -> Type.DECIMAL_DIGITS_MAX;
            case CHAR, VARCHAR, BINARY, VARBINARY -> Type.UNBOUNDED;
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TIME_DIGITS_MAX;
            default -> super.getMaxPrecision(type);
        };
    }

    @Override
    public int getMaxScale(SqlTypeName type) {
        return type == SqlTypeName.DECIMAL ? Type.DECIMAL_DIGITS_MAX : super.getMaxScale(type);
    }

    /** A TIMESTAMP has six digits unless it says otherwise, an interval as many as one writes. */
    @Override
    public int getDefaultPrecision(SqlTypeName type) {
        return switch (type) {
            case DECIMAL -> DECIMAL_DIGITS;
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TIMESTAMP_DIGITS;
            default -> SqlTypeName.INTERVAL_TYPES.contains(type) ? INTERVAL_DIGITS : super.getDefaultPrecision(type);
        };
    }

    @Override
    public int getMinPrecision(SqlTypeName type) {
        return switch (type) {
            case CHAR, VARCHAR, BINARY, VARBINARY, TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> 0;
            default -> super.getMinPrecision(type);
        };
    }

    @Override
    public RoundingMode roundingMode() {
        return RoundingMode.HALF_UP;
    }

    /** Texts of different lengths meet in a VARCHAR; padding with blanks would change them. */
    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
        return true;
    }

    /** The argument's type, so that the sum of a column fits where the column fits; a decimal gets all digits. */
    @Override
    public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
        return SqlTypeUtil.isDecimal(argument) ? widest(factory, argument, argument.getScale()) : argument;
    }

    @Override
    public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
        return SqlTypeUtil.isDecimal(argument)
                ? widest(factory, argument, Math.max(SCALE_KEPT, argument.getScale()))
                : argument;
    }

    @Override
    public @Nullable RelDataType deriveDecimalMultiplyType(
            RelDataTypeFactory factory, RelDataType left, RelDataType right) {
        if (!meetInDecimal(left, right)) {
            return null;
        }
        return fitted(factory, left.getPrecision() + right.getPrecision(), scale(left) + scale(right));
    }

    @Override
    public @Nullable RelDataType deriveDecimalDivideType(
            RelDataTypeFactory factory, RelDataType left, RelDataType right) {
        if (!meetInDecimal(left, right)) {
            return null;
        }
        int scale = Math.max(SCALE_KEPT, scale(left) + right.getPrecision() + 1);
        return fitted(factory, left.getPrecision() - scale(left) + scale(right) + scale, scale);
    }

    private static boolean meetInDecimal(RelDataType left, RelDataType right) {
        return SqlTypeUtil.isExactNumeric(left)
                && SqlTypeUtil.isExactNumeric(right)
                && (SqlTypeUtil.isDecimal(left) || SqlTypeUtil.isDecimal(right));
    }

    private static int scale(RelDataType type) {
        return SqlTypeUtil.isDecimal(type) ? type.getScale() : 0;
    }

    private static RelDataType fitted(RelDataTypeFactory factory, int precision, int scale) {
        if (precision <= Type.DECIMAL_DIGITS_MAX) {
            return factory.createSqlType(SqlTypeName.DECIMAL, precision, scale);
        }
        int wholeDigits = precision - scale;
        int kept = Math.max(Type.DECIMAL_DIGITS_MAX - wholeDigits, Math.min(scale, SCALE_KEPT));
        return factory.createSqlType(SqlTypeName.DECIMAL, Type.DECIMAL_DIGITS_MAX, kept);
    }

    private static RelDataType widest(RelDataTypeFactory factory, RelDataType argument, int scale) {
        return factory.createTypeWithNullability(
                factory.createSqlType(SqlTypeName.DECIMAL, Type.DECIMAL_DIGITS_MAX, scale), argument.isNullable());
    }
}
