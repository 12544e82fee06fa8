// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import static dev.rowtide.core.plan.ChangelogMode.APPEND;
import static dev.rowtide.core.plan.ChangelogMode.RETRACT;
import static dev.rowtide.core.plan.ChangelogMode.UPSERT;
import static dev.rowtide.sql.changelog.AlgebraPlans.except;
import static dev.rowtide.sql.changelog.AlgebraPlans.first;
import static dev.rowtide.sql.changelog.AlgebraPlans.fromChangelog;
import static dev.rowtide.sql.changelog.AlgebraPlans.intersect;
import static dev.rowtide.sql.changelog.AlgebraPlans.ranked;
import static dev.rowtide.sql.changelog.AlgebraPlans.toChangelog;
import static dev.rowtide.sql.changelog.AlgebraPlans.topN;
import static dev.rowtide.sql.changelog.PlanBuilder.UPSERT_KEY_DELETES;
import static dev.rowtide.sql.changelog.PlanBuilder.count;
import static dev.rowtide.sql.changelog.PlanBuilder.project;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.Scan;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Top-N, set operations, TO_CHANGELOG and FROM_CHANGELOG. */
class AlgebraChangelogTest {

    private static final String ITEMS = "k STRING, v INTEGER";

    private static PlanBuilder natively(Function<PlanBuilder, PlanNode> plan) {
        PlanBuilder builder = new PlanBuilder();
        return builder.retract("out", plan.apply(builder));
    }

    private static PlanBuilder inFlink(Function<PlanBuilder, PlanNode> plan) {
        PlanBuilder builder = new PlanBuilder().flink();
        return builder.retract("out", plan.apply(builder));
    }

    @Nested
    class TopN {

        @Test
        void limitWithoutOrderKeepsTheFirstRowsThatCame() {
            Function<PlanBuilder, PlanNode> plan = builder -> first(builder.scan("t", ITEMS, APPEND), "", "", 2);

            PlanBuilder append = new PlanBuilder();
            append.append("out", plan.apply(append));
            assertThat(append.explain()).isEqualTo("""
                            Sink(table=[out], fields=[k, v], changelogMode=[NONE])
                            +- Limit(offset=[0], fetch=[2], strategy=[AppendFastStrategy], changelogMode=[I])
                               state: how many rows came, does not grow
                               +- TableSourceScan(table=[t], fields=[k, v], changelogMode=[I])""");
            assertThat(inFlink(plan).sinkInputMode()).isEqualTo("[I]");
        }

        @Test
        void limitOverUpdatesTakesEverythingBack() {
            Function<PlanBuilder, PlanNode> plan =
                    builder -> first(count(builder.scan("t", ITEMS, APPEND), "n", "k"), "", "", 2);

            assertThat(natively(plan).sinkInputMode()).isEqualTo("[I,UB,UA,D]");
            assertThat(inFlink(plan).sinkInputMode()).isEqualTo("[I,UB,UA,D]");
        }

        @Test
        void orderByWithLimitPushesRowsOut() {
            Function<PlanBuilder, PlanNode> plan = builder -> first(builder.scan("t", ITEMS, APPEND), "", "v DESC", 2);

            assertThat(natively(plan).explain()).isEqualTo("""
                            Sink(table=[out], fields=[k, v], changelogMode=[NONE])
                            +- SortLimit(orderBy=[v DESC], offset=[0], fetch=[2], strategy=[AppendFastStrategy], changelogMode=[I,D])
                               state: the first 2 rows, does not grow
                               +- TableSourceScan(table=[t], fields=[k, v], changelogMode=[I])""");
            assertThat(inFlink(plan).sinkInputMode()).isEqualTo("[I,UB,UA,D]");
        }

