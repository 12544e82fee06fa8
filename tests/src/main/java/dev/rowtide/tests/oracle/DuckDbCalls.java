// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.tests.oracle.Relation.Call;
import dev.rowtide.tests.oracle.Relation.Function;

/** The calls of aggregates for DuckDB, with the results that ours have. */
final class DuckDbCalls {

    private static final int AVERAGE_SCALE = 6;

    private DuckDbCalls() {}

    /** The call of an aggregate. */
    static String call(Call call) {
        if (call.text() != null) {
            String filter = call.filter() == null ? null : call.filter().duckDb();
            return CallText.filled(call.text().duckDb(), filter);
        }
        Expression argument = call.argument();
        if (argument == null) {
            return plain("COUNT", "*", call);
        }
        Type type = call.column().type();
        String result = switch (call.function()) {
            case AVG -> average(argument, call);
            default -> plain(call.function().name(), argument.duckDb(), call);
        };
        return call.function() == Function.COUNT ? result : "CAST(" + result + " AS " + Literals.duckDbType(type) + ")";
    }

    private static String plain(String function, String argument, Call call) {
        return function + "(" + (call.distinct() ? "DISTINCT " : "") + argument + ")"
                + (call.filter() == null
                        ? ""
                        : " FILTER (WHERE " + call.filter().duckDb() + ")");
    }

    /** Of whole numbers cut toward zero; of decimals rounded half up to at least six digits; of doubles as DuckDB divides. */
    private static String average(Expression argument, Call call) {
        String sum = plain("SUM", argument.duckDb(), call);
        String count = plain("COUNT", argument.duckDb(), call);
        if (argument.type().kind() == TypeKind.DOUBLE) {
            return "CASE WHEN " + count + " > 0 THEN " + sum + " / " + count + " END";
        } else if (argument.type().kind() != TypeKind.DECIMAL) {
            return sum + " // " + count;
        }
        int scale = Math.max(AVERAGE_SCALE, argument.type().scale());
        String unscaled =
                "CAST(" + sum + " * CAST(1" + "0".repeat(scale) + " AS DECIMAL(" + (scale + 1) + ", 0)) AS HUGEINT)";
        String unit = "CAST(0." + "0".repeat(scale - 1) + "1 AS DECIMAL(" + (scale + 1) + ", " + scale + "))";
        return "CAST(divide_half_up(" + unscaled + ", " + count + ") AS DECIMAL(38, 0)) * " + unit;
    }
}
