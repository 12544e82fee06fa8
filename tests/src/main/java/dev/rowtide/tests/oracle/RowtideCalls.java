// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.tests.oracle.Relation.Aggregate;
import dev.rowtide.tests.oracle.Relation.Call;
import dev.rowtide.tests.oracle.Relation.Function;
import dev.rowtide.tests.oracle.Relation.HavingStyle;
import dev.rowtide.tests.oracle.Relation.Named;
import java.util.regex.Matcher;

/** The calls of aggregates for Rowtide, and conditions on them. */
final class RowtideCalls {

    private RowtideCalls() {}

    /** The call of an aggregate. */
    static String call(Call call) {
        return call(call, "");
    }

    /** @param over what follows the aggregate itself, behind its FILTER */
    static String call(Call call, String over) {
        if (call.text() != null) {
            String filter = call.filter() == null ? null : call.filter().rowtide();
            return CallText.filled(call.text().rowtide().replace("{filter}", "{filter}" + over), filter);
        }
        if (call.function() == Function.COUNT_ROWS || call.argument() == null) {
            return "COUNT(*)" + filter(call) + over;
        }
        return call.function() + "(" + (call.distinct() ? "DISTINCT " : "")
                + call.argument().rowtide() + ")" + filter(call) + over;
    }

    private static String filter(Call call) {
        return call.filter() == null ? "" : " FILTER (WHERE " + call.filter().rowtide() + ")";
    }

    /** The HAVING clause of an aggregate; empty if it has none. */
    static String having(Aggregate aggregate) {
        if (aggregate.having() == null) {
            return "";
        }
        String condition = aggregate.having().rowtide();
        return " HAVING "
                + (aggregate.havingStyle() == HavingStyle.CALLS ? withCalls(condition, aggregate) : condition);
    }

    /** A condition on the columns of an aggregate as one on what they are computed from. */
    private static String withCalls(String condition, Aggregate aggregate) {
        String inCalls = condition;
        for (Call call : aggregate.calls()) {
            inCalls = inCalls.replaceAll("\\b" + call.column().name() + "\\b", Matcher.quoteReplacement(call(call)));
        }
        for (Named group : aggregate.groups()) {
            inCalls = inCalls.replaceAll(
                    "\\b" + group.name() + "\\b",
                    Matcher.quoteReplacement(group.expression().rowtide()));
        }
        return inCalls;
    }

    /** An expression on the columns of an aggregate, which is {@code alias}, as one on what they are computed from. */
    static Expression inCalls(Expression expression, String alias, Aggregate aggregate) {
        return Expression.condition(
                withCalls(expression.rowtide().replace(alias + ".", ""), aggregate), expression.duckDb());
    }
}
