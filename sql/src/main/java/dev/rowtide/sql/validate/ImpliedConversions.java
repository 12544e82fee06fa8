// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;

/**
 * The conversions that nobody wrote. Comparisons imply fewer than Calcite thinks: it would bring numbers and times to a type that not all of them fit into, so that
 * the comparison fails or sees a rounded number; the translation compares them as they are.
 */
final class ImpliedConversions extends TypeCoercionImpl {

    /** More digits leave too few years. */
    private static final int TIMESTAMP_DIGITS = 6;

    ImpliedConversions(RelDataTypeFactory factory, SqlValidator validator) {
        super(factory, validator);
    }

    @Override
    public boolean binaryComparisonCoercion(SqlCallBinding comparison) {
        List<RelDataType> types = IntStream.range(0, comparison.getOperandCount())
                .mapToObj(comparison::getOperandType)
                .toList();
        if (types.stream().allMatch(SqlTypeUtil::isNumeric)) {
            return false;
        }
        return types.stream().allMatch(ImpliedConversions::isDateOrTimestamp)
                ? datesCoercion(comparison, types)
                : super.binaryComparisonCoercion(comparison);
    }

    /** A date meets a timestamp at midnight. */
    private boolean datesCoercion(SqlCallBinding comparison, List<RelDataType> types) {
        RelDataType timestamp = types.stream()
                .filter(type -> type.getSqlTypeName() != SqlTypeName.DATE)
                .findFirst()
                .orElse(null);
        boolean coerced = false;
        for (int i = 0; timestamp != null && i < types.size(); i++) {
            if (types.get(i).getSqlTypeName() == SqlTypeName.DATE) {
                RelDataType midnight = factory.createTypeWithNullability(
                        factory.createSqlType(timestamp.getSqlTypeName(), TIMESTAMP_DIGITS),
                        types.get(i).isNullable());
                coerced |= coerceOperandType(comparison.getScope(), comparison.getCall(), i, midnight);
            }
        }
        return coerced;
    }

    private static boolean isDateOrTimestamp(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case DATE, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> true;
            default -> false;
        };
    }
}
