// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.sql.catalog.TypeMapping;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLambda;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Cuts a call free of its surroundings: what the engine can compute becomes an input, what only Calcite can (most
 * literals, symbols, and calls that give a multiset or the like) stays inside. Every input may be NULL, whatever its
 * type says: a delete that carries the key only has no other values.
 */
final class CallInputs extends RexShuttle {

    private final RexBuilder rexBuilder;
    private final List<RexNode> inputs = new ArrayList<>();
    private final BitSet json = new BitSet();
    private boolean textsAreInputs;
    private boolean jsonIsMade;

    private CallInputs(RexBuilder rexBuilder) {
        this.rexBuilder = rexBuilder;
    }

    /**
     * A call cut free.
     *
     * @param expression the call, over input references that number {@code inputs}
     * @param inputs what it is called with
     * @param json which inputs it takes as what they are in JSON
     */
    record Cut(RexNode expression, List<RexNode> inputs, BitSet json) {}

    /**
     * Cuts a call free.
     *
     * @throws EngineException {@code NOT_SUPPORTED} if the call, or one that stays inside, can't be run
     */
    static Cut of(RexBuilder rexBuilder, RexCall call) {
        CallInputs cut = new CallInputs(rexBuilder);
        RexNode expression = cut.inside(call);
        return new Cut(expression, List.copyOf(cut.inputs), cut.json);
    }

    private RexNode inside(RexCall call) {
        RefusedFunctions.check(call);
        textsAreInputs = WholeCharacters.matterTo(call.getOperator().getName());
        boolean makesJson = call.getOperator().equals(SqlStdOperatorTable.JSON_OBJECT)
                || call.getOperator().equals(SqlStdOperatorTable.JSON_ARRAY);
        List<RexNode> operands = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            jsonIsMade = makesJson;
            operands.add(operand.accept(this));
        }
        return call.clone(
                nullable(call.getType()), isReversed(call) ? List.of(operands.get(1), operands.get(0)) : operands);
    }

    /** Calcite's STRCMP has the opposite sign of MySQL's, whose function it is. */
    private static boolean isReversed(RexCall call) {
        return call.getOperator().equals(SqlLibraryOperators.STRCMP);
    }

    @Override
    public RexNode visitCall(RexCall call) {
        return isComputed(call.getType()) ? input(call) : inside(call);
    }

    /** The characters of a literal have to be seen where they are counted, and what only we make JSON of. */
    @Override
    public RexNode visitLiteral(RexLiteral literal) {
        boolean text = textsAreInputs && SqlTypeUtil.inCharFamily(literal.getType());
        return (text || takenAsJson(literal.getType())) && !literal.isNull() ? input(literal) : literal;
    }

    @Override
    public RexNode visitInputRef(RexInputRef ref) {
        if (!isComputed(ref.getType())) {
            throw RefusedFunctions.notSupported("a column of type " + ref.getType(), "no operator carries such values");
        }
        return input(ref);
    }

    @Override
    public RexNode visitOver(RexOver over) {
        throw RefusedFunctions.notSupported("OVER inside a function call", "it is no function of one row");
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
        throw RefusedFunctions.notSupported("a subquery inside a function call", "it is no function of one row");
    }

    @Override
    public RexNode visitCorrelVariable(RexCorrelVariable variable) {
        throw RefusedFunctions.notSupported("a correlated column inside a function call", "it belongs to another row");
    }

    @Override
    public RexNode visitDynamicParam(RexDynamicParam parameter) {
        throw RefusedFunctions.notSupported("a parameter", "nothing binds it");
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
        if (!isComputed(access.getType())) {
            throw RefusedFunctions.notSupported(
                    "a field of type " + access.getType(), "no operator carries such values");
        }
        return input(access);
    }

    @Override
    public RexNode visitLambda(RexLambda lambda) {
        throw RefusedFunctions.notSupported("a lambda", "Calcite's library can't run it over a row");
    }

    private RexNode input(RexNode node) {
        boolean asJson = takenAsJson(node.getType());
        int index = inputs.indexOf(node);
        if (index < 0 || json.get(index) != asJson) {
            index = inputs.size();
            inputs.add(node);
            json.set(index, asJson);
        }
        return new RexInputRef(index, asJson ? anything(rexBuilder.getTypeFactory()) : nullable(node.getType()));
    }

    /** The type of an input that is taken as what it is in JSON. */
    static RelDataType anything(RelDataTypeFactory types) {
        return types.createTypeWithNullability(types.createSqlType(SqlTypeName.ANY), true);
    }

    /** Calcite's library makes JSON of a time's number and of a row without its names. */
    private boolean takenAsJson(RelDataType type) {
        return jsonIsMade
                && isComputed(type)
                && switch (TypeMapping.toCore(type).kind()) {
                    case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, FLOAT, DOUBLE, CHAR, VARCHAR, NULL ->
                        false;
                    default -> true;
                };
    }

    private RelDataType nullable(RelDataType type) {
        return rexBuilder.getTypeFactory().createTypeWithNullability(type, true);
    }

    /** Whether the engine has values of the type. */
    private static boolean isComputed(RelDataType type) {
        if (type.getSqlTypeName() == SqlTypeName.NULL) {
            return false;
        }
        try {
            TypeMapping.toCore(type);
            return true;
        } catch (EngineException e) {
            return false;
        }
    }
}
