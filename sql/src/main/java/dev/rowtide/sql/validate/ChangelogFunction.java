// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.error.SimilarNames;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** TO_CHANGELOG or FROM_CHANGELOG, with its arguments but the table: they are constants, which decide what columns a call gives. */
public abstract sealed class ChangelogFunction extends FunctionOfTable {

    private final String column;
    private final SqlParserPos columnPosition;

    private ChangelogFunction(String name, String column, SqlParserPos columnPosition) {
        super(name);
        this.column = column;
        this.columnPosition = columnPosition;
    }

    /** Calls of equal functions over one table are one part of a plan: those with the same arguments. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ChangelogFunction function
                && getName().equals(function.getName())
                && column.equals(function.column)
                && codesAndKinds().equals(function.codesAndKinds());
    }

    @Override
    public int hashCode() {
        return Objects.hash(getName(), column, codesAndKinds());
    }

    abstract Object codesAndKinds();

    /** Where among {@code columns} the one that says the kind is, or -1. */
    final int indexIn(List<String> columns) {
        return IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).equalsIgnoreCase(column))
                .findFirst()
                .orElse(-1);
    }

    final EngineException error(ErrorCode code, String message) {
        return Positions.at(columnPosition, new EngineException(code, message));
    }

    /** Changes as rows. */
    public static final class To extends ChangelogFunction {

        private final List<@Nullable String> codes;

        To(String column, SqlParserPos columnPosition, List<@Nullable String> codes) {
            super("TO_CHANGELOG", column, columnPosition);
            this.codes = Collections.unmodifiableList(codes);
        }

        @Override
        Object codesAndKinds() {
            return codes;
        }

        /** The text for each kind of change, in the order of {@code RowKind}; null for those that are left out. */
        public List<@Nullable String> codes() {
            return codes;
        }

        @Override
        RelDataType rowType(RelDataTypeFactory factory, RelDataType input) {
            if (indexIn(input.getFieldNames()) >= 0) {
                throw error(ErrorCode.DUPLICATE_OBJECT, "the table has a column \"" + super.column + "\" already")
                        .withHint("Name the column of the kind otherwise: op => DESCRIPTOR(kind).");
            }
            return factory.builder()
                    .add(super.column, SqlTypeName.VARCHAR)
                    .addAll(input.getFieldList())
                    .build();
        }
    }

    /** Rows as changes. */
    public static final class From extends ChangelogFunction {

        private final Map<String, Integer> kinds;
        private int operation = -1;

        From(String column, SqlParserPos columnPosition, Map<String, Integer> kinds) {
            super("FROM_CHANGELOG", column, columnPosition);
            this.kinds = Collections.unmodifiableMap(new TreeMap<>(kinds));
        }

        @Override
        Object codesAndKinds() {
            return List.of(operation, kinds);
        }

        /** From the texts in the column to the ordinals of {@code RowKind}. */
        public Map<String, Integer> kinds() {
            return kinds;
        }

        /** Where among the columns of the table the one that says the kind is. What is below may have lost the name that it was found by, but keeps the order. */
        public int operation() {
            return operation;
        }

        @Override
        RelDataType rowType(RelDataTypeFactory factory, RelDataType input) {
            List<String> names = input.getFieldNames();
            int index = indexIn(names);
            if (index < 0) {
                EngineException error = error(
                                ErrorCode.UNDEFINED_COLUMN,
                                "column \"" + super.column + "\", which is to say the kind of change, does not exist")
                        .withDetail("the table has: " + String.join(", ", names));
                throw SimilarNames.didYouMean(super.column, names)
                        .map(error::withHint)
                        .orElse(error.withHint("Name it: op => DESCRIPTOR(its_name)."));
            }
            operation = index;
            RelDataTypeField kind = input.getFieldList().get(index);
            if (!SqlTypeUtil.isCharacter(kind.getType())) {
                throw error(
                        ErrorCode.INVALID_QUERY,
                        "column \"" + kind.getName() + "\" must be a text, which says the kind of change");
            }
            RelDataTypeFactory.Builder row = factory.builder();
            input.getFieldList().stream()
                    .filter(field -> field.getIndex() != index)
                    .forEach(row::add);
            return row.build();
        }
    }
}
