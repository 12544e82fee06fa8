// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.error.SimilarNames;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.WindowSpec;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** TUMBLE, HOP, CUMULATE or SESSION in FROM, with its arguments but the table: constants, and names of the table's columns. */
public final class WindowFunction extends FunctionOfTable {

    /** The names of a window's columns behind a table whose query does not see them. */
    static final String HIDDEN_START = "$window_start";

    static final String HIDDEN_END = "$window_end";
    static final String HIDDEN_TIME = "$window_time";

    /** The fractional digits of a window's start and end: those of the event time, but these at least and at most. */
    private static final int DIGITS_MIN = 3;

    private static final int DIGITS_MAX = 6;

    private final WindowSpec.@Nullable Kind kind;
    private final SqlIdentifier time;
    private final List<SqlIdentifier> partition;
    private final WindowLength size;
    private final WindowLength step;
    private final WindowLength offset;
    private final boolean hidden;
    private final Emission emission;

    private WindowFunction(
            String name,
            WindowSpec.@Nullable Kind kind,
            SqlIdentifier time,
            List<SqlIdentifier> partition,
            WindowLength size,
            WindowLength step,
            WindowLength offset,
            boolean hidden,
            Emission emission) {
        super(name);
        this.kind = kind;
        this.time = time;
        this.partition = List.copyOf(partition);
        this.size = size;
        this.step = step;
        this.offset = offset;
        this.hidden = hidden;
        this.emission = emission;
    }

    /** TUMBLE, HOP or CUMULATE. */
    static WindowFunction of(
            String name,
            SqlIdentifier time,
            WindowLength size,
            WindowLength step,
            WindowLength offset,
            SqlParserPos position) {
        WindowSpec.Kind kind = WindowSpec.Kind.valueOf(name);
        if (size.unit() != step.unit() || size.unit() != offset.unit()) {
            throw Positions.at(
                    position,
                    new EngineException(
                            ErrorCode.INVALID_QUERY,
                            "the intervals of " + name + " must all be of months or years, or all of days and less"));
        }
        if (kind == WindowSpec.Kind.CUMULATE && !size.isMultipleOf(step)) {
            throw Positions.at(
                    step.position(),
                    new EngineException(
                            ErrorCode.INVALID_QUERY, "the size of CUMULATE must be a multiple of its step"));
        }
        if (Math.abs(offset.length()) >= size.length()) {
            throw Positions.at(
                    offset.position(),
                    new EngineException(
                            ErrorCode.INVALID_QUERY, "the offset of " + name + " must be less than its size"));
        }
        return new WindowFunction(name, kind, time, List.of(), size, step, offset, false, Emission.ON_WATERMARK);
    }

    /** SESSION. */
    static WindowFunction session(SqlIdentifier time, List<SqlIdentifier> partition, WindowLength gap) {
        if (gap.unit() == WindowSpec.Unit.MONTHS) {
            throw Positions.at(
                    gap.position(),
                    new EngineException(ErrorCode.INVALID_QUERY, "the gap of SESSION must be of days and less"));
        }
        return new WindowFunction("SESSION", null, time, partition, gap, gap, gap, false, Emission.ON_WATERMARK);
    }

    /** The same with other names of the window's columns. */
    WindowFunction hidden() {
        return new WindowFunction(getName(), kind, time, partition, size, step, offset, true, emission);
    }

    /**
     * The same where results go out otherwise.
     *
     * @throws EngineException at its place if that is not for these windows
     */
    WindowFunction emitting(Emission other, SqlNode place) {
        if (kind == null && other.revises() && !other.accumulates()) {
            throw Positions.notSupported(place, "discarding panes of sessions are")
                    .withHint("A session that grows is another one: use retracting panes.");
        }
        return new WindowFunction(getName(), kind, time, partition, size, step, offset, hidden, other);
    }

    /** When results of the windows go out. */
    public Emission emission() {
        return emission;
    }

    /** How the windows lie to one another; null for sessions. */
    public WindowSpec.@Nullable Kind kind() {
        return kind;
    }

    /** What lengths are counted in. */
    public WindowSpec.Unit unit() {
        return size.unit();
    }

    /** The length of windows, or the gap of sessions. */
    public long size() {
        return size.length();
    }

    /** From one window to the next. */
    public long step() {
        return step.length();
    }

