// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import java.time.ZoneId;
import org.apache.calcite.rex.RexBuilder;

/** What all expressions of a job have in common. */
final class TranslateContext {

    private final RexBuilder rexBuilder;
    private final ZoneId zone;
    private final Literals literals;
    private long randoms;

    TranslateContext(RexBuilder rexBuilder, ZoneId zone) {
        this.rexBuilder = rexBuilder;
        this.zone = zone;
        this.literals = new Literals(zone);
    }

    RexBuilder rexBuilder() {
        return rexBuilder;
    }

    /** The session's time zone. */
    ZoneId zone() {
        return zone;
    }

    Literals literals() {
        return literals;
    }

    /** A number for a call of RAND, so that two calls in a row differ. */
    long nextRandom() {
        return randoms++;
    }
}
