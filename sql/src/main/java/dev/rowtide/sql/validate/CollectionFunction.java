// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.sql.catalog.TypeFactory;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * A function of arrays and maps. Its signature is written with type variables: of all that an element type is said of, the common type is taken, and each argument is
 * brought to it.
 */
public final class CollectionFunction extends SqlFunction {

    /** A parameter, or a result, in terms of the type variables E (element), K (key) and V (value). */
    enum Shape {
        ARRAY("E ARRAY"),
        /** May be NULL without making the result so. */
        ELEMENT("E"),
        /** NULL makes the result NULL. */
        SOUGHT("E"),
        /** An array whose elements have an order, which nested values have not. */
        SORTABLE("E ARRAY"),
        TEXTS("STRING ARRAY"),
        MAP_OF_TEXTS("(STRING, STRING) MAP"),
        MAP("(K, V) MAP"),
        KEY("K"),
        KEYS("K ARRAY"),
        VALUES("V ARRAY"),
        ENTRIES("ROW(K, V) ARRAY"),
        INTEGER("INTEGER"),
        BOOLEAN("BOOLEAN"),
        TEXT("STRING");

        private final String text;

        Shape(String text) {
            this.text = text;
        }
    }

    private final Signature signature;

    private CollectionFunction(String name, Signature signature) {
        super(
                name,
                SqlKind.OTHER_FUNCTION,
                signature::result,
                null,
                signature,
                SqlFunctionCategory.USER_DEFINED_FUNCTION);
        this.signature = signature;
    }

    /**
     * @param required how many of the parameters must be given; the last may be repeated if {@code repeated}
     */
    static CollectionFunction of(String name, Shape result, int required, boolean repeated, Shape... parameters) {
        return new CollectionFunction(name, new Signature(List.of(parameters), required, repeated, result));
    }

