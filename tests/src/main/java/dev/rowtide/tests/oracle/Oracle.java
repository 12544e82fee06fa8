// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.error.EngineException;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a case in both engines and compares: {@link PlannedRuns} over one plan, and {@link WholeRuns} through all of ours. */
final class Oracle implements AutoCloseable {

    private DuckDb duckDb;
    private int unanswered;
    private PlannedRuns.@Nullable Plans plans;

    Oracle() throws SQLException {
        duckDb = new DuckDb();
    }

    /**
     * What is wrong with a case, or null; null too if DuckDB fails in a way that is its own fault, which {@link #unanswered} counts.
     *
     * @param whole whether it runs in all ways, also through all of the engine, which plans it anew each time
     * @throws SQLException if DuckDB refuses the query: a fault of the generator
     */
    @Nullable
    String check(OracleCase oracleCase, boolean whole) throws SQLException {
        List<VersionedTables> answers = answers(List.of(oracleCase));
        return answers.isEmpty() ? null : check(oracleCase, answers.get(0), whole);
    }

    /**
     * The results of cases that have one query; none if DuckDB fails in a way that is its own fault.
     *
     * @throws SQLException if DuckDB refuses the query: a fault of the generator
     */
    List<VersionedTables> answers(List<OracleCase> cases) throws SQLException {
        try {
            return duckDb.answers(cases);
        } catch (SQLException e) {
            forgive(e, cases.size());
            return List.of();
        }
    }

    private void forgive(SQLException fault, int cases) throws SQLException {
        if (!DuckDb.isDefect(fault)) {
            throw fault;
        }
        unanswered += cases;
        duckDb.close();
        duckDb = new DuckDb();
    }

    /** The same, of a case whose results are known. */
    @Nullable
    String check(OracleCase oracleCase, VersionedTables expected, boolean whole) throws SQLException {
        VersionedTables once = null;
        if (whole) {
            try {
                once = oracleCase.query().hasGlobalAggregate() ? duckDb.answerOnce(oracleCase) : expected;
            } catch (SQLException e) {
                forgive(e, 1);
                return null;
            }
        }
        try {
            PlannedRuns.Plans planned = plans(oracleCase);
            String wrong = new PlannedRuns(oracleCase, expected, planned).compare(whole);
            return wrong == null && once != null ? new WholeRuns(oracleCase, expected, planned).compare(once) : wrong;
        } catch (EngineException e) {
            return "the definitions fail: " + e.message();
        }
    }

    /** The plans of the query; those of the case before, if it was the same query. */
    private PlannedRuns.Plans plans(OracleCase oracleCase) {
        RowtideSql sql = new RowtideSql(oracleCase);
        PlannedRuns.Plans known = plans;
        if (known == null || !known.isOf(sql)) {
            known = new PlannedRuns.Plans(oracleCase, sql);
            plans = known;
        }
        return known;
    }

    /** How many cases DuckDB could not answer. */
    int unanswered() {
        return unanswered;
    }

    /** Where a fault of the engine comes from. */
    static String place(Throwable thrown) {
        StringBuilder text = new StringBuilder();
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            text.append(cause == thrown ? "" : "\n    caused by " + cause);
            for (int i = 0; i < Math.min(8, cause.getStackTrace().length); i++) {
                text.append("\n    at ").append(cause.getStackTrace()[i]);
            }
        }
        return text.toString();
    }

    @Override
    public void close() throws SQLException {
        duckDb.close();
    }
}
