// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import static dev.rowtide.core.plan.ChangelogMode.APPEND;
import static dev.rowtide.core.plan.ChangelogMode.RETRACT;
import static dev.rowtide.core.plan.ChangelogMode.UPSERT;
import static dev.rowtide.sql.changelog.AlgebraPlans.join;
import static dev.rowtide.sql.changelog.PlanBuilder.UPSERT_KEY_DELETES;
import static dev.rowtide.sql.changelog.PlanBuilder.count;
import static dev.rowtide.sql.changelog.PlanBuilder.greater;
import static dev.rowtide.sql.changelog.PlanBuilder.project;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.type.Type;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JoinChangelogTest {

    private final PlanBuilder plans = new PlanBuilder();

    // ---- which kinds come out

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # over inserts    natively    by Flink's table
            INNER           | [I]       | [I]
            SEMI            | [I]       | [I]
            LEFT            | [I,D]     | [I,UB,UA,D]
            RIGHT           | [I,D]     | [I,UB,UA,D]
            FULL            | [I,D]     | [I,UB,UA,D]
            ANTI            | [I,D]     | [I,UB,UA,D]
            """)
    void overInserts(JoinType type, String ours, String flinks) {
        Function<PlanBuilder, PlanNode> plan = builder -> join(
                type,
                builder.scan("l", "k INTEGER, x STRING", APPEND),
                builder.scan("r", "k INTEGER", APPEND),
                "k = k");
        plans.retract("out", plan.apply(plans));
        assertThat(plans.sinkInputMode()).isEqualTo(ours);
        assertThat(inFlink(plan).sinkInputMode()).isEqualTo(flinks);
    }

    @Test
    void innerJoinDeletesWhereAnUpdateCanLoseTheMatch() {
        // A count per user is updated and never deleted, but a row joined by the count leaves with it.
        Function<PlanBuilder, PlanNode> byCount =
                builder -> join(JoinType.INNER, perUser(builder), builder.scan("limits", "n BIGINT", APPEND), "n = n");
        Function<PlanBuilder, PlanNode> byUser = builder ->
                join(JoinType.INNER, perUser(builder), builder.scan("users", "u STRING", APPEND), "user_id = u");

        assertThat(natively(byCount).sinkInputMode()).isEqualTo("[I,UB,UA,D]");
        assertThat(natively(byUser).sinkInputMode()).isEqualTo("[I,UB,UA]");
        assertThat(inFlink(byCount).sinkInputMode()).isEqualTo("[I,UB,UA]");
    }

    @Test
    void conditionOnAnUpdatedColumnCanLoseTheMatchToo() {
        Function<PlanBuilder, PlanNode> plan = builder -> join(
                JoinType.INNER,
                perUser(builder),
                builder.scan("users", "u STRING", APPEND),
                "user_id = u",
                greater(new InputRef(1, Type.BIGINT), 3));

        assertThat(natively(plan).sinkInputMode()).isEqualTo("[I,UB,UA,D]");
    }

    @Test
    void updatesOfTheRightSideOfSemiJoinOnlyLetLeftRowsComeAndGo() {
        Function<PlanBuilder, PlanNode> plan = builder -> join(
                JoinType.SEMI,
                builder.scan("l", "k INTEGER, x STRING", APPEND),
                builder.scan("r", "id INTEGER*, k INTEGER", RETRACT),
                "k = k");

        assertThat(natively(plan).sinkInputMode()).isEqualTo("[I,D]");
        assertThat(inFlink(plan).sinkInputMode()).isEqualTo("[I,UB,UA,D]");
    }

    // ---- which kinds are asked for

    @Test
    void sidesUniqueByTheJoinKeyAreAskedForNewRowsOnly() {
        GroupAggregate p = count(plans.scan("a", "k INTEGER", APPEND), "sa", "k");
        GroupAggregate q = count(plans.scan("b", "k INTEGER", APPEND), "sb", "k");
        plans.upsert("out", project(join(JoinType.INNER, p, q, "k = k"), "k", "sa", "sb"), "k");

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[k, sa, sb], changelogMode=[NONE])
                        +- Project(select=[k, sa, sb], uniqueKey=[k], changelogMode=[I,UA])
                           +- Join(joinType=[InnerJoin], where=[k = k0], select=[k, sa, k0, sb], leftInputSpec=[JoinKeyContainsUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey], uniqueKey=[k, k0], changelogMode=[I,UA])
                              :- GroupAggregate(groupBy=[k], select=[k, COUNT(*) AS sa], uniqueKey=[k], changelogMode=[I,UA])
                              :  +- TableSourceScan(table=[a], fields=[k], changelogMode=[I])
                              +- GroupAggregate(groupBy=[k], select=[k, COUNT(*) AS sb], uniqueKey=[k], changelogMode=[I,UA])
                                 +- TableSourceScan(table=[b], fields=[k], changelogMode=[I])""");
        assertThat(plans.flink().sinkInputMode()).isEqualTo("[I,UA]");
    }

    @Test
    void joinMakesOldRowsOutOfItsState() {
        Scan orders = plans.scan("o", "oid INTEGER*, cid INTEGER", UPSERT);
        Scan customers = plans.scan("c", "cid INTEGER*, nm STRING", UPSERT_KEY_DELETES);
        plans.retract("out", join(JoinType.LEFT, orders, customers, "cid = cid"));

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[oid, cid, cid0, nm], changelogMode=[NONE])
                        +- Join(joinType=[LeftOuterJoin], where=[cid = cid0], select=[oid, cid, cid0, nm], leftInputSpec=[HasUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey], uniqueKey=[oid], changelogMode=[I,UB,UA,D])
                           :- ChangelogNormalize(key=[oid], uniqueKey=[oid], changelogMode=[I,UB,UA,D])
                           :  +- TableSourceScan(table=[o], fields=[oid, cid], uniqueKey=[oid], changelogMode=[I,UA,D])
                           +- TableSourceScan(table=[c], fields=[cid, nm], uniqueKey=[cid], changelogMode=[I,UA,PD])""");
    }

    @Test
    void joinKeyBeyondTheUniqueKeyNeedsOldRows() {
        // A row that moves from (1, a) to (1, b) must leave (1, a), which only its old row tells.
        Scan left = plans.scan("l", "k INTEGER*, v STRING", UPSERT);
        plans.retract(
                "out", join(JoinType.INNER, left, plans.scan("r", "k INTEGER, v STRING", APPEND), "k = k, v = v"));

        assertThat(plans.plan()).contains("+- ChangelogNormalize(key=[k]".replace("+-", ":-"));
    }

    @Test
    void oneRowIsJoinedWithoutOldRows() {
        GroupAggregate total = count(plans.scan("t", "k STRING", APPEND), "n");
        plans.retract("out", join(JoinType.INNER, plans.scan("l", "x INTEGER", APPEND), total, ""));

        assertThat(plans.plan())
                .contains("Join(joinType=[InnerJoin], where=[true], select=[x, n], leftInputSpec=[NoUniqueKey],"
                        + " rightInputSpec=[JoinKeyContainsUniqueKey], changelogMode=[I,UB,UA])")
                .contains("GroupAggregate(select=[COUNT(*) AS n], uniqueKey=[at most one row], changelogMode=[I,UA])");
    }

    @Test
    void sidesOfOneNodeMayAskForDifferentThings() {
        GroupAggregate perUser = perUser(plans);
        plans.retract("out", join(JoinType.INNER, perUser, perUser, "user_id = user_id"));
        assertThat(plans.plan()).contains("changelogMode=[I,UA])(reuse_id=[1])");

        PlanBuilder mixed = new PlanBuilder();
        GroupAggregate shared = perUser(mixed);
        mixed.retract("out", join(JoinType.INNER, shared, count(shared, "users", "n"), "user_id = n"));
        assertThat(mixed.plan())
                .contains(":- DropUpdateBefore(uniqueKey=[user_id], changelogMode=[I,UA])")
                .contains("changelogMode=[I,UB,UA])(reuse_id=[1])");
    }

    @Test
    void streamWithoutOldRowsTellsOnlyKeysThatStay() {
        // One row per name at a time, but a row may change its name: only k names the row that is replaced.
        Scan scan = plans.scan("p", "k INTEGER*, name STRING", UPSERT);
        Scan named = new Scan(
                scan.table(),
                scan.columns(),
                null,
                new dev.rowtide.core.plan.Traits(
                        scan.schema(), java.util.Set.of(ColumnSet.of(0), ColumnSet.of(1)), ChangelogMode.UNKNOWN));
        plans.upsert("out", named, "k");

        assertThat(plans.plan()).contains("uniqueKey=[k], changelogMode=[I,UA,D]");
    }

    // ---- into a sink with a key

    @Test
    void foreignKeyJoinKeepsTheKeyOfTheReferringSide() {
        Function<PlanBuilder, PlanNode> plan = builder -> project(
                join(
                        JoinType.INNER,
                        builder.scan("o", "oid INTEGER*, cid INTEGER", RETRACT),
                        builder.scan("c", "cid INTEGER*, nm STRING", RETRACT),
                        "cid = cid"),
                "oid",
                "nm");
        plans.upsert("out", plan.apply(plans), "oid");

        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[oid, nm], changelogMode=[NONE])
                        +- Project(select=[oid, nm], uniqueKey=[oid], changelogMode=[I,UA,D])
                           +- Join(joinType=[InnerJoin], where=[cid = cid0], select=[oid, cid, cid0, nm], leftInputSpec=[HasUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey], uniqueKey=[oid], changelogMode=[I,UA,D])
                              :- TableSourceScan(table=[o], fields=[oid, cid], uniqueKey=[oid], changelogMode=[I,UB,UA,D])
                              +- DropUpdateBefore(uniqueKey=[cid], changelogMode=[I,UA,D])
                                 +- TableSourceScan(table=[c], fields=[cid, nm], uniqueKey=[cid], changelogMode=[I,UB,UA,D])""");

        PlanBuilder flink = new PlanBuilder().flink();
        flink.upsert("out", plan.apply(flink), "oid");
        EngineException refusal = catchThrowableOfType(EngineException.class, flink::infer);
        assertThat(refusal).hasMessage("several rows of the result may claim one primary key of sink 'out'");
        assertThat(refusal.detail())
                .startsWith("The rows of the result are unique by the sink's key (oid), but compatibility = 'flink'");
        assertThat(refusal.hint()).contains("ON CONFLICT DO DEDUPLICATE");
    }

    @Test
    void halvesOfDifferentUpdatesMayMeetBehindFilter() {
        // One change may take from one user's count and add to another's; what passes the filter of both is a -U of one
        // and a +U of the other.
        PlanNode many = greater(perUser(plans), "n", 3);
        plans.upsert("out", join(JoinType.INNER, many, plans.scan("limits", "m BIGINT*", APPEND), "n = m"), "user_id");
        assertThat(plans.sinkInputMode()).isEqualTo("[I,UB,UA,D]");

        // The join pairs them anew where a join key has one row.
        PlanBuilder byUser = new PlanBuilder();
        PlanNode manyByUser = greater(perUser(byUser), "n", 3);
        byUser.upsert(
                "out",
                join(JoinType.INNER, manyByUser, byUser.scan("users", "u STRING*", APPEND), "user_id = u"),
                "user_id");
        assertThat(byUser.sinkInputMode()).isEqualTo("[I,UA,D]");
    }

    @Test
    void joinByTheUniqueColumnOfRanksPairsByItAndNotByRank() {
        // Two rows change ranks: the Top-N gives each rank another id, the join each id another rank.
        PlanNode ranks =
                AlgebraPlans.ranked(plans.scan("t", "id INTEGER*, name STRING, v INTEGER", RETRACT), "", "v DESC", 2);
        PlanNode joined = join(JoinType.LEFT, ranks, plans.scan("r", "key INTEGER*, y STRING", APPEND), "id = key");
        plans.upsert("out", joined, "name");

        assertThat(plans.plan()).contains("UpsertMaterialize(key=[name], inputKey=[id], uniqueKey=[name]");
    }

    @Test
    void materialisationTellsRowsApartByTheKeyOfTheJoin() {
        Scan orders = plans.scan("o", "oid INTEGER*, cid INTEGER", RETRACT);
        Scan customers = plans.scan("c", "cid INTEGER*, nm STRING", RETRACT);
        plans.upsert("out", project(join(JoinType.LEFT, orders, customers, "cid = cid"), "oid", "nm"), "nm");

        assertThat(plans.plan()).contains("+- UpsertMaterialize(key=[nm], inputKey=[oid], uniqueKey=[nm]");
        assertThat(plans.sinkInputMode()).isEqualTo("[I,UB,UA,D]");
    }

    @Test
    void antiJoinByKeysIntoSinkWithItsKey() {
        Function<PlanBuilder, PlanNode> plan = builder -> join(
                JoinType.ANTI,
                builder.scan("l", "k INTEGER*, x STRING", APPEND),
                builder.scan("r", "k INTEGER*, y STRING", UPSERT),
                "k = k");
        plans.upsert("out", plan.apply(plans), "k");
        assertThat(plans.plan()).isEqualTo("""
                        Sink(table=[out], fields=[k, x], changelogMode=[NONE])
                        +- Join(joinType=[LeftAntiJoin], where=[k = k0], select=[k, x], leftInputSpec=[JoinKeyContainsUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey], uniqueKey=[k], changelogMode=[I,D])
                           :- TableSourceScan(table=[l], fields=[k, x], uniqueKey=[k], changelogMode=[I])
                           +- TableSourceScan(table=[r], fields=[k, y], uniqueKey=[k], changelogMode=[I,UA,D])""");

        PlanBuilder flink = new PlanBuilder().flink();
        flink.upsert("out", plan.apply(flink), "k");
        assertThat(flink.sinkInputMode()).isEqualTo("[I,UA,D]");
    }

    @Test
    void inFlinkOneSideThatNeedsOldRowsMakesTheSinkGetThem() {
        Function<PlanBuilder, PlanNode> plan = builder -> join(
                JoinType.SEMI,
                builder.scan("l", "k INTEGER*, x STRING", RETRACT),
                builder.scan("r", "id INTEGER*, k INTEGER", RETRACT),
                "k = k");
        plans.upsert("out", plan.apply(plans), "k");
        assertThat(plans.sinkInputMode()).isEqualTo("[I,UA,D]");

        PlanBuilder flink = new PlanBuilder().flink();
        flink.upsert("out", plan.apply(flink), "k");
        assertThat(flink.sinkInputMode()).isEqualTo("[I,UB,UA,D]");
    }

    @Test
    void inFlinkOldRowsOfAnInnerJoinPassTheJoinAbove() {
        Function<PlanBuilder, PlanNode> plan = builder -> {
            Join below = join(
                    JoinType.SEMI,
                    builder.scan("l", "k INTEGER*, x STRING", RETRACT),
                    builder.scan("r", "id INTEGER*, k INTEGER", RETRACT),
                    "k = k");
            return project(
                    join(JoinType.INNER, below, builder.scan("s", "k INTEGER*, y STRING", RETRACT), "k = k"), "k", "y");
        };
        plans.upsert("out", plan.apply(plans), "k");
        assertThat(plans.sinkInputMode()).isEqualTo("[I,UA,D]");

        PlanBuilder flink = new PlanBuilder().flink();
        flink.upsert("out", plan.apply(flink), "k");
        assertThat(flink.sinkInputMode()).isEqualTo("[I,UB,UA,D]");
    }

    // ---- refusals

    @Test
    void appendSinkRefusesOuterJoinAndSaysWhatWouldDo() {
        Join join = join(
                JoinType.LEFT,
                plans.scan("l", "k INTEGER, x STRING", APPEND),
                plans.scan("r", "k INTEGER, y STRING", APPEND),
                "k = k");
        plans.append("file", project(join, "k", "y"));

        EngineException refusal = catchThrowableOfType(EngineException.class, plans::infer);
        assertThat(refusal).hasMessage("sink 'file' takes inserts only, but the query also sends deletes");
        assertThat(refusal.detail())
                .isEqualTo(
                        "Join(joinType=[LeftOuterJoin], where=[k = k0], select=[k, x, k0, y], leftInputSpec=[NoUniqueKey],"
                                + " rightInputSpec=[NoUniqueKey]) sends [I,D]: a left row without a match is sent with NULLs and"
                                + " taken back when a match comes. Its changes reach the sink through Project(select=[k, y]).");
        assertThat(refusal.hint())
                .startsWith(
                        "If rows without a match are not needed, join with JOIN: then rows are only inserted. Write every"
                                + " change with its kind ('changelog.encoding' = 'retract', or TO_CHANGELOG");
    }

    @Test
    void appendSinkIsToldOfTheInputThatUpdatesAnInnerJoin() {
        Join join = join(
                JoinType.INNER,
                plans.scan("l", "k INTEGER, x STRING", APPEND),
                plans.scan("r", "k INTEGER*, y STRING", RETRACT),
                "k = k");
        plans.append("file", join);

        EngineException refusal = catchThrowableOfType(EngineException.class, plans::infer);
        assertThat(refusal.detail())
                .startsWith(
                        "TableSourceScan(table=[r], fields=[k, y]) sends [I,UB,UA,D]: its source delivers changes of"
                                + " existing rows. Its changes reach the sink through Join(joinType=[InnerJoin], where=[k = k0]");
        assertThat(refusal.hint()).startsWith("Write every change with its kind");
    }

    // ---- states

    @Test
    void stateSaysWhatIsKeptOfEachSide() {
        Scan orders = plans.scan("o", "oid INTEGER*, cid INTEGER", RETRACT);
        Scan customers = plans.scan("c", "cid INTEGER*, nm STRING", RETRACT);
        plans.retract("out", join(JoinType.LEFT, orders, customers, "cid = cid"));
        assertThat(plans.explain())
                .contains(
                        "state: every live left row under its cid with the number of its matches and one right row per"
                                + " cid, grows with the live rows of both inputs\n");

        PlanBuilder exists = new PlanBuilder();
        exists.append(
                "out",
                join(
                        JoinType.SEMI,
                        exists.scan("a", "k INTEGER", APPEND),
                        exists.scan("b", "k INTEGER", APPEND),
                        "k = k"));
        assertThat(exists.explain())
                .contains(
                        "state: every left row under its k and the number of right rows per k, grows with the rows of both"
                                + " inputs\n");

        PlanBuilder cross = new PlanBuilder();
        cross.append(
                "out",
                join(JoinType.INNER, cross.scan("a", "x INTEGER", APPEND), cross.scan("b", "y INTEGER", APPEND), ""));
        assertThat(ExplainPlan.of(
                        cross.infer(), true, false, table -> table.name().equals("a")))
                .contains(
                        "state: every left row and every right row, grows with the rows of both inputs; no bound: table 'a'"
                                + " never ends\n");
    }

    private static GroupAggregate perUser(PlanBuilder plans) {
        return count(plans.scan("clicks", "user_id STRING", APPEND), "n", "user_id");
    }

    private static PlanBuilder natively(Function<PlanBuilder, PlanNode> plan) {
        PlanBuilder builder = new PlanBuilder();
        return builder.retract("out", plan.apply(builder));
    }

    private static PlanBuilder inFlink(Function<PlanBuilder, PlanNode> plan) {
        PlanBuilder builder = new PlanBuilder().flink();
        return builder.retract("out", plan.apply(builder));
    }
}
