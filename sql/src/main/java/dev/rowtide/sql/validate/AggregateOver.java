// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCallBinding;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate with clauses of its own in front of OVER, which Calcite does not know there: {@code f(x) WITHIN GROUP (ORDER BY y) FILTER (WHERE c) OVER w} as a function of x, y and c.
 */
public final class AggregateOver extends SqlAggFunction {

    /**
     * How an argument is sorted by.
     *
     * @param argument its number
     */
    public record Key(int argument, boolean descending, boolean nullsFirst) {}

    private final SqlAggFunction function;
    private final int ownArguments;
    private final List<Key> order;
    private final int filter;

    private AggregateOver(SqlAggFunction function, int ownArguments, List<Key> order, int filter) {
        super(
                function.getName(),
                null,
                SqlKind.OTHER_FUNCTION,
                null,
                null,
                OperandTypes.VARIADIC,
                SqlFunctionCategory.NUMERIC,
                false,
                false,
                Optionality.FORBIDDEN);
        this.function = function;
        this.ownArguments = ownArguments;
        this.order = List.copyOf(order);
        this.filter = filter;
    }

    /** The aggregate itself. */
    public SqlAggFunction function() {
        return function;
    }

    /** How many of the arguments are the aggregate's own, the first ones. */
    public int ownArguments() {
        return ownArguments;
    }

    /** The order of the rows. */
    public List<Key> order() {
        return order;
    }

    /** The argument that is the condition, or -1. */
    public int filter() {
        return filter;
    }

    /** Changes an OVER in place if its aggregate has such clauses. */
    static void resolve(SqlCall over) {
        if (!(over.operand(0) instanceof SqlCall written)) {
            return;
        }
        SqlNode condition = null;
        SqlCall aggregate = written;
        if (aggregate.getKind() == SqlKind.FILTER) {
            condition = aggregate.operand(1);
            aggregate = aggregate.operand(0);
        }
        SqlNodeList keys = null;
        if (aggregate.getKind() == SqlKind.WITHIN_GROUP) {
            keys = aggregate.operand(1);
            aggregate = aggregate.operand(0);
        }
        if (aggregate.getKind() == SqlKind.COUNTIF) {
            over.setOperand(0, countIf(aggregate, condition));
        } else if (aggregate != written && aggregate.getOperator() instanceof SqlAggFunction function) {
            if (isOfOneRow(function)) {
                throw Positions.at(
                        over,
                        new EngineException(
                                ErrorCode.INVALID_QUERY,
                                function.getName() + " OVER a window takes no FILTER and no WITHIN GROUP"));
            }
            over.setOperand(0, call(aggregate, function, keys, condition));
        }
    }

    /** {@code COUNTIF(c)} as {@code COUNT(CASE WHEN c THEN 1 END)}. */
    private static SqlCall countIf(SqlCall countIf, @Nullable SqlNode condition) {
        SqlParserPos position = countIf.getParserPosition();
        SqlNode counted = condition == null
                ? countIf.operand(0)
                : SqlStdOperatorTable.AND.createCall(position, condition, countIf.operand(0));
        SqlNode one = SqlCase.createSwitched(
                position,
                null,
                SqlNodeList.of(counted),
                SqlNodeList.of(SqlLiteral.createExactNumeric("1", position)),
                SqlLiteral.createNull(position));
        return SqlStdOperatorTable.COUNT.createCall(position, one);
    }

    /** Whether its result is that of one row, or says where a row stands. */
    private static boolean isOfOneRow(SqlAggFunction function) {
        return switch (function.getKind()) {
            case FIRST_VALUE,
                    LAST_VALUE,
                    NTH_VALUE,
                    LAG,
                    LEAD,
                    ROW_NUMBER,
                    RANK,
                    DENSE_RANK,
                    PERCENT_RANK,
                    CUME_DIST,
                    NTILE -> true;
            default -> false;
        };
    }

    private static SqlCall call(
            SqlCall aggregate, SqlAggFunction function, @Nullable SqlNodeList keys, @Nullable SqlNode condition) {
        List<SqlNode> arguments = new ArrayList<>(aggregate.getOperandList());
        int own = arguments.size();
        List<Key> order = new ArrayList<>();
        for (SqlNode item : keys == null ? SqlNodeList.EMPTY : keys) {
            SqlNode key = item;
            boolean descending = false;
            boolean nullsFirst = true;
            for (; isOrdering(key); key = ((SqlCall) key).operand(0)) {
                descending |= key.getKind() == SqlKind.DESCENDING;
                nullsFirst &= key.getKind() != SqlKind.NULLS_LAST;
            }
            order.add(new Key(arguments.size(), descending, nullsFirst));
            arguments.add(key);
        }
        if (condition != null) {
            arguments.add(condition);
        }
        int filter = condition == null ? -1 : arguments.size() - 1;
        return new AggregateOver(function, own, order, filter)
                .createCall(aggregate.getFunctionQuantifier(), aggregate.getParserPosition(), arguments);
    }

    private static boolean isOrdering(SqlNode item) {
        return switch (item.getKind()) {
            case DESCENDING, NULLS_FIRST, NULLS_LAST -> true;
            default -> false;
        };
    }

    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
        for (SqlNode operand : call.getOperandList()) {
            validator.setValidatedNodeType(operand, validator.deriveType(scope, operand));
        }
        return validateOperands(validator, scope, call);
    }

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
        SqlCallBinding own = own(binding);
        boolean fits = function.checkOperandTypes(own, throwOnFailure);
        for (int i = 0; i < ownArguments; i++) {
            binding.getCall().setOperand(i, own.operand(i)); // which may have been converted
        }
        return fits;
    }

    @Override
    public RelDataType inferReturnType(SqlOperatorBinding binding) {
        if (binding instanceof SqlCallBinding call) {
            return function.inferReturnType(own(call));
        }
        List<RexNode> arguments = ((RexCallBinding) binding).operands().subList(0, ownArguments);
        return function.inferReturnType(new RexCallBinding(binding.getTypeFactory(), function, arguments, List.of()) {
            @Override
            public boolean hasEmptyGroup() {
                return filter >= 0 || binding.hasEmptyGroup();
            }
        });
    }

    /** Calls of equal aggregates with equal arguments are one. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AggregateOver aggregate
                && function.equals(aggregate.function)
                && ownArguments == aggregate.ownArguments
                && order.equals(aggregate.order)
                && filter == aggregate.filter;
    }

    @Override
    public int hashCode() {
        return Objects.hash(function, ownArguments, order, filter);
    }

    private SqlCallBinding own(SqlCallBinding binding) {
        SqlCall call = binding.getCall();
        SqlLiteral quantifier = call.getFunctionQuantifier();
        SqlCall own = function.createCall(
                quantifier, call.getParserPosition(), call.getOperandList().subList(0, ownArguments));
        return new SqlCallBinding(binding.getValidator(), binding.getScope(), own) {
            @Override
            public boolean hasEmptyGroup() {
                return filter >= 0 || binding.hasEmptyGroup();
            }
        };
    }
}
