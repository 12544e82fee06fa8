// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.error.SimilarNames;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.setting.SettingParsers;
import dev.rowtide.parser.statement.EmitClause;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;

/**
 * The hint {@code EMIT('every' = '10 s', 'allowed-lateness' = '1 min', 'panes' = 'discarding')} behind SELECT: when results of the windows in its FROM go out. Each part may
 * be left out; without any, a result goes out once, when the watermark has completed its window. The clause EMIT is such a hint.
 */
final class EmitHint {

    static final String NAME = EmitClause.HINT;

    private static final String ON = "on";
    private static final String EVERY = "every";
    private static final String LATENESS = "allowed-lateness";
    private static final String PANES = "panes";
    private static final List<String> PARTS = List.of(ON, EVERY, LATENESS, PANES);

    private static final long MICROS_PER_MILLI = 1_000;

    private EmitHint() {}

    /**
     * Tells the windows in FROM of a query that is not shared, if it has the hint. What has no windows goes out with every change anyway.
     *
     * @throws EngineException at its place if the hint is wrong, or there are no windows
     */
    static void apply(SqlSelect select) {
        if (!select.hasHints()) {
            return;
        }
        for (SqlNode node : select.getHints()) {
            SqlHint hint = (SqlHint) node;
            if (!hint.getName().equalsIgnoreCase(NAME)) {
                continue;
            }
            SqlNode from = select.getFrom();
            Emission emission = emission(hint);
            SqlNode told = from == null ? null : told(from, emission, hint);
            if (told == null || told == from) {
                if (emission.equals(Emission.ON_CHANGE)) {
                    continue;
                }
                throw invalid(hint, "EMIT is for windows in FROM of the same SELECT, or in its GROUP BY");
            }
            select.setFrom(told);
        }
    }

    /** The same part of FROM with its windows told; itself if it has none. */
    private static SqlNode told(SqlNode from, Emission emission, SqlHint hint) {
        switch (from.getKind()) {
            case AS, COLLECTION_TABLE -> {
                SqlCall call = (SqlCall) from;
                SqlNode told = told(call.operand(0), emission, hint);
                if (told == call.operand(0)) {
                    return from;
                }
                SqlNode[] operands = call.getOperandList().toArray(SqlNode[]::new);
                operands[0] = told;
                return call.getOperator().createCall(from.getParserPosition(), operands);
            }
            case JOIN -> {
                SqlJoin join = (SqlJoin) from;
                SqlNode left = told(join.getLeft(), emission, hint);
                SqlNode right = told(join.getRight(), emission, hint);
                boolean same = left == join.getLeft() && right == join.getRight();
                return same
                        ? from
                        : new SqlJoin(
                                join.getParserPosition(),
                                left,
                                join.isNaturalNode(),
                                join.getJoinTypeNode(),
                                right,
                                join.getConditionTypeNode(),
                                join.getCondition());
            }
            default -> {
                return from instanceof SqlCall call && call.getOperator() instanceof WindowFunction windows
                        ? windows.emitting(emission, hint).createCall(from.getParserPosition(), call.getOperandList())
                        : from;
            }
        }
    }

    private static Emission emission(SqlHint hint) {
        if (hint.getOptionFormat() != SqlHint.HintOptionFormat.KV_LIST) {
            throw invalid(hint, "EMIT takes 'name' = 'value' pairs")
                    .withDetail("The names are: " + String.join(", ", PARTS));
        }
        boolean onChange = false;
        long every = 0;
        long lateness = 0;
        Emission.Panes panes = Emission.Panes.RETRACTING;
        for (Map.Entry<String, String> part : hint.getOptionKVPairs().entrySet()) {
            String value = part.getValue();
            try {
                switch (part.getKey()) {
                    case ON ->
                        onChange = SettingParsers.choice(value, List.of("watermark", "change"))
                                .equals("change");
                    case EVERY -> every = SettingParsers.durationMillis(value) * MICROS_PER_MILLI;
                    case LATENESS -> lateness = SettingParsers.durationMillis(value) * MICROS_PER_MILLI;
                    case PANES ->
                        panes = Emission.Panes.valueOf(
                                SettingParsers.choice(value, List.of("retracting", "accumulating", "discarding"))
                                        .toUpperCase(Locale.ROOT));
                    default -> {
                        EngineException error = invalid(hint, "EMIT has no part \"" + part.getKey() + "\"")
                                .withDetail("It takes: " + String.join(", ", PARTS));
                        throw SimilarNames.didYouMean(part.getKey(), PARTS)
                                .map(error::withHint)
                                .orElse(error);
                    }
                }
            } catch (IllegalArgumentException e) {
                throw invalid(hint, "'" + value + "' is no value of \"" + part.getKey() + "\": " + e.getMessage())
                        .causedBy(e);
            }
        }
        if (hint.getOptionKVPairs().containsKey(EVERY) && every <= 0 || lateness < 0) {
            throw invalid(hint, "the intervals of EMIT must be longer than nothing");
        }
        if (onChange && every > 0) {
            throw invalid(hint, "what goes out with every change does not also go out every so often");
        }
        return new Emission(onChange, every, lateness, panes);
    }

    private static EngineException invalid(SqlNode place, String message) {
        return Positions.at(place, new EngineException(ErrorCode.INVALID_QUERY, message));
    }
}
