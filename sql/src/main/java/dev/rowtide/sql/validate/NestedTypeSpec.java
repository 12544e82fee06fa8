// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.parser.statement.SqlArrayTypeSpec;
import dev.rowtide.sql.catalog.TypeFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlMapTypeNameSpec;
import org.apache.calcite.sql.SqlRowTypeNameSpec;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;

/** ARRAY, MAP and ROW as somebody wrote them; unlike Calcite's, what is in them may be NULL unless it says otherwise, but for a MAP's keys. */
final class NestedTypeSpec extends SqlTypeNameSpec {

    private final SqlTypeNameSpec written;
    private final SqlTypeName name;
    private final List<SqlDataTypeSpec> parts;
    private final List<String> names;

    private NestedTypeSpec(SqlTypeNameSpec written, SqlTypeName name, List<SqlDataTypeSpec> parts, List<String> names) {
        super(written.getTypeName(), written.getParserPos());
        this.written = written;
        this.name = name;
        this.parts = parts.stream().map(WrittenTypes::checked).toList();
        this.names = names;
    }

    static boolean isNested(SqlTypeNameSpec spec) {
        return spec instanceof SqlCollectionTypeNameSpec
                || spec instanceof SqlMapTypeNameSpec
                || spec instanceof SqlRowTypeNameSpec;
    }

    /**
     * The type ready for validation, down to the last part.
     *
     * @throws EngineException if the engine lacks the type or that of a part, or two fields have one name
     */
    static NestedTypeSpec of(SqlDataTypeSpec type) {
        SqlTypeNameSpec spec = type.getTypeNameSpec();
        if (spec instanceof SqlMapTypeNameSpec map) {
            return new NestedTypeSpec(map, SqlTypeName.MAP, List.of(map.getKeyType(), map.getValType()), List.of());
        }
        if (spec instanceof SqlRowTypeNameSpec row) {
            checkNames(row.getFieldNames());
            List<String> names =
                    row.getFieldNames().stream().map(SqlIdentifier::getSimple).toList();
            return new NestedTypeSpec(row, SqlTypeName.ROW, row.getFieldTypes(), names);
        }
        if (spec instanceof SqlArrayTypeSpec array) {
            return new NestedTypeSpec(array, SqlTypeName.ARRAY, List.of(array.element()), List.of());
        }
        SqlCollectionTypeNameSpec collection = (SqlCollectionTypeNameSpec) spec;
        if (!collection.getTypeName().getSimple().equals(SqlTypeName.ARRAY.getName())) {
            throw Positions.at(
                    type, new EngineException(ErrorCode.NOT_SUPPORTED, "the type " + type + " is not supported yet"));
        }
        SqlDataTypeSpec element = new SqlDataTypeSpec(collection.getElementTypeName(), type.getParserPosition());
        return new NestedTypeSpec(collection, SqlTypeName.ARRAY, List.of(element), List.of());
    }

    private static void checkNames(List<SqlIdentifier> names) {
        Set<String> known = new HashSet<>();
        for (SqlIdentifier name : names) {
            if (!known.add(name.getSimple().toLowerCase(Locale.ROOT))) {
                throw Positions.at(
                        name,
                        new EngineException(
                                ErrorCode.DUPLICATE_OBJECT,
                                "field \"" + name.getSimple() + "\" is declared twice in one ROW"));
            }
        }
    }

    @Override
    public RelDataType deriveType(SqlValidator validator) {
        TypeFactory factory = (TypeFactory) validator.getTypeFactory();
        List<RelDataType> types = new ArrayList<>();
        for (SqlDataTypeSpec part : parts) {
            boolean nullable = !Boolean.FALSE.equals(part.getNullable());
            types.add(factory.createTypeWithNullability(part.deriveType(validator), nullable));
        }
        return switch (name) {
            case ARRAY -> factory.createArrayType(types.get(0), -1);
            case MAP -> factory.createMapType(factory.createTypeWithNullability(types.get(0), false), types.get(1));
            default -> factory.createNestedRow(types, names);
        };
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        written.unparse(writer, leftPrec, rightPrec);
    }

    @Override
    public boolean equalsDeep(SqlTypeNameSpec other, Litmus litmus) {
        return other instanceof NestedTypeSpec nested && written.equalsDeep(nested.written, Litmus.IGNORE)
                ? litmus.succeed()
                : litmus.fail("{} != {}", this, other);
    }
}
