// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.Values;
import java.util.List;
import java.util.Set;

/** Plan nodes for tests of single operators. */
public final class TestPlan {

    private TestPlan() {}

    /** Traits of a node with these columns ({@link SchemaText}), which emits in this mode. */
    public static Traits traits(String schema, ChangelogMode mode) {
        return new Traits(SchemaText.parse(schema), Set.of(), mode);
    }

    /** Some input of a node. */
    public static PlanNode input(String schema, ChangelogMode mode) {
        return new Values(List.of(), traits(schema, mode));
    }
}
