// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.error.SimilarNames;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.parser.statement.SqlColumn;
import dev.rowtide.parser.statement.SqlCreateTable;
import dev.rowtide.parser.statement.SqlOption;
import dev.rowtide.parser.statement.SqlPrimaryKey;
import dev.rowtide.parser.statement.SqlWatermark;
import dev.rowtide.sql.catalog.CatalogColumn;
import dev.rowtide.sql.catalog.CatalogTable;
import dev.rowtide.sql.catalog.ConnectorRegistry;
import dev.rowtide.sql.catalog.TypeFactory;
import dev.rowtide.sql.catalog.TypeMapping;
import dev.rowtide.sql.catalog.Watermark;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Makes a catalog table of a CREATE TABLE statement, or says what is wrong with it. */
public final class DefineTable {

    private final SqlCreateTable statement;
    private final QueryValidation validation;
    private final TypeFactory factory;
    private final ConnectorRegistry connectors;
    private final Map<String, SqlIdentifier> names = new HashMap<>();

    private DefineTable(
            SqlCreateTable statement, QueryValidation validation, TypeFactory factory, ConnectorRegistry connectors) {
        this.statement = statement;
        this.validation = validation;
        this.factory = factory;
        this.connectors = connectors;
    }

    /**
     * The table.
     *
     * @param queryColumns the columns of the query in CREATE TABLE ... AS; null without one
     * @throws EngineException at its place in the text
     */
    public static CatalogTable of(
            SqlCreateTable statement,
            @Nullable Schema queryColumns,
            QueryValidation validation,
            TypeFactory factory,
            ConnectorRegistry connectors) {
        return new DefineTable(statement, validation, factory, connectors).table(queryColumns);
    }

    private CatalogTable table(@Nullable Schema queryColumns) {
        TableOptions options = TableOptions.of(statement, connectors);
        String name = simple(statement.name());
        if (queryColumns != null || !statement.hasColumnList()) {
            refuseColumns(queryColumns);
            Table bare = new Table(name, Schema.of(), List.of(), options.connectorName(), options.texts());
            return CatalogTable.of(queryColumns == null ? inferred(bare, options) : bare.withSchema(queryColumns));
        }
        List<String> key = primaryKey();
        Map<String, RelDataType> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Map<SqlColumn, CatalogColumn> columns = new HashMap<>();
        for (SqlColumn column : statement.columns()) {
            checkNew(column);
            if (column.kind() != SqlColumn.Kind.COMPUTED) {
                CatalogColumn physical = physical(column, key);
                columns.put(column, physical);
                known.put(column.name(), TypeMapping.toCalcite(physical.type(), factory));
            }
        }
        for (SqlColumn column : statement.columns()) {
            if (column.kind() == SqlColumn.Kind.COMPUTED) {
                CatalogColumn computed = computed(column, known);
                columns.put(column, computed);
                known.put(column.name(), TypeMapping.toCalcite(computed.type(), factory));
            }
        }
        List<CatalogColumn> inOrder =
                statement.columns().stream().map(columns::get).toList();
        Schema physical = new Schema(inOrder.stream()
                .filter(column -> !column.isComputed())
                .map(column -> new Field(column.name(), column.type()))
                .toList());
        Table table = new Table(name, physical, key, options.connectorName(), options.texts());
        return new CatalogTable(table, inOrder, watermark(known, options), statement.comment());
    }

    private void refuseColumns(@Nullable Schema queryColumns) {
        if (queryColumns != null && statement.hasColumnList()) {
            throw at(
                            statement.name(),
                            ErrorCode.NOT_SUPPORTED,
                            "CREATE TABLE ... AS with a column list is not supported yet")
                    .withHint("Leave the list out, and name and cast the columns in the query.");
        }
    }

    private Table inferred(Table bare, TableOptions options) {
        Table inferred = options.connector().inferColumns(bare);
        if (inferred == null) {
            throw at(statement.name(), ErrorCode.INVALID_QUERY, "table \"" + bare.name() + "\" has no columns")
                    .withHint("The connector can't tell them: list them behind the table's name.");
        }
        return inferred;
    }

    private void checkNew(SqlColumn column) {
        if (names.putIfAbsent(column.name().toLowerCase(Locale.ROOT), column.identifier()) != null) {
            throw at(
                    column.identifier(),
                    ErrorCode.DUPLICATE_OBJECT,
                    "column \"" + column.name() + "\" is declared twice");
        }
    }

    private CatalogColumn physical(SqlColumn column, List<String> key) {
        if (column.kind() == SqlColumn.Kind.METADATA) {
            throw at(column.identifier(), ErrorCode.NOT_SUPPORTED, "METADATA columns are not supported yet");
        }
        boolean notNull = column.notNull() || key.stream().anyMatch(column.name()::equalsIgnoreCase);
        Type type = declared(column).withNullable(!notNull);
        if (column.defaultValue() != null) {
            validation.expression(column.defaultValue(), Map.of());
        }
        return new CatalogColumn(column.name(), type, null, column.defaultValue(), column.comment());
    }

    private CatalogColumn computed(SqlColumn column, Map<String, RelDataType> known) {
        SqlNode expression = column.expression();
        if (expression == null) {
            throw new IllegalStateException("a computed column has an expression");
        }
        RelDataType found = validation.expression(expression, known).type();
        Type type = column.type() == null
                ? supported(expression, found)
                : declared(column).withNullable(found.isNullable());
        return new CatalogColumn(column.name(), type, expression, null, column.comment());
    }

