// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.error.SimilarNames;
import dev.rowtide.core.type.Type;
import dev.rowtide.parser.statement.SqlAliasTypeNameSpec;
import dev.rowtide.sql.catalog.TypeFactory;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;

/** Types as somebody wrote them, in a cast or a column's declaration. */
final class WrittenTypes {

    private static final int TIME_DIGITS_MAX = 9;

    private static final List<String> NAMES = List.of(
            "BOOLEAN",
            "TINYINT",
            "SMALLINT",
            "INT",
            "INTEGER",
            "BIGINT",
            "DECIMAL",
            "NUMERIC",
            "FLOAT",
            "REAL",
            "DOUBLE",
            "CHAR",
            "VARCHAR",
            "STRING",
            "TEXT",
            "BINARY",
            "VARBINARY",
            "BYTES",
            "DATE",
            "TIME",
            "TIMESTAMP",
            "TIMESTAMP_LTZ");

    private WrittenTypes() {}

    /**
     * The type ready for validation: {@code CHAR(n)} marked as meant, see {@link TypeFactory}.
     *
     * @throws EngineException if the engine lacks the type, or a length or precision is out of its range
     */
    static SqlDataTypeSpec checked(SqlDataTypeSpec type) {
        SqlTypeNameSpec spec = type.getTypeNameSpec();
        if (spec instanceof SqlAliasTypeNameSpec) {
            return type;
        }
        if (NestedTypeSpec.isNested(spec)) {
            return new SqlDataTypeSpec(
                    NestedTypeSpec.of(type), type.getTimeZone(), type.getNullable(), type.getParserPosition());
        }
        SqlTypeName name = spec instanceof SqlBasicTypeNameSpec
                ? SqlTypeName.get(spec.getTypeName().getSimple())
                : null;
        if (!(spec instanceof SqlBasicTypeNameSpec basic) || name == null) {
            throw Positions.at(type, unknown(type));
        }
        checkDigits(type, basic, name);
        if (name == SqlTypeName.CHAR) {
            return new SqlDataTypeSpec(
                    new FixedText(basic), type.getTimeZone(), type.getNullable(), type.getParserPosition());
        }
        return type;
    }

    private static EngineException unknown(SqlDataTypeSpec type) {
        boolean foreign = type.getTypeNameSpec() instanceof SqlUserDefinedTypeNameSpec;
        if (!foreign) {
            return new EngineException(ErrorCode.NOT_SUPPORTED, "the type " + type + " is not supported yet");
        }
        String name = type.getTypeNameSpec().getTypeName().toString();
        return new EngineException(ErrorCode.UNDEFINED_OBJECT, "there is no type " + name)
                .withDetail("There are: " + String.join(", ", NAMES))
                .withHint(SimilarNames.nearest(name, NAMES)
                        .map(near -> "Did you mean " + near + "?")
                        .orElse("Texts are STRING, whole numbers INT or BIGINT, others DOUBLE or DECIMAL(p, s)."));
    }

    private static void checkDigits(SqlDataTypeSpec type, SqlBasicTypeNameSpec spec, SqlTypeName name) {
        int precision = spec.getPrecision();
        if (precision == RelDataType.PRECISION_NOT_SPECIFIED) {
            return;
        }
        switch (name) {
            case DECIMAL -> {
                checkRange(type, "the precision of a DECIMAL", precision, 1, Type.DECIMAL_DIGITS_MAX);
                if (spec.getScale() != RelDataType.SCALE_NOT_SPECIFIED) {
                    checkRange(type, "the scale of " + type, spec.getScale(), 0, precision);
                }
            }
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                checkRange(type, "the precision of a " + name, precision, 0, TIME_DIGITS_MAX);
            case CHAR, VARCHAR, BINARY, VARBINARY ->
                checkRange(type, "the length of a " + name, precision, 1, Type.UNBOUNDED);
            default -> {
                // Takes no digits that could be out of range.
            }
        }
    }

    private static void checkRange(SqlDataTypeSpec type, String what, int value, int min, int max) {
        if (value < min || value > max) {
            throw Positions.at(
                    type,
                    new EngineException(
                            ErrorCode.INVALID_QUERY, what + " is from " + min + " to " + max + ", not " + value));
        }
    }

    /** {@code CHAR(n)}. */
    private static final class FixedText extends SqlTypeNameSpec {

        private final SqlBasicTypeNameSpec written;

        FixedText(SqlBasicTypeNameSpec written) {
            super(written.getTypeName(), written.getParserPos());
            this.written = written;
        }

        @Override
        public RelDataType deriveType(SqlValidator validator) {
            return ((TypeFactory) validator.getTypeFactory()).createFixedText(Math.max(1, written.getPrecision()));
        }

        @Override
        public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
            written.unparse(writer, leftPrec, rightPrec);
        }

        @Override
        public boolean equalsDeep(SqlTypeNameSpec other, Litmus litmus) {
            return other instanceof FixedText text
                    ? written.equalsDeep(text.written, litmus)
                    : litmus.fail("{} != {}", this, other);
        }
    }
}
