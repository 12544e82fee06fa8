// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.LookupTable;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.plan.LookupCaching;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.sql.optimize.SystemTimeJoin;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * A join with a table as of the time of processing that is asked for the rows of each row's key. What a key is compared with and is no column becomes one, and is gone
 * again behind the join.
 */
final class TranslateLookup {

    private final TranslateContext context;
    private final PlanNodes nodes;
    private final SystemTimeJoin join;
    private final PlanNode left;
    private final int width;
    private final Scan scan;

    /** The right side's columns over those of the scan. */
    private final List<Expression> columns;

    private final List<Expression> leftKeys = new ArrayList<>();
    private final List<Integer> tableKeys = new ArrayList<>();
    private final List<RexNode> rest = new ArrayList<>();

    private TranslateLookup(
            TranslateContext context,
            PlanNodes nodes,
            SystemTimeJoin join,
            PlanNode left,
            Scan scan,
            List<Expression> columns) {
        this.context = context;
        this.nodes = nodes;
        this.join = join;
        this.left = left;
        this.width = left.schema().size();
        this.scan = scan;
        this.columns = columns;
    }

    /**
     * How a table can be asked.
     *
     * @param caching how long answers are used
     * @param fixed whether the table stays as it is
     */
    private record Asking(LookupCaching caching, boolean fixed) {}

    /** The join, or null where its right side is no table that can be asked. */
    static @Nullable PlanNode of(
            TranslateContext context,
            PlanNodes nodes,
            SystemTimeJoin join,
            PlanNode left,
            PlanNode right,
            Function<String, Connector> connectors) {
        Scan scan = right instanceof Scan plain
                ? plain
                : right instanceof Project project && project.input() instanceof Scan below ? below : null;
        if (scan == null) {
            return null;
        }
        Asking asking = asking(scan.table(), connectors.apply(scan.table().connector()));
        Expression time = new TranslateExpression(context, left.schema()).of(join.time());
        if (asking == null || !TimeAttributes.isProcessingTime(time, left)) {
            return null;
        }
        List<Expression> columns = new ArrayList<>();
        if (right instanceof Project project) {
            columns.addAll(project.expressions());
        } else {
            for (int i = 0; i < scan.schema().size(); i++) {
                columns.add(new InputRef(i, scan.schema().type(i)));
            }
        }
        return new TranslateLookup(context, nodes, join, left, scan, columns).node(asking);
    }

    private static @Nullable Asking asking(Table table, Connector connector) {
        LookupTable lookup = connector.lookup(table);
        if (lookup != null) {
            return new Asking(lookup.caching(), lookup.isFixed());
        }
        Source source = connector.source(table);
        boolean isWhole = source.bounded() && source.mode().isAppendOnly();
        return isWhole ? new Asking(LookupCaching.ALL_ROWS, true) : null;
    }

    private PlanNode node(Asking asking) {
        RelOptUtil.conjunctions(join.condition()).forEach(part -> {
            if (!addKey(part)) {
                rest.add(part);
            }
        });
        if (tableKeys.isEmpty()) {
            throw new EngineException(
                            ErrorCode.INVALID_QUERY,
                            "the join does not say which rows of table \""
                                    + scan.table().name() + "\" to look up")
                    .withHint("Compare a column of it with = in ON: ON o.id = t.id.");
        }
        boolean outer = join.type() == JoinRelType.LEFT;
        if (outer && columns.stream().anyMatch(column -> !(column instanceof InputRef))) {
            throw new EngineException(
                    ErrorCode.NOT_SUPPORTED,
                    "a LEFT JOIN that looks up a table with computed columns is not supported yet");
        }
        List<Expression> keyed = new ArrayList<>();
        List<String> names = new ArrayList<>(left.schema().names());
        for (int i = 0; i < width; i++) {
            keyed.add(new InputRef(i, left.schema().type(i)));
        }
        List<Integer> inputKeys = new ArrayList<>();
        for (Expression key : leftKeys) {
            if (!(key instanceof InputRef ref)) {
                inputKeys.add(keyed.size());
                names.add("$k" + (keyed.size() - width));
                keyed.add(key);
            } else {
                inputKeys.add(ref.index());
            }
        }
        PlanNode input = nodes.project(left, keyed, names);
        names.addAll(scan.schema().names());
        PlanNode joined = nodes.lookupJoin(
                input,
                scan.table(),
                scan.columns(),
                inputKeys,
                tableKeys,
                outer,
                condition(keyed.size()),
                asking.caching(),
                asking.fixed(),
                names);
        return nodes.project(
                joined,
                IntStream.range(0, width + columns.size())
                        .mapToObj(i -> i < width
                                ? new InputRef(i, left.schema().type(i))
                                : ofTable(columns.get(i - width), keyed.size(), joined.schema()))
                        .toList(),
                join.getRowType().getFieldNames());
    }