        @Test
        void oneRowPerPartitionIsReplaced() {
            Function<PlanBuilder, PlanNode> plan = builder -> first(builder.scan("t", ITEMS, APPEND), "k", "v DESC", 1);
            PlanBuilder upsert = new PlanBuilder();
            upsert.upsert("out", plan.apply(upsert), "k");

            assertThat(upsert.explain()).isEqualTo("""
                            Sink(table=[out], fields=[k, v], changelogMode=[NONE])
                            +- Deduplicate(key=[k], orderBy=[v DESC], strategy=[AppendFastStrategy], uniqueKey=[k], changelogMode=[I,UA])
                               state: the first row per k, grows with the number of distinct keys
                               +- TableSourceScan(table=[t], fields=[k, v], changelogMode=[I])""");
            assertThat(natively(plan).sinkInputMode()).isEqualTo("[I,UB,UA]");
            assertThat(inFlink(plan).sinkInputMode()).isEqualTo("[I,UB,UA,D]");
        }

        @Test
        void firstRowPerPartitionToComeStays() {
            PlanBuilder plans = new PlanBuilder();
            plans.append("out", first(plans.scan("t", ITEMS, APPEND), "k", "", 1));

            assertThat(ExplainPlan.of(plans.infer(), true, false, table -> true))
                    .isEqualTo("""
                            Sink(table=[out], fields=[k, v], changelogMode=[NONE])
                            +- Deduplicate(key=[k], strategy=[AppendFastStrategy], uniqueKey=[k], changelogMode=[I])
                               state: how many rows came per k, grows with the number of distinct keys; no bound unless keys recur: table 't' never ends
                               +- TableSourceScan(table=[t], fields=[k, v], changelogMode=[I])""");
        }

        @Test
        void rankIsAKeyOfASink() {
            Function<PlanBuilder, PlanNode> plan = builder -> project(
                    ranked(builder.scan("t", "id INTEGER, v INTEGER", APPEND), "", "v DESC", 2), "rn", "id", "v");
            PlanBuilder upsert = new PlanBuilder();
            upsert.upsert("out", plan.apply(upsert), "rn");

            assertThat(upsert.plan()).isEqualTo("""
                            Sink(table=[out], fields=[rn, id, v], changelogMode=[NONE])
                            +- Project(select=[rn, id, v], uniqueKey=[rn], changelogMode=[I,UA])
                               +- Rank(strategy=[AppendFastStrategy], rankType=[ROW_NUMBER], rankRange=[rankStart=1, rankEnd=2], orderBy=[v DESC], select=[id, v, rn], uniqueKey=[rn], changelogMode=[I,UA])
                                  +- TableSourceScan(table=[t], fields=[id, v], changelogMode=[I])""");

            PlanBuilder flink = new PlanBuilder().flink();
            flink.upsert("out", plan.apply(flink), "rn");
            assertThat(flink.sinkInputMode()).isEqualTo("[I,UA,D]");
        }

        @Test
        void rowsAreTakenByKeyWhereTheyStayInTheirPartition() {
            PlanBuilder plans = new PlanBuilder();
            Scan scan = plans.scan("p", "shop STRING*, item STRING*, n INTEGER", UPSERT_KEY_DELETES);
            plans.retract("out", ranked(scan, "shop", "n DESC", 3));

            assertThat(plans.explain()).isEqualTo("""
                            Sink(table=[out], fields=[shop, item, n, rn], changelogMode=[NONE])
                            +- Rank(strategy=[UpsertStrategy[shop, item]], rankType=[ROW_NUMBER], rankRange=[rankStart=1, rankEnd=3], partitionBy=[shop], orderBy=[n DESC], select=[shop, item, n, rn], uniqueKey=[(shop, item), (shop, rn)], changelogMode=[I,UB,UA,D])
                               state: every live row under its shop in order, because the next one moves up when a row leaves, grows with the live rows
                               +- TableSourceScan(table=[p], fields=[shop, item, n], uniqueKey=[(shop, item)], changelogMode=[I,UA,PD])""");
        }

        @Test
        void rowsThatChangeTheirPartitionAreTakenWhole() {
            PlanBuilder plans = new PlanBuilder();
            Scan scan = plans.scan("p", "item STRING*, shop STRING, n INTEGER", UPSERT);
            plans.retract("out", first(scan, "shop", "n DESC", 3));

            assertThat(plans.plan())
                    .contains("strategy=[RetractStrategy]")
                    .contains("+- ChangelogNormalize(key=[item]");
        }

