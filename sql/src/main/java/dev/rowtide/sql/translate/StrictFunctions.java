// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import java.util.EnumSet;
import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlDatePartFunction;
import org.apache.calcite.sql.type.SqlTypeName;

/** The functions that are NULL where an argument is, and for which a {@code NULL} that is written out, and so has no type, is no argument that could be evaluated. */
final class StrictFunctions {

    private static final Set<SqlKind> KINDS = EnumSet.of(
            SqlKind.PLUS,
            SqlKind.MINUS,
            SqlKind.TIMES,
            SqlKind.DIVIDE,
            SqlKind.MOD,
            SqlKind.MINUS_PREFIX,
            SqlKind.FLOOR,
            SqlKind.CEIL,
            SqlKind.EXTRACT,
            SqlKind.TIMESTAMP_ADD,
            SqlKind.TIMESTAMP_DIFF);

    private static final Set<String> NAMES = Set.of(
            "CARDINALITY",
            "DATETIME_TRUNC",
            "DATE_FORMAT",
            "DATE_TRUNC",
            "LAST_DAY",
            "SAFE_ADD",
            "SAFE_DIVIDE",
            "SAFE_MULTIPLY",
            "SAFE_NEGATE",
            "SAFE_SUBTRACT",
            "SPLIT_INDEX",
            "TIMESTAMP_TRUNC",
            "TIME_TRUNC");

    private StrictFunctions() {}

    /** Whether a call is NULL since an argument is NULL and nothing else. */
    static boolean isNull(RexCall call) {
        return call.getOperands().stream().anyMatch(operand -> operand.getType().getSqlTypeName() == SqlTypeName.NULL)
                && isStrict(call);
    }

    private static boolean isStrict(RexCall call) {
        String name = call.getOperator().getName();
        return KINDS.contains(call.getKind())
                || NAMES.contains(name)
                || call.getOperator() instanceof SqlDatePartFunction
                || NamedFunctions.isOfTexts(name);
    }
}
