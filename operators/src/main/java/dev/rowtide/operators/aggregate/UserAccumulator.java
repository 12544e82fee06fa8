// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.function.UserAggregate;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.state.Arena;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate of the user's. Its words are the result, as {@link Extreme} says (when settled), and the number of the group's accumulator, which lies beside the
 * records; 0 before the first row that counts. Where the user's code fails, the group is marked, and {@link UserResult} has no result for it.
 *
 * @param <A> the user's accumulator
 */
final class UserAccumulator<A> extends Accumulator implements Extreme.OfBytes {

    /** In place of {@link Extreme#PRESENT}'s 0 or 1: the user's code failed. */
    static final int FAILED = 2;

    /** What an accumulator takes at least: an object and a reference to it. */
    private static final int BYTES_AT_LEAST = 24;

    private final String name;
    private final Provenance call;
    private final UserAggregate<A> function;
    private final List<Integer> arguments;
    private final List<Type> types;
    private final Type result;
    private final int number;
    private final List<@Nullable A> groups = new ArrayList<>();
    private final List<Integer> free = new ArrayList<>();
    private final @Nullable Object[] values;
    private final Column[] columns;
    private Arena texts = new Arena();
    private @Nullable EngineException failure;
    private int failedRow;

    /**
     * @param name the function's name
     * @param call where it is called, for errors
     */
    UserAccumulator(
            String name,
            Provenance call,
            UserAggregate<A> function,
            List<Integer> arguments,
            List<Type> types,
            Type result) {
        super(2 + Extreme.valueWords(result.storage()));
        this.name = name;
        this.call = call;
        this.function = function;
        this.arguments = arguments;
        this.types = types;
        this.result = result;
        number = words() - 1;
        values = new @Nullable Object[arguments.size()];
        columns = new Column[arguments.size()];
    }

    @Override
    public byte[] data() {
        return texts.data();
    }

    @Override
    void bind(ChangeBatch batch) {
        for (int i = 0; i < columns.length; i++) {
            columns[i] = batch.column(arguments.get(i));
        }
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        if (failure != null) {
            return;
        }
        for (int i = 0; i < columns.length; i++) {
            values[i] = Datum.get(columns[i], row, types.get(i));
        }
        try {
            A group = group(records, at);
            if (weight > 0) {
                function.accumulate(group, values);
            } else {
                function.retract(group, values);
            }
        } catch (RuntimeException e) {
            failure = failed(e);
            failedRow = row;
            records[at + Extreme.PRESENT] = FAILED;
        }
    }

    /** Where a tick has one result, the row that failed would not be found from that. */
    @Override
    void apply(Steps steps, byte @Nullable [] weights, RecordTable table) {
        super.apply(steps, weights, table);
        if (failure != null) {
            throw new RowFailure(steps.batch().position(failedRow), failure);
        }
    }

    private A group(long[] records, int at) {
        A known = records[at + number] == 0 ? null : groups.get((int) records[at + number] - 1);
        if (known != null) {
            return known;
        }
        A fresh = function.create();
        put(records, at, fresh);
        return fresh;
    }

    private void put(long[] records, int at, A group) {
        if (free.isEmpty()) {
            groups.add(group);
            records[at + number] = groups.size();
        } else {
            int index = free.remove(free.size() - 1);
            groups.set(index, group);
            records[at + number] = index + 1L;
        }
    }

    @Override
    void settle(long[] records, int at) {
        if (records[at + Extreme.PRESENT] == FAILED) {
            return;
        }
        try {
            A group = records[at + number] == 0 ? function.create() : groups.get((int) records[at + number] - 1);
            Object value = function.result(group);
            release(records, at);
            records[at + Extreme.PRESENT] = value == null ? 0 : 1;
            if (value != null) {
                putResult(records, at, value);
            }
        } catch (RuntimeException e) {
            failure = failed(e);
            records[at + Extreme.PRESENT] = FAILED;
        }
    }

    /** Why {@link #FAILED} groups have no result. */
    @Nullable
    EngineException failure() {
        return failure;
    }

    private void putResult(long[] records, int at, Object value) {
        switch (result.storage()) {
            case LONG ->
                records[at + Extreme.VALUE] =
                        value instanceof BigDecimal decimal ? unscaled(decimal).longValueExact() : (Long) value;
            case DOUBLE -> records[at + Extreme.VALUE] = Extreme.ordered(Double.doubleToLongBits((Double) value + 0.0));
            case BOOLEAN -> records[at + Extreme.VALUE] = (Boolean) value ? 1 : 0;
            case WIDE -> {
                BigInteger wide = unscaled((BigDecimal) value);
                records[at + Extreme.VALUE] = wide.shiftRight(Long.SIZE).longValueExact();
                records[at + Extreme.LOW] = wide.longValue();
            }
            case BYTES -> {
                byte[] bytes = value instanceof String text ? text.getBytes(UTF_8) : (byte[]) value;
                records[at + Extreme.VALUE] = texts.add(bytes, 0, bytes.length);
            }
        }
    }

    private BigInteger unscaled(BigDecimal decimal) {
        return decimal.setScale(result.scale()).unscaledValue();
    }

    private void release(long[] records, int at) {
        if (result.storage() == Storage.BYTES) {
            texts.release(records[at + Extreme.VALUE]);
            records[at + Extreme.VALUE] = 0;
        }
    }

    @Override
    void clear(long[] records, int at) {
        boolean failed = records[at + Extreme.PRESENT] == FAILED;
        release(records, at);
        if (records[at + number] != 0) {
            int index = (int) records[at + number] - 1;
            groups.set(index, null);
            free.add(index);
        }
        super.clear(records, at);
        records[at + Extreme.PRESENT] = failed ? FAILED : 0;
    }

    @Override
    void compact(RecordTable table) {
        if (texts.isWasteful()) {
            texts = Extreme.compacted(texts, table, offset(table));
        }
    }

    @Override
    void snapshot(long[] records, int at, StateWriter writer) {
        if (records[at + number] == 0) {
            writer.writeLong(-1);
            return;
        }
        byte[] bytes = called(() -> function.write(groups.get((int) records[at + number] - 1)));
        writer.writeLong(bytes.length);
        writer.writeBytes(bytes, 0, bytes.length);
    }

    @Override
    void restore(long[] records, int at, StateReader reader) {
        long length = reader.readLong();
        records[at + number] = 0;
        records[at + Extreme.VALUE] = 0;
        if (length >= 0) {
            byte[] bytes = new byte[Math.toIntExact(length)];
            reader.readBytes(bytes, 0, bytes.length);
            put(records, at, called(() -> function.read(bytes)));
        }
        settle(records, at);
    }

    @Override
    long bytes() {
        return texts.bytes() + (long) groups.size() * BYTES_AT_LEAST;
    }

    private <T> T called(Supplier<T> code) {
        try {
            return code.get();
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    /** A mistake of the user's is the query's failure, not the engine's. */
    private EngineException failed(RuntimeException e) {
        EngineException error = e instanceof EngineException own
                ? own
                : new EngineException(ErrorCode.INVALID_ARGUMENT, "aggregate " + name + " failed: " + e.getMessage())
                        .causedBy(e);
        return call.of(error);
    }
}
