// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.Join;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.MergedInputs;
import dev.rowtide.operators.merge.MergedRows;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/**
 * Joins two inputs. Emits the net effect of each position, or of each tick: {@code -U +U} where a row of an input was updated and a row of the result has changed with
 * it, otherwise {@code -D} and {@code +I}. The matches of a row come in the order in which they arrived.
 *
 * <p>A retraction of a row that is not there has no effect and is counted. Where the condition fails on a pair of rows, that is no match if there are dead letters;
 * otherwise the positions before stand, or, in consolidated mode, nothing of the tick.
 *
 * <p>Where an input's rows have a time to live, a row that is too old is taken out like one that is retracted, or it is forgotten in silence: what the result has of it
 * stays, and rows of the other input that have met it don't notice.
 */
public final class JoinOperator implements Operator {

    private final MergedInputs inputs;
    private final boolean everyChange;
    private final JoinMethod method;
    private boolean expires;

    /** @throws dev.rowtide.core.error.EngineException if the condition has no meaning whatever the input */
    public JoinOperator(Join node, OperatorSettings settings) {
        inputs = new MergedInputs(2, settings.everyChange());
        everyChange = settings.everyChange();
        method = method(node, settings);
    }

    private static JoinMethod method(Join node, OperatorSettings settings) {
        if (ExistenceJoin.isFor(node)) {
            return new ExistenceJoin(node);
        }
        return new PairJoin(node.nullAware() ? NotInCondition.plain(node) : node, settings);
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        inputs.add(input, batch);
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        if (everyChange) {
            run(expires ? position - 1 : JoinMethod.OWN_POSITION, inputs.endRound(), tick, output);
        }
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        if (everyChange) {
            advance(position, tick, output);
        } else {
            run(position - 1, inputs.endTick(position), tick, output);
        }
    }

    private void run(long position, Watermarks watermarks, Tick tick, Output output) {
        method.output().begin(output, watermarks);
        try {
            boolean whole = position != JoinMethod.OWN_POSITION && !method.partsSteps();
            MergedRows rows = inputs.rows(whole || expires);
            if (expires) {
                expires = false;
                method.expire(rows, position, tick);
            }
            while (rows.next()) {
                method.process(rows, position, tick);
            }
        } finally {
            inputs.clear();
        }
        method.output().end();
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        return method.hasExpired(nowMillis);
    }

    @Override
    public long nextExpiryMillis() {
        return method.nextExpiryMillis();
    }

    /** The rows go when the inputs' own retractions are known, so that both are one step. */
    @Override
    public void expire(long position, Tick tick, Output output) {
        method.forgetExpired(tick.nowMillis());
        expires = method.tellsExpiry();
    }

    @Override
    public long expired() {
        return method.expired();
    }

    @Override
    public long unknownRetractions() {
        return method.unknownRetractions();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        method.snapshot(first, last, writer);
        inputs.snapshot(first, writer);
    }

    @Override
    public void restore(StateReader reader) {
        method.restore(reader);
        inputs.restore(reader);
    }

    @Override
    public long stateBytes() {
        return method.bytes();
    }
}
