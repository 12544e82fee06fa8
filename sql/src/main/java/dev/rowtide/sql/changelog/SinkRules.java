// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.setting.Settings;
import java.util.Comparator;
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
     * @param putsByKey whether it puts and deletes rows by its key
     */
    record Choice(Demand demand, boolean materialize, boolean putsByKey) {}

    private final OfferedChanges offers;
    private final boolean requireOnConflict;
    private final UpsertMaterializeOption materialize;

    SinkRules(OfferedChanges offers, Settings settings) {
        this.offers = offers;
        this.requireOnConflict = ChangelogSettings.requiresOnConflict(settings);
        this.materialize = settings.get(ChangelogSettings.UPSERT_MATERIALIZE);
    }

    /**
     * Chooses for one sink.
     *
     * @throws EngineException {@code CHANGELOG_MISMATCH} if the sink can't read the result; {@code INVALID_QUERY} or {@code NOT_SUPPORTED} if the
     *     statement's ON CONFLICT does not fit
     */
    Choice choose(SinkNode node, Sink sink, @Nullable ConflictAction conflictAction) {
        ChangelogMode mode = offers.of(node.input()).mode();
        if (sink.encoding() == Sink.Encoding.APPEND && !mode.isAppendOnly()) {
            throw Refusals.appendSink(node, offers);
        }
        if (conflictAction != null) {
            checkConflictAction(node, sink, conflictAction);
        }
        return switch (sink.encoding()) {
            case APPEND -> new Choice(Demand.NOTHING, false, false);
            case RETRACT -> new Choice(Demand.OLD_ROWS, false, false);
            case UPSERT -> upsert(node, sink, conflictAction != null);
        };
    }

    private Choice upsert(SinkNode node, Sink sink, boolean saysOnConflict) {
        Offer offer = offers.of(node.input());
        if (node.key().size() == 0) {
            if (!offer.mode().isAppendOnly()) {
                throw Refusals.upsertSinkWithoutKey(node, offers);
            }
            return new Choice(Demand.NOTHING, false, false);
        }
        boolean oneRowPerKey = offer.isUnique(node.key());
        if (!oneRowPerKey && !saysOnConflict && requireOnConflict && materialize != UpsertMaterializeOption.NONE) {
            throw Refusals.keyDoesNotFit(node, offer);
        }
        boolean materialized = switch (materialize) {
            case NONE -> false;
            case FORCE -> true;
            case AUTO -> !oneRowPerKey && !offer.mode().isAppendOnly();
        };
        if (materialized) {
            return new Choice(Demand.OLD_ROWS, true, true);
        }
        if (offers.updatesByKey(node.input(), node.key())) {
            return new Choice(new Demand(false, !sink.acceptsKeyOnlyDeletes()), false, true);
        }
        return new Choice(Demand.OLD_ROWS, false, true);
    }

    private static void checkConflictAction(SinkNode node, Sink sink, ConflictAction action) {
        if (sink.encoding() != Sink.Encoding.UPSERT || node.key().size() == 0) {
            String what = switch (sink.encoding()) {
                case APPEND -> "only takes inserts";
                case RETRACT -> "takes every change and replaces no row by key";
                case UPSERT -> "has no primary key";
            };
            throw new EngineException(
                            ErrorCode.INVALID_QUERY, "ON CONFLICT is only for sinks that put rows by a primary key")
                    .withDetail("Sink '" + node.table().name() + "' " + what + ".");
        }
        if (action != ConflictAction.DEDUPLICATE) {
            throw new EngineException(ErrorCode.NOT_SUPPORTED, "ON CONFLICT DO " + action + " is not supported")
                    .withHint("ON CONFLICT DO DEDUPLICATE keeps the latest row of each key.");
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
