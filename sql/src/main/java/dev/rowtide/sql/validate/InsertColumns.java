// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.error.SimilarNames;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.parser.statement.SqlInsertInto;
import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.catalog.CatalogColumn;
import dev.rowtide.sql.catalog.CatalogObject;
import dev.rowtide.sql.catalog.CatalogTable;
import dev.rowtide.sql.catalog.PossibleCasts;
import dev.rowtide.sql.catalog.TypeFactory;
import dev.rowtide.sql.catalog.TypeMapping;
import dev.rowtide.sql.constraint.SinkConstraints;
import dev.rowtide.sql.validate.QueryValidation.Valid;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.jspecify.annotations.Nullable;

/** Which column of its query an INSERT writes to which column of its table. */
public final class InsertColumns {

    private final SqlInsertInto insert;
    private final CatalogTable target;

    private InsertColumns(SqlInsertInto insert, CatalogTable target) {
        this.insert = insert;
        this.target = target;
    }

    /**
     * A column that is written.
     *
     * @param name its name
     * @param type the type that its values are brought to
     * @param source the query's column that goes there, or -1
     * @param defaultValue what goes there when no column does; null for NULL
     */
    public record Target(
            String name,
            RelDataType type,
            int source,
            @Nullable SqlNode defaultValue) {}

    /**
     * Looks up the table of an INSERT.
     *
     * @throws EngineException at its name if there is none, or it is a view
     */
    public static InsertColumns of(SqlInsertInto insert, Catalog catalog) {
        SqlNode name = insert.getTargetTable();
        String text = ((SqlIdentifier) name).toString();
        CatalogObject object = catalog.find(text);
        if (object == null) {
            throw Positions.at(name, catalog.undefined(text));
        }
        if (!(object instanceof CatalogTable table)) {
            throw Positions.at(
                    name,
                    new EngineException(
                            ErrorCode.INVALID_QUERY,
                            "\"" + object.name() + "\" is a view: nothing can be inserted into it"));
        }
        return new InsertColumns(insert, table);
    }

    /** The table written to. */
    public Table table() {
        return target.table();
    }

    /**
     * The physical columns of the table, in order, and what is written to them.
     *
     * @param constraints say what becomes of values that are too long
     * @throws EngineException at its place if the query does not fit the table
     */
    public List<Target> targets(Valid query, SinkConstraints constraints, TypeFactory factory) {
        List<CatalogColumn> written = written();
        List<String> given = query.type().getFieldNames();
        if (written.size() != given.size()) {
            throw Positions.at(
                    insert.getSource(),
                    new EngineException(
                                    ErrorCode.INVALID_QUERY,
                                    "the query gives " + given.size() + " columns, table \"" + target.name()
                                            + "\" takes " + written.size())
                            .withDetail("It gives: " + String.join(", ", given) + "; the table takes: "
                                    + String.join(
                                            ", ",
                                            written.stream()
                                                    .map(CatalogColumn::name)
                                                    .toList())));
        }
        List<Target> targets = new ArrayList<>();
        for (CatalogColumn column : target.columns()) {
            if (!column.isComputed()) {
                int source = written.indexOf(column);
                Type type = source < 0
                        ? withoutSource(column)
                        : constraints.written(given(column, source, query), column.type());
                targets.add(new Target(
                        column.name(),
                        TypeMapping.toCalcite(type, factory),
                        source,
                        source < 0 ? column.defaultValue() : null));
            }
        }
        return targets;
    }

    private List<CatalogColumn> written() {
        SqlNodeList list = insert.getTargetColumnList();
        if (list == null) {
            return target.columns().stream()
                    .filter(column -> !column.isComputed())
                    .toList();
        }
        List<CatalogColumn> written = new ArrayList<>();
        for (SqlNode name : list) {
            CatalogColumn column = find((SqlIdentifier) name);
            if (written.contains(column)) {
                throw at(name, ErrorCode.DUPLICATE_OBJECT, "column \"" + column.name() + "\" is listed twice");
            }
            if (column.isComputed()) {
                throw at(
                        name,
                        ErrorCode.INVALID_QUERY,
                        "column \"" + column.name() + "\" is computed: nothing can be written to it");
            }
            written.add(column);
        }
        return written;
    }

    private CatalogColumn find(SqlIdentifier name) {
        String last = name.names.get(name.names.size() - 1);
        for (CatalogColumn column : target.columns()) {
            if (column.name().equalsIgnoreCase(last)) {
                return column;
            }
        }
        List<String> columns = target.schema().names();
        EngineException error = at(name, ErrorCode.UNDEFINED_COLUMN, "column \"" + last + "\" does not exist")
                .withDetail("table \"" + target.name() + "\" has: " + String.join(", ", columns));
        throw SimilarNames.didYouMean(last, columns).map(error::withHint).orElse(error);
    }

    private Type withoutSource(CatalogColumn column) {
        if (!column.type().nullable() && column.defaultValue() == null) {
            throw notNull(insert.getTargetTable(), column, "gets no value");
        }
        return column.type();
    }

    /** The type of the query's column that goes into {@code column}. */
    private Type given(CatalogColumn column, int source, Valid query) {
        SqlNode place = place(source);
        Type given = supported(place, query.type().getFieldList().get(source).getType());
        if (given.kind() == TypeKind.NULL && !column.type().nullable()) {
            throw notNull(place, column, "is given NULL");
        }
        if (!PossibleCasts.isAssignable(given, column.type())) {
            throw at(
                            place,
                            ErrorCode.INVALID_QUERY,
                            "column \"" + column.name() + "\" takes "
                                    + column.type().name() + ", the query gives " + given.name())
                    .withHint("Cast it to what the column takes.");
        }
        return given;
    }

    private static Type supported(SqlNode place, RelDataType given) {
        try {
            return TypeMapping.toCore(given);
        } catch (EngineException e) {
            throw Positions.at(place, e);
        }
    }

    /** Where the query says what column {@code index} is. */
    private SqlNode place(int index) {
        SqlNode source = insert.getSource();
        if (source instanceof SqlSelect select
                && select.getSelectList().size() > index
                && select.getSelectList().stream()
                        .noneMatch(item -> item instanceof SqlIdentifier name && name.isStar())) {
            return select.getSelectList().get(index);
        }
        if (source instanceof SqlCall values
                && !values.getOperandList().isEmpty()
                && values.operand(0) instanceof SqlCall row
                && row.getOperandList().size() > index
                && !(source instanceof SqlSelect)) {
            return row.operand(index);
        }
        return source;
    }

    private static EngineException notNull(SqlNode place, CatalogColumn column, String what) {
        return at(place, ErrorCode.NOT_NULL_VIOLATION, "column \"" + column.name() + "\" " + what + ", but is NOT NULL")
                .withHint("Key columns are NOT NULL as well.");
    }

    private static EngineException at(SqlNode place, ErrorCode code, String message) {
        return Positions.at(place, new EngineException(code, message));
    }
}
