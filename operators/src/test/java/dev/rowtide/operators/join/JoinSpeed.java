// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.testing.SchemaText;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Measures joins by themselves, for whoever changes their loops: nanoseconds of thread CPU time per input change, one workload per run of the JVM.
 *
 * <pre>
 *   java -Xmx4g -XX:+UseParallelGC ... JoinSpeed inner|inner-sides|left|left-upsert|left-condition|semi|hot KEYS CHANGES
 * </pre>
 *
 * {@code inner}: one auction in 16 changes, bids on those before, mixed as in one source; {@code inner-sides}: the same, all auctions first. {@code left}: all
 * users, then counts per user, each change a {@code -U +U}; {@code -upsert}: a {@code +U} only. {@code hot}: all rows have one key, right rows come and go one by
 * one while there are KEYS left rows.
 */
public final class JoinSpeed {

    private static final int BATCH = ChangeBatch.ROWS_MAX;
    private static final Tick TICK = new Tick(1, 0, 0);
    private static final String AUCTIONS = "id BIGINT, category BIGINT, item STRING";
    private static final String BIDS = "auction BIGINT, bidder BIGINT, price BIGINT, url STRING";
    private static final String USERS = "id BIGINT, name STRING";
    private static final String COUNTS = "id BIGINT, n BIGINT";

    private record Round(ChangeBatch left, ChangeBatch right, int changes) {}

    private JoinSpeed() {}

    public static void main(String[] arguments) {
        String workload = arguments[0];
        int keys = Integer.parseInt(arguments[1]);
        int changes = Integer.parseInt(arguments[2]);
        List<Round> input = switch (workload) {
            case "inner" -> auctions(keys, changes, true);
            case "inner-sides", "semi" -> auctions(keys, changes, false);
            case "hot" -> hot(keys, changes);
            default -> counts(keys, changes, workload.equals("left-upsert"));
        };
        Join node = node(workload);
        for (int repeat = 0; repeat < 6; repeat++) {
            run(workload, node, input, keys);
        }
    }

    private static Join node(String workload) {
        return switch (workload) {
            case "inner", "inner-sides", "semi" ->
                Joins.of(workload.equals("semi") ? JoinType.SEMI : JoinType.INNER)
                        .left(AUCTIONS, ChangelogMode.APPEND, 0)
                        .right(BIDS, ChangelogMode.APPEND)
                        .on(0, 0)
                        .node();
            case "hot" ->
                Joins.of(JoinType.ANTI)
                        .left(USERS, ChangelogMode.RETRACT)
                        .right(COUNTS, ChangelogMode.RETRACT)
                        .on(0, 0)
                        .node();
            case "left-upsert" ->
                Joins.of(JoinType.LEFT)
                        .left(USERS, ChangelogMode.APPEND, 0)
                        .right(COUNTS, ChangelogMode.UPSERT, 0)
                        .on(0, 0)
                        .upsert(0)
                        .node();
            default ->
                Joins.of(JoinType.LEFT)
                        .left(USERS, ChangelogMode.APPEND, 0)
                        .right(COUNTS, ChangelogMode.RETRACT, 0)
                        .on(0, 0)
                        .node();
        };
    }

