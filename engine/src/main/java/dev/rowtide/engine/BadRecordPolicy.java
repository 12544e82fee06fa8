// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.operators.DeadLetters;
import dev.rowtide.sql.changelog.ChangelogSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a job does with records and rows that fail: stop, count, or write to a table
 * ({@link ChangelogSettings#BAD_RECORDS}).
 */
final class BadRecordPolicy implements AutoCloseable {

    private final String sessionPolicy;
    private final Dropped dropped;
    private final Function<String, DeadLetterTable> opener;
    private final Map<String, DeadLetterTable> tables = new LinkedHashMap<>();

    /**
     * @param sessionPolicy the session's setting
     * @param dropped counts
     * @param opener opens a table for dead letters by name
     */
    BadRecordPolicy(String sessionPolicy, Dropped dropped, Function<String, DeadLetterTable> opener) {
        this.sessionPolicy = sessionPolicy;
        this.dropped = dropped;
        this.opener = opener;
    }

    /**
     * What is done with a table's bad records.
     *
     * @param undeclared whether the table is a file that was not declared, and has no options to set
     * @param option the table's own policy, or null for the session's
     */
    BadRecords forTable(String table, @Nullable String option, boolean undeclared) {
        String policy = option == null ? sessionPolicy : option;
        if (fails(policy)) {
            return (where, record, error) -> {
                throw located(error, where, record, undeclared);
            };
        }
        DeadLetterTable letters = letters(policy);
        return (where, record, error) -> {
            dropped.add(table, "bad record", where + ": " + error.message());
            if (letters != null) {
                letters.add(table, where, record, error.message());
            }
        };
    }

    /**
     * What is done with rows on which an expression fails; null when the job shall fail.
     *
     * @param dropsNulls whether a row that has NULL in a NOT NULL column of its sink never fails the job
     * @param places where the change at a position came from, null if unknown
     */
    @Nullable
    DeadLetters forExpressions(boolean dropsNulls, LongFunction<@Nullable String> places) {
        if (fails(sessionPolicy)) {
            return dropsNulls ? new DroppedNulls(places) : null;
        }
        DeadLetterTable letters = letters(sessionPolicy);
        return (position, row, error) -> {
            String place = places.apply(position);
            count(place, row, error);
            if (letters != null) {
                letters.add("query", place == null ? "change " + position : place, row, error.message());
            }
        };
    }

    /**
     * What takes the rows that come too late; null where they are only counted.
     *
     * @param setting {@link ChangelogSettings#LATE_ROWS}
     */
    @Nullable
    DeadLetters forLateRows(String setting) {
        DeadLetterTable letters;
        try {
            letters = setting.equalsIgnoreCase("count") ? null : letters(setting);
        } catch (EngineException e) {
            throw e.code() == ErrorCode.UNDEFINED_TABLE
                    ? e.withHint("'" + ChangelogSettings.LATE_ROWS.name()
                            + "' names it as the table that takes late rows; it may also be count.")
                    : e;
        }
        return letters == null
                ? null
                : (position, row, error) -> letters.add("query", "change " + position, row, error.message());
    }

    /** The tables that take dead letters of the job. */
    List<Table> deadLetterTables() {
        return tables.values().stream().map(DeadLetterTable::table).toList();
    }

    private void count(@Nullable String place, String row, EngineException error) {
        String cause = switch (error.code()) {
            case BAD_RECORD -> "bad record";
            case NOT_NULL_VIOLATION -> "NULL in NOT NULL column";
            default -> "expression failed";
        };
        dropped.add("query", cause, (place == null ? "" : place + ": ") + error.message() + " (" + row + ")");
    }

    private final class DroppedNulls implements DeadLetters {

        private final LongFunction<@Nullable String> places;

        DroppedNulls(LongFunction<@Nullable String> places) {
            this.places = places;
        }

        @Override
        public void accept(long position, String row, EngineException error) {
            count(places.apply(position), row, error);
        }

        @Override
        public boolean takes(EngineException error) {
            return error.code() == ErrorCode.NOT_NULL_VIOLATION;
        }
    }

    void endTick() {
        tables.values().forEach(DeadLetterTable::endTick);
    }

    void finish() {
        tables.values().forEach(DeadLetterTable::finish);
    }

    @Override
    public void close() {
        tables.values().forEach(DeadLetterTable::close);
    }

    private @Nullable DeadLetterTable letters(String policy) {
        return policy.equalsIgnoreCase("skip")
                ? null
                : tables.computeIfAbsent(policy.toLowerCase(Locale.ROOT), name -> opener.apply(policy));
    }

    private static boolean fails(String policy) {
        return policy.equalsIgnoreCase("fail");
    }

    private static EngineException located(EngineException error, String where, String record, boolean undeclared) {
        EngineException located = new EngineException(error.code(), where + ": " + error.message())
                .withDetail("The record is: " + record)
                .causedBy(error);
        String hint = error.hint();
        return located.withHint((hint == null ? "" : hint + " ")
                + (undeclared
                        ? "SET 'bad-records' = 'skip' counts such records and leaves them out; a table's name"
                                + " instead of skip lets it take them."
                        : "Set 'bad-records' = 'skip' on the table, or for the session, to count and leave out"
                                + " such records, or name a table that takes them."));
    }
}