        @Test
        void keyOfTheInputIsNoKeyToUpsertByWherePlacesAreShown() {
            // id is unique, but an update gives a rank to another id.
            Function<PlanBuilder, PlanNode> plan =
                    builder -> ranked(builder.scan("t", "id INTEGER*, v INTEGER", RETRACT), "", "v DESC", 2);
            PlanBuilder upsert = new PlanBuilder();
            upsert.upsert("out", plan.apply(upsert), "id");

            assertThat(upsert.plan()).doesNotContain("UpsertMaterialize");
            assertThat(upsert.sinkInputMode()).isEqualTo("[I,UB,UA,D]");
        }

        @Test
        void materialisationTellsRowsApartByTheRankThatStays() {
            PlanBuilder plans = new PlanBuilder();
            Scan scan = plans.scan("t", "id INTEGER*, name STRING, v INTEGER", RETRACT);
            plans.upsert("out", ranked(scan, "", "v DESC", 2), "name");

            assertThat(plans.plan()).contains("+- UpsertMaterialize(key=[name], inputKey=[rn], uniqueKey=[name]");
        }

        @Test
        void keyOfTheInputIsAKeyToUpsertByWhereNoPlacesAreShown() {
            Function<PlanBuilder, PlanNode> plan =
                    builder -> first(builder.scan("t", "id INTEGER*, v INTEGER", RETRACT), "", "v DESC", 2);
            PlanBuilder upsert = new PlanBuilder();
            upsert.upsert("out", plan.apply(upsert), "id");

            assertThat(upsert.sinkInputMode()).isEqualTo("[I,UA,D]");
            assertThat(upsert.plan()).contains("DropUpdateBefore").contains("strategy=[UpsertStrategy[id]]");
        }

        @Test
        void equalRanksHaveNoPlacesOfTheirOwn() {
            Function<PlanBuilder, PlanNode> plan =
                    builder -> topN(builder.scan("t", ITEMS, APPEND), "k", "v DESC", RankFunction.RANK, 1, 3, true);

            assertThat(natively(plan).explain())
                    .contains("rankType=[RANK], rankRange=[rankStart=1, rankEnd=3], partitionBy=[k], orderBy=[v DESC],"
                            + " select=[k, v, rn], changelogMode=[I,UB,UA,D]")
                    .contains("state: the rows of the first 3 ranks per k");
        }

        @Test
        void offsetAndNoEnd() {
            assertThat(natively(builder -> topN(
                                    builder.scan("t", ITEMS, APPEND),
                                    "",
                                    "v ASC",
                                    RankFunction.ROW_NUMBER,
                                    11,
                                    Long.MAX_VALUE,
                                    false))
                            .explain())
                    .contains("SortLimit(orderBy=[v ASC], offset=[10], strategy=[AppendFastStrategy]")
                    .contains("state: every row in order, grows with every row");
        }

        @Test
        void appendSinkRefusesRowsThatArePushedOut() {
            PlanBuilder plans = new PlanBuilder();
            plans.append("out", first(plans.scan("t", ITEMS, APPEND), "k", "v DESC", 2));

            EngineException refusal = catchThrowableOfType(EngineException.class, plans::infer);
            assertThat(refusal).hasMessage("sink 'out' takes inserts only, but the query also sends deletes");
            assertThat(refusal.detail())
                    .isEqualTo("Rank(rankType=[ROW_NUMBER], rankRange=[rankStart=1, rankEnd=2], partitionBy=[k],"
                            + " orderBy=[v DESC], select=[k, v]) sends [I,D]: a row that comes later may rank higher, and"
                            + " pushes another one out.");
        }
    }

    @Nested
    class SetOperations {

        private final Function<PlanBuilder, PlanNode> intersect = builder ->
                intersect(builder.scan("a", "x INTEGER", APPEND), builder.scan("b", "x INTEGER", APPEND), false);
        private final Function<PlanBuilder, PlanNode> except = builder ->
                except(builder.scan("a", "x INTEGER", APPEND), builder.scan("b", "x INTEGER", APPEND), false);

