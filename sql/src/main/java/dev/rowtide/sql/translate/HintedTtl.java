// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.sql.validate.StateTtlHints;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.hint.Hintable;
import org.apache.calcite.rel.hint.RelHint;

/** What a hint says of how long rows of an input are kept. As in Flink they are forgotten in silence then. */
final class HintedTtl {

    private HintedTtl() {}

    /** What the hint says on what the input's rows come from: a table, aggregate, join and so on. Nothing is decided if there is none. */
    static StateTtl of(RelNode input) {
        RelNode rows = input;
        while (rows instanceof Filter || rows instanceof Project) {
            rows = rows.getInput(0);
        }
        if (rows instanceof Hintable hintable) {
            for (RelHint hint : hintable.getHints()) {
                if (StateTtlHints.isOfRows(hint)) {
                    return new StateTtl(Long.parseLong(hint.kvOptions.get(StateTtlHints.MILLIS)), false);
                }
            }
        }
        return StateTtl.OPEN;
    }
}