    private static void run(String workload, Join node, List<Round> input, int keys) {
        JoinOperator operator = new JoinOperator(node, new OperatorSettings(true, ZoneOffset.UTC, null));
        long[] rows = new long[1];
        Output output = batch -> rows[0] += batch.size();
        long total = 0;
        long nanos = 0;
        for (Round round : input) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            long end = 0;
            if (round.left().size() > 0) {
                operator.receive(0, round.left(), TICK, output);
                end = round.left().position(round.left().rows() - 1) + 1;
            }
            if (round.right().size() > 0) {
                operator.receive(1, round.right(), TICK, output);
                end = Math.max(end, round.right().position(round.right().rows() - 1) + 1);
            }
            operator.advance(end, TICK, output);
            if (round.changes() > 0) {
                nanos += ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
                total += round.changes();
            }
        }
        System.out.printf(
                "%s %d keys: %.1f ns/change, %d rows out, state %.1f MB%n",
                workload, keys, (double) nanos / total, rows[0], operator.stateBytes() / 1e6);
    }

    private static List<Round> auctions(int keys, int changes, boolean mixed) {
        SplittableRandom random = new SplittableRandom(1);
        List<Round> rounds = new ArrayList<>();
        BatchBuilder left = new BatchBuilder(SchemaText.parse(AUCTIONS));
        BatchBuilder right = new BatchBuilder(SchemaText.parse(BIDS));
        byte[] text = "https://www.example.org/item.htm?query=1".getBytes(StandardCharsets.UTF_8);
        int auctions = 0;
        for (int position = 0; position < changes + keys; position++) {
            boolean auction = mixed ? position % 16 == 0 : auctions < keys;
            if (auction) {
                left.column(0).appendLong(auctions++);
                left.column(1).appendLong(random.nextInt(10));
                left.column(2).appendBytes(text, 24, 8);
                left.endRow(RowKind.PLUS_I, position);
            } else {
                int recent = Math.min(keys, auctions);
                right.column(0).appendLong(auctions - 1 - random.nextInt(recent));
                right.column(1).appendLong(random.nextInt(100_000));
                right.column(2).appendLong(random.nextInt(1_000_000));
                right.column(3).appendBytes(text, 0, text.length);
                right.endRow(RowKind.PLUS_I, position);
            }
            if (left.rows() + right.rows() == BATCH || position == changes + keys - 1) {
                int counted = mixed || right.rows() > 0 ? left.rows() + right.rows() : 0;
                rounds.add(round(left, right, counted));
            }
        }
        return rounds;
    }

    private static List<Round> counts(int keys, int changes, boolean upsert) {
        SplittableRandom random = new SplittableRandom(1);
        List<Round> rounds = new ArrayList<>();
        BatchBuilder left = new BatchBuilder(SchemaText.parse(USERS));
        BatchBuilder right = new BatchBuilder(SchemaText.parse(COUNTS));
        long[] counts = new long[keys];
        for (int i = 0; i < keys; i++) {
            byte[] name = ("user " + i).getBytes(StandardCharsets.UTF_8);
            left.column(0).appendLong(i);
            left.column(1).appendBytes(name, 0, name.length);
            left.endRow(RowKind.PLUS_I, i);
            if (left.rows() == BATCH || i == keys - 1) {
                rounds.add(round(left, right, 0));
            }
        }
        for (int i = 0; i < changes; i++) {
            int user = random.nextInt(keys);
            long position = keys + (long) i;
            if (counts[user] > 0 && !upsert) {
                right.column(0).appendLong(user);
                right.column(1).appendLong(counts[user]);
                right.endRow(RowKind.MINUS_U, position);
            }
            counts[user]++;
            right.column(0).appendLong(user);
            right.column(1).appendLong(counts[user]);
            right.endRow(counts[user] == 1 ? RowKind.PLUS_I : RowKind.PLUS_U, position);
            if (right.rows() >= BATCH - 1 || i == changes - 1) {
                rounds.add(round(left, right, (int) (position + 1 - keys - counted(rounds))));
            }
        }
        return rounds;
    }

    private static int counted(List<Round> rounds) {
        return rounds.stream().mapToInt(Round::changes).sum();
    }

    private static List<Round> hot(int keys, int changes) {
        List<Round> rounds = new ArrayList<>();
        BatchBuilder left = new BatchBuilder(SchemaText.parse(USERS));
        BatchBuilder right = new BatchBuilder(SchemaText.parse(COUNTS));
        right.column(0).appendLong(7);
        right.column(1).appendLong(-1);
        right.endRow(RowKind.PLUS_I, 0);
        rounds.add(round(left, right, 0));
        long position = 1;
        for (int i = 0; i < keys; i++) {
            row(left, i, RowKind.PLUS_I, position++);
            if (left.rows() == BATCH || i == keys - 1) {
                rounds.add(round(left, right, 0));
            }
        }
        for (int i = 0; i < changes; i++) {
            if (i % 2 == 0) {
                row(left, (int) (i * 7919L % keys), RowKind.MINUS_D, position++);
                row(left, (int) (i * 7919L % keys), RowKind.PLUS_I, position++);
            } else {
                right.column(0).appendLong(7);
                right.column(1).appendLong(i);
                right.endRow(RowKind.PLUS_I, position++);
            }
            if (left.rows() + right.rows() >= BATCH - 1 || i == changes - 1) {
                rounds.add(round(left, right, left.rows() + right.rows()));
            }
        }
        return rounds;
    }

    private static void row(BatchBuilder left, int i, byte kind, long position) {
        byte[] name = ("user " + i).getBytes(StandardCharsets.UTF_8);
        left.column(0).appendLong(7);
        left.column(1).appendBytes(name, 0, name.length);
        left.endRow(kind, position);
    }

    private static Round round(BatchBuilder left, BatchBuilder right, int changes) {
        return new Round(left.build(Watermarks.absent()), right.build(Watermarks.absent()), changes);
    }
}