    private Type declared(SqlColumn column) {
        SqlDataTypeSpec spec = column.type();
        if (spec == null) {
            throw new IllegalStateException("a column without expression has a type");
        }
        return supported(spec, validation.type(WrittenTypes.checked(spec)));
    }

    private static Type supported(SqlNode place, RelDataType type) {
        try {
            return TypeMapping.toCore(type);
        } catch (EngineException e) {
            throw Positions.at(place, e);
        }
    }

    private List<String> primaryKey() {
        List<SqlIdentifier> columns = new ArrayList<>();
        SqlNode first = null;
        for (SqlColumn column : statement.columns()) {
            if (column.primaryKey()) {
                checkOnly(first, column.identifier());
                first = column.identifier();
                columns.add(column.identifier());
            }
        }
        for (SqlPrimaryKey key : statement.primaryKeys()) {
            checkOnly(first, key);
            first = key;
            columns.addAll(key.columns());
        }
        List<String> key = new ArrayList<>();
        for (SqlIdentifier column : columns) {
            SqlColumn declared = declaration(column);
            if (key.contains(declared.name())) {
                throw at(column, ErrorCode.DUPLICATE_OBJECT, "column \"" + declared.name() + "\" is twice in the key");
            }
            if (declared.kind() == SqlColumn.Kind.COMPUTED) {
                throw at(column, ErrorCode.NOT_SUPPORTED, "a computed column in a primary key is not supported");
            }
            key.add(declared.name());
        }
        return key;
    }

    private static void checkOnly(@Nullable SqlNode first, SqlNode second) {
        if (first != null) {
            throw at(second, ErrorCode.INVALID_QUERY, "a table has one primary key, this is the second")
                    .withHint("A key of several columns is written PRIMARY KEY (a, b).");
        }
    }

    private SqlColumn declaration(SqlIdentifier name) {
        for (SqlColumn column : statement.columns()) {
            if (column.name().equalsIgnoreCase(name.getSimple())) {
                return column;
            }
        }
        List<String> columns = statement.columns().stream().map(SqlColumn::name).toList();
        EngineException error = at(
                        name, ErrorCode.UNDEFINED_COLUMN, "column \"" + name.getSimple() + "\" does not exist")
                .withDetail("the table has: " + String.join(", ", columns));
        throw SimilarNames.didYouMean(name.getSimple(), columns)
                .map(error::withHint)
                .orElse(error);
    }

    private @Nullable Watermark watermark(Map<String, RelDataType> columns, TableOptions options) {
        List<SqlWatermark> watermarks = statement.watermarks();
        if (watermarks.isEmpty()) {
            return options.eventTime() == null ? null : watermark(options.eventTime(), options.watermark(), columns);
        }
        if (options.eventTime() != null) {
            throw at(
                    watermarks.get(0),
                    ErrorCode.INVALID_QUERY,
                    "the option 'event_time_field' and WATERMARK both declare the event time");
        }
        SqlWatermark watermark = watermarks.get(0);
        if (watermarks.size() > 1) {
            throw at(watermarks.get(1), ErrorCode.INVALID_QUERY, "a table has one watermark, this is the second");
        }
        SqlColumn column = declaration(watermark.column());
        checkTimestamp(watermark.column(), "column \"" + column.name() + "\"", columns.get(column.name()));
        SqlNode strategy = watermark.strategy() == null ? watermark.column() : watermark.strategy();
        RelDataType type = validation.expression(strategy, columns).type();
        checkTimestamp(strategy, "the watermark", type);
        return new Watermark(column.name(), strategy);
    }

    /** By options, as other systems do it: without a column of watermarks rows may be a second late. */
    private Watermark watermark(SqlOption eventTime, @Nullable SqlOption watermark, Map<String, RelDataType> columns) {
        SqlIdentifier named = new SqlIdentifier(eventTime.value(), eventTime.getParserPosition());
        SqlColumn column = declaration(named);
        checkTimestamp(eventTime, "column \"" + column.name() + "\"", columns.get(column.name()));
        if (watermark == null) {
            SqlParserPos position = eventTime.getParserPosition();
            SqlNode second = SqlLiteral.createInterval(
                    1, "1", new SqlIntervalQualifier(TimeUnit.SECOND, null, position), position);
            return new Watermark(column.name(), SqlStdOperatorTable.MINUS.createCall(position, named, second));
        }
        SqlIdentifier strategy = new SqlIdentifier(watermark.value(), watermark.getParserPosition());
        SqlColumn of = declaration(strategy);
        checkTimestamp(watermark, "column \"" + of.name() + "\"", columns.get(of.name()));
        return new Watermark(column.name(), strategy);
    }

    private static void checkTimestamp(SqlNode place, String what, @Nullable RelDataType type) {
        Type core = type == null ? Type.NULL : supported(place, type);
        if (!core.kind().isTimestamp()) {
            throw at(place, ErrorCode.INVALID_QUERY, what + " must be a TIMESTAMP or TIMESTAMP_LTZ, not " + core.name())
                    .withHint("A computed column can turn it into one: ts AS TO_TIMESTAMP(text).");
        }
    }

    private static String simple(SqlIdentifier name) {
        if (!name.isSimple()) {
            throw at(name, ErrorCode.NOT_SUPPORTED, "names of more than one part are not supported");
        }
        return name.getSimple();
    }

    private static EngineException at(SqlNode place, ErrorCode code, String message) {
        return Positions.at(place, new EngineException(code, message));
    }
}