        @Test
        void intersectionOfInsertsOnlyInserts() {
            assertThat(natively(intersect).explain()).isEqualTo("""
                            Sink(table=[out], fields=[x], changelogMode=[NONE])
                            +- Intersect(all=[false], intersect=[x], uniqueKey=[x], changelogMode=[I])
                               state: every distinct row with how often it is on each side, grows with the distinct rows of both inputs
                               :- TableSourceScan(table=[a], fields=[x], changelogMode=[I])
                               +- TableSourceScan(table=[b], fields=[x], changelogMode=[I])""");
            assertThat(inFlink(intersect).sinkInputMode()).isEqualTo("[I,UB,UA]");
        }

        @Test
        void differenceOfInsertsTakesRowsBack() {
            assertThat(natively(except).plan())
                    .contains("Except(all=[false], except=[x], uniqueKey=[x], changelogMode=[I,D])");
            assertThat(inFlink(except).sinkInputMode()).isEqualTo("[I,UB,UA,D]");
        }

        @Test
        void wholeRowsAreAskedFor() {
            PlanBuilder plans = natively(builder -> intersect(
                    builder.scan("a", "x INTEGER*, y STRING", UPSERT),
                    builder.scan("b", "x INTEGER, y STRING", APPEND),
                    true));

            assertThat(plans.plan()).isEqualTo("""
                            Sink(table=[out], fields=[x, y], changelogMode=[NONE])
                            +- Intersect(all=[true], intersect=[x, y], uniqueKey=[x], changelogMode=[I,D])
                               :- ChangelogNormalize(key=[x], uniqueKey=[x], changelogMode=[I,UB,UA,D])
                               :  +- TableSourceScan(table=[a], fields=[x, y], uniqueKey=[x], changelogMode=[I,UA,D])
                               +- TableSourceScan(table=[b], fields=[x, y], changelogMode=[I])""");
        }

        @Test
        void wholeRowIsAKeyInFlinkToo() {
            PlanBuilder flink = new PlanBuilder().flink();
            flink.upsert("out", except.apply(flink), "x");
            assertThat(flink.sinkInputMode()).isEqualTo("[I,UA,D]");
        }

        @Test
        void copiesHaveNoKeyInFlink() {
            PlanBuilder flink = new PlanBuilder().flink();
            flink.upsert(
                    "out",
                    except(flink.scan("a", "x INTEGER*", APPEND), flink.scan("b", "x INTEGER", APPEND), true),
                    "x");

            assertThat(catchThrowableOfType(EngineException.class, flink::infer))
                    .hasMessage("several rows of the result may claim one primary key of sink 'out'");
        }

        @Test
        void appendSinkRefusesDifference() {
            PlanBuilder plans = new PlanBuilder();
            plans.append("out", except.apply(plans));
            assertThat(catchThrowableOfType(EngineException.class, plans::infer).detail())
                    .endsWith("sends [I,D]: a left row is taken back when an equal right row comes.");

            PlanBuilder flink = new PlanBuilder().flink();
            flink.append("out", intersect.apply(flink));
            assertThat(catchThrowableOfType(EngineException.class, flink::infer).detail())
                    .endsWith("compatibility = 'flink' plans INTERSECT as an aggregate that may update.");
        }
    }

    @Nested
    class Changelogs {

        @Test
        void changesBecomeInsertedRows() {
            PlanBuilder plans = new PlanBuilder();
            GroupAggregate perKey = count(plans.scan("t", "k STRING", APPEND), "n", "k");
            plans.append("out", toChangelog(perKey, "INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE"));

            assertThat(plans.plan()).isEqualTo("""
                            Sink(table=[out], fields=[op, k, n], changelogMode=[NONE])
                            +- ToChangelog(op=[op], opMapping=[INSERT: 'INSERT', UPDATE_BEFORE: 'UPDATE_BEFORE', UPDATE_AFTER: 'UPDATE_AFTER', DELETE: 'DELETE'], select=[op, k, n], changelogMode=[I])
                               +- GroupAggregate(groupBy=[k], select=[k, COUNT(*) AS n], uniqueKey=[k], changelogMode=[I,UB,UA])
                                  +- TableSourceScan(table=[t], fields=[k], changelogMode=[I])""");
        }