    /** The types that arguments of the given types are brought to. */
    public List<RelDataType> parameterTypes(List<RelDataType> arguments, RelDataTypeFactory factory) {
        Variables variables = signature.bind(arguments, factory);
        if (variables == null) {
            throw new IllegalStateException(getName() + " was validated with other arguments than " + arguments);
        }
        List<RelDataType> types = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            types.add(variables.type(signature.parameter(i)));
        }
        return types;
    }

    /** Whether argument {@code i} may be NULL without making the result so. */
    public boolean takesNull(int i) {
        return signature.parameter(i) == Shape.ELEMENT;
    }

    private record Signature(List<Shape> parameters, int required, boolean repeated, Shape result)
            implements SqlOperandTypeChecker {

        Shape parameter(int i) {
            return parameters.get(Math.min(i, parameters.size() - 1));
        }

        @Nullable
        Variables bind(List<RelDataType> arguments, RelDataTypeFactory factory) {
            Variables variables = new Variables(factory);
            for (int i = 0; i < arguments.size(); i++) {
                if (!variables.take(parameter(i), arguments.get(i))) {
                    return null;
                }
            }
            return variables.solve() ? variables : null;
        }

        RelDataType result(SqlOperatorBinding binding) {
            List<RelDataType> arguments = binding.collectOperandTypes();
            RelDataTypeFactory factory = binding.getTypeFactory();
            Variables variables = bind(arguments, factory);
            if (variables == null) {
                throw new IllegalStateException("not checked: " + arguments);
            }
            boolean nullable = result == Shape.ELEMENT;
            for (int i = 0; i < arguments.size(); i++) {
                nullable |= parameter(i) != Shape.ELEMENT && arguments.get(i).isNullable();
            }
            return factory.createTypeWithNullability(variables.type(result), nullable);
        }

        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            if (bind(binding.collectOperandTypes(), binding.getTypeFactory()) != null) {
                return true;
            }
            if (throwOnFailure) {
                throw binding.newValidationSignatureError();
            }
            return false;
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return repeated
                    ? SqlOperandCountRanges.from(required)
                    : SqlOperandCountRanges.between(required, parameters.size());
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String name) {
            StringBuilder text = new StringBuilder(name).append('(');
            for (int i = 0; i < parameters.size(); i++) {
                text.append(i >= required ? "[" : "").append(i > 0 ? ", " : "");
                text.append(parameters.get(i).text).append(i >= required ? "]" : "");
            }
            return text.append(repeated ? ", ...)" : ")").toString();
        }
    }

    /** What is known of the type variables. */
    private static final class Variables {

        private final RelDataTypeFactory factory;
        private final List<RelDataType> elements = new ArrayList<>();
        private final List<RelDataType> keys = new ArrayList<>();
        private final List<RelDataType> values = new ArrayList<>();
        private @Nullable RelDataType element;
        private @Nullable RelDataType key;
        private @Nullable RelDataType value;

        Variables(RelDataTypeFactory factory) {
            this.factory = factory;
        }

        /** Whether an argument of the type fits the parameter. */
        boolean take(Shape parameter, RelDataType type) {
            return switch (parameter) {
                case ARRAY -> takeParts(type, elements);
                case SORTABLE -> takeParts(type, elements) && !CastOperator.isNested(elements.get(elements.size() - 1));
                case ELEMENT, SOUGHT -> elements.add(type);
                case TEXTS -> isArrayOfSimple(type);
                case MAP, MAP_OF_TEXTS -> takeEntry(type.getKeyType(), type.getValueType());
                case KEY -> keys.add(type);
                case KEYS -> takeParts(type, keys);
                case VALUES -> takeParts(type, values);
                case ENTRIES -> takeEntries(type.getComponentType());
                case INTEGER -> SqlTypeUtil.isIntType(type) || SqlTypeUtil.isNull(type);
                case BOOLEAN -> SqlTypeUtil.isBoolean(type) || SqlTypeUtil.isNull(type);
                case TEXT -> SqlTypeUtil.isCharacter(type) || SqlTypeUtil.isNull(type);
            };
        }

        private static boolean isArrayOfSimple(RelDataType type) {
            RelDataType element = type.getComponentType();
            return element != null && !CastOperator.isNested(element);
        }

        private static boolean takeParts(RelDataType type, List<RelDataType> variable) {
            RelDataType part = type.getComponentType();
            return part != null && variable.add(part);
        }

        private boolean takeEntry(@Nullable RelDataType key, @Nullable RelDataType value) {
            return key != null && value != null && keys.add(key) && values.add(value);
        }

        private boolean takeEntries(@Nullable RelDataType entry) {
            return entry != null
                    && entry.isStruct()
                    && entry.getFieldCount() == 2
                    && takeEntry(
                            entry.getFieldList().get(0).getType(),
                            entry.getFieldList().get(1).getType());
        }

        /** Whether each variable has a common type. */
        boolean solve() {
            element = elements.isEmpty() ? null : factory.leastRestrictive(elements);
            key = keys.isEmpty() ? null : factory.leastRestrictive(keys);
            value = values.isEmpty() ? null : factory.leastRestrictive(values);
            return (elements.isEmpty() || element != null)
                    && (keys.isEmpty() || key != null)
                    && (values.isEmpty() || value != null);
        }

        RelDataType type(Shape shape) {
            return switch (shape) {
                case ARRAY, SORTABLE -> factory.createArrayType(known(element), -1);
                case ELEMENT, SOUGHT -> factory.createTypeWithNullability(known(element), true);
                case TEXTS -> factory.createArrayType(nullableText(), -1);
                case MAP_OF_TEXTS -> factory.createMapType(factory.createSqlType(SqlTypeName.VARCHAR), nullableText());
                case MAP -> factory.createMapType(keyType(), known(value));
                case KEY -> factory.createTypeWithNullability(known(key), true);
                case KEYS -> factory.createArrayType(keyType(), -1);
                case VALUES -> factory.createArrayType(known(value), -1);
                case ENTRIES ->
                    factory.createArrayType(
                            ((TypeFactory) factory)
                                    .createNestedRow(List.of(keyType(), known(value)), List.of("key", "value")),
                            -1);
                case INTEGER -> factory.createSqlType(SqlTypeName.INTEGER);
                case BOOLEAN -> factory.createSqlType(SqlTypeName.BOOLEAN);
                case TEXT -> factory.createSqlType(SqlTypeName.VARCHAR);
            };
        }

        private RelDataType nullableText() {
            return factory.createTypeWithNullability(factory.createSqlType(SqlTypeName.VARCHAR), true);
        }

        private RelDataType keyType() {
            return factory.createTypeWithNullability(known(key), false);
        }

        private static RelDataType known(@Nullable RelDataType variable) {
            if (variable == null) {
                throw new IllegalStateException("a type variable that no parameter has");
            }
            return variable;
        }
    }
}
