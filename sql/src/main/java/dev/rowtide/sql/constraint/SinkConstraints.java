// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.constraint;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.ArrayList;
import java.util.List;

/**
 * What is checked of the rows in front of a sink.
 *
 * @param notNull what happens to NULL in a NOT NULL column
 * @param typeLength what happens to values of another length than the column's
 */
public record SinkConstraints(NotNullEnforcer notNull, TypeLengthEnforcer typeLength) {

    private static final Type TRUTH = Type.BOOLEAN.withNullable(false);

    /** The checks of rows with the columns {@code given} for {@code table}, only of what those columns don't promise anyway. */
    public List<Expression> checks(Schema given, Table table) {
        List<Expression> checks = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            String column = table.schema().name(i);
            Type from = given.type(i);
            Type to = table.schema().type(i);
            List<Expression> value = List.of(new InputRef(i, from));
            if (from.nullable() && !to.nullable()) {
                checks.add(new ScalarCall(new NotNullCheck(table.name(), column, notNull), value, TRUTH));
            }
            if (typeLength == TypeLengthEnforcer.ERROR && mayDiffer(from, to)) {
                checks.add(new ScalarCall(new LengthCheck(table.name(), column, to), value, TRUTH));
            }
        }
        return checks;
    }

    /** The type to which a value is brought that goes into a column: the column's, its length as said by {@link #typeLength}. */
    public Type written(Type from, Type to) {
        if (typeLength == TypeLengthEnforcer.TRIM_PAD || !hasLength(to)) {
            return to;
        }
        Type anyLength = to.kind().isText() ? Type.STRING : Type.BYTES;
        return (hasLength(from) && isSameButForLength(from, to) ? from : anyLength).withNullable(to.nullable());
    }

    /** Whether values of the two types are stored alike, their length apart. */
    public static boolean isSameButForLength(Type a, Type b) {
        boolean texts = a.kind().isText() && b.kind().isText();
        boolean binaries = a.kind().isBinary() && b.kind().isBinary();
        boolean nested = a.kind().isNested() && a.isStoredAs(b);
        return texts || binaries || nested || a.withNullable(true).equals(b.withNullable(true));
    }

    private static boolean mayDiffer(Type from, Type to) {
        boolean sameFixed = from.kind() == to.kind() && from.precision() == to.precision();
        boolean fixed = to.kind() == TypeKind.CHAR || to.kind() == TypeKind.BINARY;
        return hasLength(to) && !sameFixed && (fixed || from.precision() > to.precision());
    }

    private static boolean hasLength(Type type) {
        return type.kind().isText() || type.kind().isBinary();
    }
}
