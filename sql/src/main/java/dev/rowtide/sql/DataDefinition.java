// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.parser.statement.SqlCreateFunction;
import dev.rowtide.parser.statement.SqlCreateTable;
import dev.rowtide.parser.statement.SqlCreateView;
import dev.rowtide.parser.statement.SqlDropObject;
import dev.rowtide.parser.statement.SqlInsertInto;
import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.catalog.CatalogObject;
import dev.rowtide.sql.catalog.CatalogView;
import dev.rowtide.sql.catalog.ConnectorRegistry;
import dev.rowtide.sql.optimize.RelationalPlanner;
import dev.rowtide.sql.validate.DefineFunction;
import dev.rowtide.sql.validate.DefineTable;
import dev.rowtide.sql.validate.Positions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** CREATE and DROP: the statements that change the catalog. One that fails changes nothing. */
public final class DataDefinition {

    private final Catalog catalog;
    private final Settings settings;
    private final ConnectorRegistry connectors;

    public DataDefinition(Catalog catalog, Settings settings, ConnectorRegistry connectors) {
        this.catalog = catalog;
        this.settings = settings;
        this.connectors = connectors;
    }

    /**
     * Defines a table; of CREATE TABLE ... AS only the table, see {@link #insertOf}.
     *
     * @return false if it exists and the statement says IF NOT EXISTS
     * @throws EngineException if the statement is wrong, or the name is taken
     */
    public boolean createTable(SqlCreateTable statement) {
        if (statement.ifNotExists() && catalog.find(statement.name().toString()) != null) {
            return false;
        }
        RelationalPlanner planner = new RelationalPlanner(catalog, connectors, SqlSettings.refusesOrder(settings));
        Schema queryColumns = statement.query() == null
                ? null
                : new SqlPlanner(catalog, settings, connectors).validateQuery(statement.query());
        define(
                DefineTable.of(statement, queryColumns, planner.validation(), planner.typeFactory(), connectors),
                statement.name(),
                statement.replace());
        return true;
    }

    /** The INSERT that fills the table of a CREATE TABLE ... AS. */
    public SqlInsertInto insertOf(SqlCreateTable statement) {
        SqlNode query = Objects.requireNonNull(statement.query(), "CREATE TABLE without AS");
        return new SqlInsertInto(query.getParserPosition(), false, statement.name(), query, null, null);
    }

    /**
     * Defines a view.
     *
     * @return false if it exists and the statement says IF NOT EXISTS
     * @throws EngineException if its query is wrong, or the name is taken
     */
    public boolean createView(SqlCreateView statement) {
        if (statement.ifNotExists() && catalog.find(statement.name().toString()) != null) {
            return false;
        }
        Schema columns = new SqlPlanner(catalog, settings, connectors).validateQuery(statement.query());
        CatalogView view = new CatalogView(
                simple(statement.name()),
                statement.query(),
                named(columns, statement),
                statement.query().toString());
        define(view, statement.name(), statement.replace());
        return true;
    }

    private static Schema named(Schema columns, SqlCreateView statement) {
        List<SqlIdentifier> names = statement.columns();
        if (names.isEmpty()) {
            return columns;
        }
        if (names.size() != columns.size()) {
            throw Positions.at(
                    names.get(0),
                    new EngineException(
                            ErrorCode.INVALID_QUERY,
                            "the view names " + names.size() + " columns, its query has " + columns.size()));
        }
        Set<String> seen = new HashSet<>();
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i).getSimple();
            if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                throw Positions.at(
                        names.get(i),
                        new EngineException(ErrorCode.DUPLICATE_OBJECT, "column \"" + name + "\" is named twice"));
            }
            fields.add(new Field(name, columns.type(i)));
        }
        return new Schema(fields);
    }

    /**
     * The types of a function that is to be created.
     *
     * @return null if it exists and the statement says IF NOT EXISTS
     * @throws EngineException if the statement is wrong, or the name is taken
     */
    public @Nullable DefineFunction functionTypes(SqlCreateFunction statement) {
        String name = simple(statement.name());
        if (catalog.hasFunction(name) && statement.ifNotExists()) {
            return null;
        }
        if (catalog.hasFunction(name) && !statement.replace()) {
            throw Positions.at(
                            statement.name(),
                            new EngineException(ErrorCode.DUPLICATE_OBJECT, "function \"" + name + "\" exists already"))
                    .withHint("Write CREATE OR REPLACE to replace it, or IF NOT EXISTS to keep it.");
        }
        RelationalPlanner planner = new RelationalPlanner(catalog, connectors, SqlSettings.refusesOrder(settings));
        return DefineFunction.of(statement, planner.validation());
    }

    private boolean dropFunction(SqlDropObject statement) {
        String name = simple(statement.name());
        boolean dropped = catalog.dropFunction(name);
        if (!dropped && !statement.ifExists()) {
            throw Positions.at(
                            statement.name(),
                            new EngineException(ErrorCode.UNDEFINED_OBJECT, "function \"" + name + "\" does not exist"))
                    .withHint("Functions of the session can be dropped, built-in ones can't.");
        }
        return dropped;
    }

    /**
     * Drops a table, view or function.
     *
     * @return false if there is none and the statement says IF EXISTS
     * @throws EngineException if there is none, or it is of the other kind
     */
    public boolean drop(SqlDropObject statement) {
        if (statement.objectKind() == SqlDropObject.ObjectKind.FUNCTION) {
            return dropFunction(statement);
        }
        String name = simple(statement.name());
        boolean wantsView = statement.objectKind() == SqlDropObject.ObjectKind.VIEW;
        CatalogObject object = catalog.find(name);
        if (object == null && statement.ifExists()) {
            return false;
        }
        if (object == null) {
            throw Positions.at(statement.name(), catalog.undefined(name));
        }
        if (object instanceof CatalogView != wantsView) {
            throw Positions.at(
                            statement.name(),
                            new EngineException(
                                    ErrorCode.UNDEFINED_TABLE,
                                    "\"" + object.name() + "\" is a " + (wantsView ? "table" : "view")))
                    .withHint("Write DROP " + (wantsView ? "TABLE" : "VIEW") + " " + object.name() + ".");
        }
        return catalog.drop(name);
    }

    private void define(CatalogObject object, SqlIdentifier name, boolean replace) {
        if (replace) {
            catalog.replace(object);
            return;
        }
        try {
            catalog.define(object);
        } catch (EngineException e) {
            throw Positions.at(name, e);
        }
    }

    private static String simple(SqlIdentifier name) {
        if (!name.isSimple()) {
            throw Positions.notSupported(name, "a name of more than one part is");
        }
        return name.getSimple();
    }
}