    /** What is left of the condition, over the columns of the joined rows. */
    private @Nullable Expression condition(int inputColumns) {
        if (rest.isEmpty()) {
            return null;
        }
        List<Field> fields = new ArrayList<>(left.schema().fields());
        for (Expression column : columns) {
            fields.add(new Field("c" + fields.size(), column.type()));
        }
        Expression written = new TranslateExpression(context, new Schema(fields))
                .of(RexUtil.composeConjunction(context.rexBuilder(), rest));
        return replaced(
                written,
                ref -> ref.index() < width ? ref : ofTable(columns.get(ref.index() - width), inputColumns, null));
    }

    /** An expression over the columns of the scan as one over those of the joined rows. */
    private static Expression ofTable(Expression expression, int inputColumns, @Nullable Schema joined) {
        return replaced(expression, ref -> {
            int column = inputColumns + ref.index();
            return new InputRef(column, joined == null ? ref.type() : joined.type(column));
        });
    }

    private static Expression replaced(Expression expression, Function<InputRef, Expression> by) {
        if (expression instanceof InputRef ref) {
            return by.apply(ref);
        }
        if (expression instanceof Call call) {
            return new Call(
                    call.function(),
                    call.arguments().stream()
                            .map(argument -> replaced(argument, by))
                            .toList(),
                    call.type(),
                    call.source());
        }
        if (expression instanceof ScalarCall call) {
            return new ScalarCall(
                    call.function(),
                    call.arguments().stream()
                            .map(argument -> replaced(argument, by))
                            .toList(),
                    call.type(),
                    call.source());
        }
        return expression;
    }

    /** Takes {@code column = expression}, where the expression is one of the left side or a constant; whether the part is one. */
    private boolean addKey(RexNode part) {
        if (part.getKind() != SqlKind.EQUALS || !RexUtil.isDeterministic(part)) {
            return false;
        }
        List<RexNode> sides = ((RexCall) part).getOperands();
        return addKey(sides.get(0), sides.get(1)) || addKey(sides.get(1), sides.get(0));
    }

    private boolean addKey(RexNode ofLeft, RexNode ofTable) {
        boolean isLeft = ImmutableBitSet.range(width).contains(RelOptUtil.InputFinder.bits(ofLeft));
        boolean isRight = RelOptUtil.InputFinder.bits(ofTable).nextSetBit(0) >= width;
        if (!isLeft || !isRight) {
            return false;
        }
        List<Field> fields = new ArrayList<>();
        columns.forEach(column -> fields.add(new Field("c" + fields.size(), column.type())));
        Expression right = Conversions.withoutWidening(
                new TranslateExpression(context, new Schema(fields)).of(RexUtil.shift(ofTable, -width)));
        if (!(right instanceof InputRef selected) || !(columns.get(selected.index()) instanceof InputRef column)) {
            return false;
        }
        if (tableKeys.contains(column.index())) {
            return false;
        }
        Expression key = Conversions.withoutWidening(new TranslateExpression(context, left.schema()).of(ofLeft));
        Type type = column.type();
        if (!isAskedAlike(key.type(), type)) {
            Type common = Conversions.common(key, column);
            if (common == null || !Conversions.isStoredAlike(common, type) || type.kind() == TypeKind.CHAR) {
                return false;
            }
            key = Conversions.exactly(key, common);
        }
        leftKeys.add(key);
        tableKeys.add(column.index());
        return true;
    }

    /** Whether a value of the one type that is equal to one of the other is also stored as that. */
    private static boolean isAskedAlike(Type one, Type other) {
        if (one.kind() == TypeKind.CHAR || other.kind() == TypeKind.CHAR) {
            return one.kind() == other.kind() && one.precision() == other.precision();
        }
        return one.kind().isInteger() && other.kind().isInteger()
                || one.kind().isFloating() && one.kind() == other.kind()
                || Conversions.isStoredAlike(one, other);
    }
}
