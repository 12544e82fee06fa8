// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import java.time.ZoneId;
import org.apache.calcite.rex.RexBuilder;

/** What all expressions of a job have in common. */
final class TranslateContext {

    private final RexBuilder rexBuilder;
    private final TranslateOptions options;
    private final Literals literals;
    private long randoms;

    TranslateContext(RexBuilder rexBuilder, TranslateOptions options) {
        this.rexBuilder = rexBuilder;
        this.options = options;
        this.literals = new Literals(options.zone());
    }

    RexBuilder rexBuilder() {
        return rexBuilder;
    }

    /** The session's time zone. */
    ZoneId zone() {
        return options.zone();
    }

    /** Whether the query runs once, over all of its input. */
    boolean batch() {
        return options.batch();
    }

    /** Whether what Flink refuses is refused. */
    boolean followsFlink() {
        return options.followsFlink();
    }

    Literals literals() {
        return literals;
    }

    /** A number for a call of RAND, so that two calls in a row differ. */
    long nextRandom() {
        return randoms++;
    }
}
