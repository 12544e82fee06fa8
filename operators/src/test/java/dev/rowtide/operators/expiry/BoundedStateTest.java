// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expiry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.aggregate.GroupAggregateOperator;
import dev.rowtide.operators.join.JoinOperator;
import dev.rowtide.operators.testing.SchemaText;
import dev.rowtide.operators.testing.TestPlan;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With a time to live, keys without end take no more memory than those of that time. */
class BoundedStateTest {

    private static final String SCHEMA = "k STRING, v BIGINT";
    private static final int TICKS = 600;
    private static final int ROWS = 100;

    private static final OperatorSettings SETTINGS = new OperatorSettings(true, ZoneOffset.UTC, null);

    private static Operator aggregate(StateTtl ttl) {
        return new GroupAggregateOperator(
                new GroupAggregate(
                                TestPlan.input(SCHEMA, ChangelogMode.APPEND),
                                List.of(0),
                                List.of(new AggregateCall(
                                        AggregateFunction.COUNT,
                                        List.of(1),
                                        true,
                                        AggregateCall.NO_FILTER,
                                        Type.BIGINT)),
                                false,
                                TestPlan.traits("k STRING, c BIGINT", ChangelogMode.RETRACT))
                        .withTtls(List.of(ttl)),
                SETTINGS);
    }

    private static Operator join(StateTtl ttl) {
        return new JoinOperator(
                new Join(
                                TestPlan.input(SCHEMA, ChangelogMode.APPEND),
                                TestPlan.input(SCHEMA, ChangelogMode.APPEND),
                                JoinType.INNER,
                                List.of(0),
                                List.of(0),
                                List.of(false),
                                null,
                                false,
                                TestPlan.traits("k STRING, v BIGINT, k0 STRING, v0 BIGINT", ChangelogMode.APPEND))
                        .withTtls(List.of(ttl, ttl)),
                SETTINGS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void stateStaysAsLargeAsWhatIsRemembered(boolean joins) {
        for (boolean told : new boolean[] {false, true}) {
            StateTtl ttl = new StateTtl(20, told);
            long most = bytes(joins ? join(ttl) : aggregate(ttl), TICKS / 6);
            Operator operator = joins ? join(ttl) : aggregate(ttl);
            assertThat(bytes(operator, TICKS)).isLessThanOrEqualTo(2 * most);
            assertThat(operator.expired()).isEqualTo((long) ROWS * (TICKS - 20));
        }
    }

    /** The most bytes after any of so many ticks, a millisecond apart, each with keys of its own. */
    private static long bytes(Operator operator, int ticks) {
        long most = 0;
        long position = 0;
        for (int tick = 0; tick < ticks; tick++) {
            Tick now = new Tick(tick + 1, 1_700_000_000_000L + tick, 0);
            if (operator.hasExpired(now.nowMillis())) {
                operator.expire(position, now, batch -> {});
                operator.advance(++position, now, batch -> {});
                operator.endTick(position, now, batch -> {});
            }
            StringBuilder rows = new StringBuilder();
            for (int row = 0; row < ROWS; row++) {
                rows.append("+I key")
                        .append(position + row)
                        .append(", ")
                        .append(row)
                        .append('\n');
            }
            operator.receive(
                    0, ChangeText.parse(rows.toString(), SchemaText.parse(SCHEMA), position), now, batch -> {});
            position += ROWS;
            operator.advance(position, now, batch -> {});
            operator.endTick(position, now, batch -> {});
            most = Math.max(most, operator.stateBytes());
        }
        return most;
    }
}
