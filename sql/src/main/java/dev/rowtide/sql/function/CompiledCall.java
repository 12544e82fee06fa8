// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import dev.rowtide.core.type.Type;
import dev.rowtide.sql.catalog.TypeMapping;
import java.time.ZoneId;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.TimeFrames;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexExecutorImpl;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.SchemaPlus;
import org.jspecify.annotations.Nullable;

/** An expression compiled to Java. The one class that touches Calcite's code generator; loaded with the first row. */
final class CompiledCall {

    private final Function1<DataContext, @Nullable Object @Nullable []> function;
    private final Type[] inputTypes;
    private final BitSet json;
    private final TimeZone zone;

    private CompiledCall(
            Function1<DataContext, @Nullable Object @Nullable []> function,
            List<RelDataType> inputTypes,
            BitSet json,
            ZoneId zone) {
        this.function = function;
        this.json = json;
        this.inputTypes = inputTypes.stream().map(TypeMapping::toCore).toArray(Type[]::new);
        this.zone = TimeZone.getTimeZone(zone);
    }

    /**
     * Compiles an expression.
     *
     * @param expression over input references
     * @param inputs the nodes that these stand for
     * @param json which inputs it takes as what they are in JSON
     * @throws RuntimeException or an error, if Calcite has no code for it
     */
    static CompiledCall of(RexBuilder rexBuilder, RexNode expression, List<RexNode> inputs, BitSet json, ZoneId zone) {
        List<RelDataType> types = inputs.stream().map(RexNode::getType).toList();
        try {
            return compile(rexBuilder, expression, types, json, zone);
        } catch (RuntimeException e) {
            WidenIntegers wide = new WidenIntegers(rexBuilder);
            return compile(
                    rexBuilder,
                    expression.accept(wide),
                    types.stream().map(wide::widened).toList(),
                    json,
                    zone);
        }
    }

    private static CompiledCall compile(
            RexBuilder rexBuilder, RexNode expression, List<RelDataType> inputTypes, BitSet json, ZoneId zone) {
        RelDataTypeFactory types = rexBuilder.getTypeFactory();
        RelDataTypeFactory.Builder row = types.builder();
        for (int i = 0; i < inputTypes.size(); i++) {
            row.add(
                    "i" + i,
                    json.get(i)
                            ? CallInputs.anything(types)
                            : types.createTypeWithNullability(inputTypes.get(i), true));
        }
        return new CompiledCall(
                RexExecutorImpl.getExecutable(rexBuilder, List.of(expression), row.build())
                        .getFunction(),
                inputTypes,
                json,
                zone);
    }

    /** Its value over one row of data, in Calcite's representation. */
    @Nullable
    Object apply(@Nullable Object[] data) {
        @Nullable Object[] inputs = new Object[inputTypes.length];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = json.get(i)
                    ? JsonValues.of(data[i], inputTypes[i])
                    : RuntimeValues.toCalcite(data[i], inputTypes[i]);
        }
        Object[] values = function.apply(new Row(inputs, zone));
        return values == null ? null : values[0];
    }

    /** What generated code may ask for: its row, and the session's time zone. */
    private static final class Row implements DataContext {

        private final @Nullable Object[] inputs;
        private final TimeZone zone;

        Row(@Nullable Object[] inputs, TimeZone zone) {
            this.inputs = inputs;
            this.zone = zone;
        }

        @Override
        public @Nullable Object get(String name) {
            return switch (name) {
                case "inputRecord" -> inputs;
                case "timeZone" -> zone;
                case "locale" -> Locale.ENGLISH;
                case "timeFrameSet" -> TimeFrames.CORE;
                default -> throw new IllegalStateException("a function asks for " + name);
            };
        }

        @Override
        public @Nullable SchemaPlus getRootSchema() {
            return null;
        }

        @Override
        public JavaTypeFactory getTypeFactory() {
            throw new IllegalStateException("a function asks for types");
        }

        @Override
        public QueryProvider getQueryProvider() {
            throw new IllegalStateException("a function asks for a query");
        }
    }
}