        @Test
        void upsertSourceIsNormalisedAlsoWhereKindsAreDropped() {
            PlanBuilder plans = new PlanBuilder();
            plans.append(
                    "out",
                    toChangelog(
                            plans.scan("p", "id INTEGER*, v INTEGER", UPSERT_KEY_DELETES), "put", null, "put", null));

            assertThat(plans.plan())
                    .contains("opMapping=[INSERT: 'put', UPDATE_AFTER: 'put']")
                    .contains("+- ChangelogNormalize(key=[id], uniqueKey=[id], changelogMode=[I,UB,UA,D])");
        }

        @Test
        void rowsBecomeChangesOfTheKindsTheySay() {
            Function<PlanBuilder, PlanNode> plan = builder -> fromChangelog(
                    builder.scan("f", "id INTEGER, op STRING, nm STRING", APPEND), Map.of("c", 0, "r", 0, "d", 3));

            assertThat(natively(plan).explain()).isEqualTo("""
                            Sink(table=[out], fields=[id, nm], changelogMode=[NONE])
                            +- FromChangelog(op=[op], opMapping=['c': INSERT, 'r': INSERT, 'd': DELETE], select=[id, nm], changelogMode=[I,D])
                               state: the old row of an update until its new one comes, does not grow
                               +- TableSourceScan(table=[f], fields=[id, op, nm], changelogMode=[I])""");
            assertThat(inFlink(plan).sinkInputMode()).isEqualTo("[I,UB,UA,D]");
        }

        @Test
        void logIntoSinkWithKey() {
            Map<String, Integer> kinds = Map.of("i", 0, "b", 1, "a", 2, "d", 3);
            PlanBuilder plans = new PlanBuilder();
            plans.upsert("out", fromChangelog(plans.scan("f", "id INTEGER, op STRING", APPEND), kinds), "id");
            assertThat(plans.plan()).contains("+- UpsertMaterialize(key=[id], uniqueKey=[id], changelogMode=[I,UA,D])");

            // Flink takes the log for a single row and asks neither for ON CONFLICT nor for a materialisation.
            PlanBuilder flink = new PlanBuilder().flink();
            flink.upsert("out", fromChangelog(flink.scan("f", "id INTEGER, op STRING", APPEND), kinds), "id");
            assertThat(flink.plan()).doesNotContain("UpsertMaterialize");
            assertThat(flink.sinkInputMode()).isEqualTo("[I,UB,UA,D]");
        }

        @Test
        void logMustOnlyGrow() {
            PlanBuilder plans = new PlanBuilder();
            Scan scan = plans.scan("f", "id INTEGER*, op STRING", RETRACT);
            plans.retract("out", fromChangelog(project(scan, "op", "id"), Map.of("i", 0)));

            EngineException refusal = catchThrowableOfType(EngineException.class, plans::infer);
            assertThat(refusal.code()).isEqualTo(ErrorCode.CHANGELOG_MISMATCH);
            assertThat(refusal)
                    .hasMessage("FROM_CHANGELOG takes inserts only, but its input also sends updates and deletes");
            assertThat(refusal.detail())
                    .isEqualTo(
                            "TableSourceScan(table=[f], fields=[id, op]) sends [I,UB,UA,D]: its source delivers changes of"
                                    + " existing rows. Its changes reach FROM_CHANGELOG through Project(select=[op, id]).");
            assertThat(refusal.hint()).contains("TO_CHANGELOG");
        }

        @Test
        void appendSinkIsToldThatTheLogUpdates() {
            PlanBuilder plans = new PlanBuilder();
            plans.append(
                    "out", fromChangelog(plans.scan("f", "id INTEGER, op STRING", APPEND), Map.of("i", 0, "d", 3)));

            assertThat(catchThrowableOfType(EngineException.class, plans::infer).detail())
                    .isEqualTo(
                            "FromChangelog(op=[op], opMapping=['i': INSERT, 'd': DELETE], select=[id]) sends [I,D]: the rows"
                                    + " of its input say which rows are updated and deleted.");
        }
    }
}