    /** How much later than 1970 windows start. */
    public long offset() {
        return offset.length();
    }

    /** What says that windows overlap by parts of their steps, at its place. */
    public EngineException unevenSteps() {
        return Positions.at(
                step.position(),
                new EngineException(ErrorCode.NOT_SUPPORTED, "the size of HOP must be a multiple of its slide"));
    }

    /** An error about the column of event time, at its place. */
    public EngineException timeError(ErrorCode code, String message) {
        return Positions.at(time, new EngineException(code, message));
    }

    /** The name of the column of event time. */
    public String timeName() {
        return time.getSimple();
    }

    /**
     * Where the column of event time is.
     *
     * @param columns those of the table, by the names that they have beside the window's
     */
    public int timeIn(List<String> columns) {
        return index(time, columns);
    }

    /** Where the columns are that sessions are divided by. */
    public List<Integer> partitionIn(List<String> columns) {
        return partition.stream().map(column -> index(column, columns)).toList();
    }

    private static int index(SqlIdentifier name, List<String> columns) {
        String written = name.getSimple();
        int found = indexOf(written, columns);
        if (found < 0) {
            found = indexOf(written + (nextNumber(written, columns) - 1), columns);
        }
        if (found >= 0) {
            return found;
        }
        EngineException error = Positions.at(
                        name,
                        new EngineException(ErrorCode.UNDEFINED_COLUMN, "column \"" + written + "\" does not exist"))
                .withDetail("The table has: " + String.join(", ", columns));
        throw SimilarNames.didYouMean(written, columns).map(error::withHint).orElse(error);
    }

    private static int indexOf(String name, List<String> columns) {
        return IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).equalsIgnoreCase(name))
                .findFirst()
                .orElse(-1);
    }

    @Override
    RelDataType rowType(RelDataTypeFactory factory, RelDataType input) {
        List<String> names = input.getFieldNames();
        partitionIn(names);
        RelDataType timeType = input.getFieldList().get(timeIn(names)).getType();
        SqlTypeName kindOfTime = timeType.getSqlTypeName();
        if (kindOfTime != SqlTypeName.TIMESTAMP && kindOfTime != SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE) {
            throw timeError(
                    ErrorCode.INVALID_QUERY,
                    "the event time must be a TIMESTAMP or TIMESTAMP_LTZ, but \"" + timeName() + "\" is "
                            + timeType.getSqlTypeName());
        }
        int digits = Math.min(DIGITS_MAX, Math.max(DIGITS_MIN, timeType.getPrecision()));
        RelDataType bound = factory.createSqlType(SqlTypeName.TIMESTAMP, digits);
        List<String> ofWindow = hidden
                ? List.of(HIDDEN_START, HIDDEN_END, HIDDEN_TIME)
                : List.of("window_start", "window_end", "window_time");
        RelDataTypeFactory.Builder builder = factory.builder();
        for (RelDataTypeField field : input.getFieldList()) {
            builder.add(besides(field.getName(), ofWindow, names), field.getType());
        }
        return builder.add(ofWindow.get(0), bound)
                .add(ofWindow.get(1), bound)
                .add(ofWindow.get(2), factory.createSqlType(kindOfTime, digits))
                .build();
    }

    /** Calls of equal functions over one table are one part of a plan: those of the same windows. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof WindowFunction function && identity().equals(function.identity());
    }

    @Override
    public int hashCode() {
        return identity().hashCode();
    }

    private List<Object> identity() {
        return List.of(
                getName(),
                timeName(),
                partition.stream().map(SqlIdentifier::getSimple).toList(),
                unit(),
                size(),
                step(),
                offset(),
                hidden,
                emission);
    }

    /** The name of a column of the table, with a number behind it where it is one of the window's, as that of windows of windows is. */
    private static String besides(String name, List<String> ofWindow, List<String> names) {
        return ofWindow.stream().anyMatch(name::equalsIgnoreCase) ? name + nextNumber(name, names) : name;
    }

    /** The first number that no number behind the name reaches. */
    private static int nextNumber(String name, List<String> names) {
        return names.stream()
                .filter(other -> other.length() > name.length()
                        && other.regionMatches(true, 0, name, 0, name.length())
                        && other.substring(name.length()).matches("\\d{1,6}"))
                .mapToInt(other -> Integer.parseInt(other.substring(name.length())) + 1)
                .max()
                .orElse(0);
    }
}
