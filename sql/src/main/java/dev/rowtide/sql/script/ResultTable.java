// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.script;

import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.plan.ChangelogMode;
import java.util.List;

/** What stands for the reader of a bare query while it is explained: it takes every kind of change, and is never opened. */
final class ResultTable {

    static final Sink SINK = new Sink() {
        @Override
        public Encoding encoding() {
            return Encoding.RETRACT;
        }

        @Override
        public SinkWriter open(List<String> names, ChangelogMode mode) {
            throw new IllegalStateException("an explained query does not run");
        }
    };

    private ResultTable() {}
}
