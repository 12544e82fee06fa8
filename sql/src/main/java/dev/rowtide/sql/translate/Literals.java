// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.core.type.ValueText;
import dev.rowtide.sql.catalog.TypeMapping;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Calcite's constants as the engine's. */
final class Literals {

    private static final BigDecimal MICROS_PER_MILLI = BigDecimal.valueOf(1_000);

    private final ZoneId zone;

    Literals(ZoneId zone) {
        this.zone = zone;
    }

    Literal of(RexLiteral literal) {
        Type type = TypeMapping.toCore(literal.getType());
        return new Literal(datum(literal, type), type);
    }

    /** A text. */
    static Literal text(String text) {
        return new Literal(text, Type.varchar(text.length()).withNullable(false));
    }

    /** The datum of a constant that stands for a value of {@code type}. */
    @Nullable
    Object datum(RexLiteral literal, Type type) {
        Comparable<?> value = literal.getValue();
        if (value == null) {
            return null;
        }
        return switch (type.kind()) {
            case BOOLEAN, NULL -> value;
            case TINYINT, SMALLINT, INTEGER, BIGINT ->
                ((BigDecimal) value).setScale(0, RoundingMode.HALF_UP).longValueExact();
            case DECIMAL -> ((BigDecimal) value).setScale(type.scale(), RoundingMode.HALF_UP);
            case FLOAT -> (double) ((Number) value).floatValue();
            case DOUBLE -> ((Number) value).doubleValue();
            case CHAR, VARCHAR -> ((NlsString) value).getValue();
            case BINARY, VARBINARY -> ((ByteString) value).getBytes();
            case DATE -> parse(literal.getValueAs(DateString.class), type);
            case TIME -> parse(literal.getValueAs(TimeString.class), type);
            case TIMESTAMP, TIMESTAMP_LTZ -> parse(literal.getValueAs(TimestampString.class), type);
            case INTERVAL_YEAR_MONTH -> ((BigDecimal) value).longValueExact();
            case INTERVAL_DAY_TIME ->
                ((BigDecimal) value).multiply(MICROS_PER_MILLI).longValueExact();
            case ARRAY, ROW -> list(literal, type);
            case MAP ->
                throw new EngineException(ErrorCode.NOT_SUPPORTED, "the constant " + literal + " is not supported yet");
        };
    }

    private List<@Nullable Object> list(RexLiteral literal, Type type) {
        List<RexLiteral> parts = Objects.requireNonNull(literal.getValueAs(List.class));
        List<@Nullable Object> data = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Type part = type.fields().get(type.kind() == TypeKind.ROW ? i : 0).type();
            data.add(datum(parts.get(i), part));
        }
        return Collections.unmodifiableList(data);
    }

    private Object parse(@Nullable Object text, Type type) {
        return ValueText.parse(
                String.valueOf(text), type, type.kind() == TypeKind.TIMESTAMP_LTZ ? zone : ZoneOffset.UTC);
    }
}
