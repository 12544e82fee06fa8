// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.sql.validate.VolatileFunction;
import java.time.ZoneId;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rex.RexBuilder;
import org.jspecify.annotations.Nullable;

/** What all expressions of a job have in common. */
final class TranslateContext {

    private final RexBuilder rexBuilder;
    private final TranslateOptions options;
    private final Literals literals;
    private final Map<VolatileFunction, Long> randoms = new IdentityHashMap<>();
    private final Map<VolatileFunction, ScalarFunction> written = new IdentityHashMap<>();

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

    /** The number of a call of RAND or UUID: the same for the copies that were made of one call, so that they have one value. */
    long random(VolatileFunction call) {
        return randoms.computeIfAbsent(call, unseen -> (long) randoms.size());
    }

    /** What a function that is not deterministic computes, for one call and its copies: only they are equal, and so evaluated once. */
    ScalarFunction written(VolatileFunction call, ScalarFunction body) {
        return written.computeIfAbsent(call, unseen -> new WrittenCall(body));
    }

    private static final class WrittenCall implements ScalarFunction {

        private final ScalarFunction body;

        WrittenCall(ScalarFunction body) {
            this.body = body;
        }

        @Override
        public String name() {
            return body.name();
        }

        @Override
        public String callText(List<String> arguments) {
            return body.callText(arguments);
        }

        @Override
        public boolean deterministic() {
            return false;
        }

        @Override
        public @Nullable Object apply(@Nullable Object[] arguments) {
            return body.apply(arguments);
        }
    }
}
