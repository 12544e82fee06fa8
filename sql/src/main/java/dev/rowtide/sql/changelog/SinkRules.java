// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.ConflictAction;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.setting.Settings;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decides what a sink needs of the result that is written to it, and refuses what it could not read. */
final class SinkRules {

    /**
     * The decision for one sink.
     *
     * @param demand what it needs
     * @param materialize whether rows that share its key are kept in front of it
     * @param conflicts which of them stands
     * @param waits whether conflicts are looked for when the watermark has risen
     * @param putsByKey whether it puts and deletes rows by its key
     */
    record Choice(Demand demand, boolean materialize, ConflictAction conflicts, boolean waits, boolean putsByKey) {

        Choice(Demand demand, boolean putsByKey) {
            this(demand, false, ConflictAction.DEDUPLICATE, false, putsByKey);
        }
    }

    private final OfferedChanges offers;
    private final boolean requireOnConflict;
    private final UpsertMaterializeOption materialize;
    private final boolean batch;
    private final boolean followFlink;

    /** @param batch whether sinks get final rows only, as inserts, whatever changes the result is made of */
    SinkRules(OfferedChanges offers, Settings settings, boolean batch) {
        this.offers = offers;
        this.batch = batch;
        this.followFlink = ChangelogSettings.followsFlink(settings);
        this.requireOnConflict = ChangelogSettings.requiresOnConflict(settings);
        this.materialize = settings.get(ChangelogSettings.UPSERT_MATERIALIZE);
    }

    /**
     * Chooses for one sink.
     *
     * @throws EngineException {@code CHANGELOG_MISMATCH} if the sink can't read the result; {@code INVALID_QUERY} if the
     *     statement's ON CONFLICT does not fit
     */
    Choice choose(SinkNode node, Sink sink, @Nullable ConflictAction conflictAction) {
        if (sink.encoding() == Sink.Encoding.APPEND && !insertsOnly(node)) {
            throw Refusals.appendSink(node, offers);
        }
        if (conflictAction != null) {
            checkConflictAction(node, sink);
        }
        return switch (sink.encoding()) {
            case APPEND -> new Choice(Demand.OLD_ROWS, false);
            case RETRACT -> isKept(node, sink) ? byKey(node, sink, conflictAction) : new Choice(Demand.OLD_ROWS, false);
            case UPSERT -> byKey(node, sink, conflictAction);
            case DELTA -> {
                DeltaRules.check(node, offers);
                yield new Choice(Demand.OLD_ROWS, false);
            }
        };
    }

    /** Whether there may be one row for each key of a sink. In Flink a sink that takes old rows has what the query says. */
    private boolean isKept(SinkNode node, Sink sink) {
        boolean kept = sink.encoding() == Sink.Encoding.UPSERT || !followFlink && sink.holdsOneRowPerKey();
        return kept && node.key().size() > 0;
    }

    private Choice byKey(SinkNode node, Sink sink, @Nullable ConflictAction said) {
        Offer offer = offers.of(node.input());
        if (node.key().size() == 0) {
            if (!insertsOnly(node)) {
                throw Refusals.upsertSinkWithoutKey(node, offers);
            }
            return new Choice(Demand.OLD_ROWS, false);
        }
        ConflictAction conflicts = said == null ? ConflictAction.DEDUPLICATE : said;
        boolean oneRowPerKey = offer.isUnique(node.key());
        boolean mustSay = requireOnConflict && !batch && materialize != UpsertMaterializeOption.NONE;
        if (!oneRowPerKey && said == null && mustSay) {
            throw Refusals.keyDoesNotFit(node, offer);
        }
        boolean materialized = switch (materialize) {
            case NONE -> false;
            case FORCE -> true;
            // Inserted rows are put one over the other by the sink, but each of them would be a final row of a batch
            // run.
            case AUTO ->
                !oneRowPerKey
                        && (batch
                                || conflicts != ConflictAction.DEDUPLICATE
                                || !offer.mode().isAppendOnly());
        };
        if (materialized) {
            boolean waits = followFlink && !batch && waits(conflicts);
            if (waits) {
                refuseWithoutWatermark(node, conflicts);
            }
            return new Choice(Demand.OLD_ROWS, true, conflicts, waits, sink.encoding() == Sink.Encoding.UPSERT);
        }
        if (sink.encoding() == Sink.Encoding.RETRACT) {
            return new Choice(Demand.OLD_ROWS, false);
        }
        if (offers.updatesByKey(node.input(), node.key())) {
            return new Choice(new Demand(false, !sink.acceptsKeyOnlyDeletes()), true);
        }
        return new Choice(Demand.OLD_ROWS, true);
    }

    /** Whether, by Flink's rules, conflicts are looked for when the watermark has risen. */
    private static boolean waits(ConflictAction conflicts) {
        return conflicts != ConflictAction.DEDUPLICATE;
    }

    private static void refuseWithoutWatermark(SinkNode node, ConflictAction conflicts) {
        for (PlanNode each : PlanOrder.inputsFirst(List.of(node))) {
            if (each instanceof Scan scan && scan.watermark() == null) {
                throw new EngineException(
                                ErrorCode.INVALID_QUERY,
                                "ON CONFLICT DO " + conflicts + " needs a watermark for table '"
                                        + scan.table().name() + "'")
                        .withDetail("compatibility = 'flink' refuses what Flink refuses, which looks for conflicts when"
                                + " the watermark rises.")
                        .withHint("SET compatibility = 'native' allows it, and looks for conflicts with each change.");
            }
        }
    }

    private boolean insertsOnly(SinkNode node) {
        return batch || offers.of(node.input()).mode().isAppendOnly();
    }

    private void checkConflictAction(SinkNode node, Sink sink) {
        if (!isKept(node, sink)) {
            String what = switch (sink.encoding()) {
                case APPEND -> "only takes inserts";
                case RETRACT -> "takes every change and replaces no row by key";
                case UPSERT -> "has no primary key";
                case DELTA -> "takes differences and replaces no row";
            };
            throw new EngineException(
                            ErrorCode.INVALID_QUERY, "ON CONFLICT is only for sinks that put rows by a primary key")
                    .withDetail("Sink '" + node.table().name() + "' " + what + ".");
        }
    }

    /** The smallest of some keys, the same on every run; null when there are none. */
    static @Nullable ColumnSet smallest(Set<ColumnSet> keys) {
        return keys.stream()
                .min(Comparator.comparingInt(ColumnSet::size).thenComparing(SinkRules::sortText))
                .orElse(null);
    }

    private static String sortText(ColumnSet key) {
        return java.util.Arrays.stream(key.toArray())
                .mapToObj(column -> String.format("%06d", column))
                .collect(Collectors.joining(","));
    }
}
