// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Schema;
import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.catalog.CatalogColumn;
import dev.rowtide.sql.catalog.CatalogObject;
import dev.rowtide.sql.catalog.CatalogTable;
import dev.rowtide.sql.catalog.CatalogView;
import dev.rowtide.sql.catalog.ConnectorRegistry;
import dev.rowtide.sql.catalog.TypeFactory;
import dev.rowtide.sql.catalog.TypeMapping;
import dev.rowtide.sql.validate.InsertColumns.Target;
import dev.rowtide.sql.validate.QueryValidation;
import dev.rowtide.sql.validate.QueryValidation.Valid;
import dev.rowtide.sql.validate.Relation;
import dev.rowtide.sql.validate.StateTtlHints;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.hint.HintStrategyTable;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.jspecify.annotations.Nullable;

/**
 * Plans the queries of one statement relationally. All its plans share one cluster, so that equal parts of them can be
 * told to be equal.
 */
public final class RelationalPlanner {

    private static final HintStrategyTable HINTS = HintStrategyTable.builder()
            // On one node, and not on what is below it.
            .hintStrategy(StateTtlHints.ON_ROWS, (hint, node) -> hint.inheritPath.isEmpty())
            .build();

    private final TypeFactory factory = new TypeFactory();
    private final RexBuilder rexBuilder = new RexBuilder(factory);
    private final Catalog catalog;
    private final ConnectorRegistry connectors;
    private final RelOptCluster cluster;
    private final QueryValidation validation;
    private final Set<String> viewsBeingExpanded = new HashSet<>();

    /**
     * For one statement of a session with that catalog.
     *
     * @param refusesOrder whether a result may have no order but that of event time
     */
    public RelationalPlanner(Catalog catalog, ConnectorRegistry connectors, boolean refusesOrder) {
        this.catalog = catalog;
        this.connectors = connectors;
        cluster = RelOptCluster.create(new HepPlanner(HepProgram.builder().build()), rexBuilder);
        cluster.setMetadataQuerySupplier(LazyMetadata::query);
        validation = new QueryValidation(catalog, connectors, factory, this::expand, refusesOrder);
    }

    /** The connectors of the session. */
    public ConnectorRegistry connectors() {
        return connectors;
    }

    /** What checks the statement's queries. */
    public QueryValidation validation() {
        return validation;
    }

    public TypeFactory typeFactory() {
        return factory;
    }

    public RexBuilder rexBuilder() {
        return rexBuilder;
    }

    /**
     * The optimised plan of a validated query.
     *
     * @param query as validated by {@link #validation()}
     */
    public RelNode plan(Valid query) {
        return OptimizeQuery.apply(convert(query, true));
    }

    /** The optimised plan of a validated query, with its columns cast and moved to where they go. */
    public RelNode plan(Valid query, List<Target> targets) {
        RelNode plan = convert(query, true);
        List<RexNode> columns = new ArrayList<>();
        for (Target target : targets) {
            if (target.source() >= 0) {
                RexNode column = cast(rexBuilder.makeInputRef(plan, target.source()), target.type());
                columns.add(placed(column, query.node(), target.source()));
            } else if (target.defaultValue() != null) {
                columns.add(cast(expression(target.defaultValue(), Map.of()), target.type()));
            } else {
                columns.add(rexBuilder.makeNullLiteral(target.type()));
            }
        }
        List<String> names = targets.stream().map(Target::name).toList();
        return OptimizeQuery.apply(LogicalProject.create(plan, List.of(), columns, names, Set.of()));
    }

    private RelNode convert(Valid query, boolean top) {
        try {
            return TtlOfRows.apply(converter(query).convertQuery(query.node(), false, top).rel);
        } catch (ClassCastException | AssertionError e) {
            EngineException explained = ConversionFailures.explained(query.node(), e);
            if (explained == null) {
                throw e;
            }
            throw explained;
        }
    }

    private SqlToRelConverter converter(Valid valid) {
        SqlToRelConverter.Config config = SqlToRelConverter.config()
                .withHintStrategyTable(HINTS)
                .withTrimUnusedFields(false)
                .withDecorrelationEnabled(false)
                .withExpand(false)
                .withRelBuilderConfigTransform(ignored -> OptimizeQuery.BUILDER);
        return new PlacedValues(
                (rowType, text, schemaPath, viewPath) -> {
                    throw new IllegalStateException("views are expanded from their trees, not from text");
                },
                valid.validator(),
                validation.names(),
                cluster,
                new Convertlets(),
                config);
    }

    private RelNode expand(CatalogObject object, RelOptTable handle, List<RelHint> hints) {
        return object instanceof CatalogView view
                ? expandView(view)
                : expandTable((CatalogTable) object, (Relation) handle, hints);
    }

    private RelNode expandView(CatalogView view) {
        String key = view.name().toLowerCase(Locale.ROOT);
        if (!viewsBeingExpanded.add(key)) {
            throw new EngineException(ErrorCode.INVALID_QUERY, "view \"" + view.name() + "\" is defined by itself");
        }
        RelNode plan = convert(validation.query(view.query()), false);
        viewsBeingExpanded.remove(key);
        Schema now = TypeMapping.toCoreSchema(plan.getRowType());
        if (!now.types().equals(view.schema().types())) {
            throw new EngineException(
                            ErrorCode.INVALID_QUERY,
                            "view \"" + view.name() + "\" no longer has the columns that it was created with")
                    .withHint("A table below it was replaced: create the view again.");
        }
        RelNode placed = catalog.isOfThisText(view) ? plan : new WithoutPlaces(rexBuilder).apply(plan);
        return renamed(placed, view.schema().names());
    }

    private RelNode expandTable(CatalogTable table, Relation handle, List<RelHint> hints) {
        RelNode scan = LogicalTableScan.create(cluster, handle.physical(factory), hints);
        if (table.columns().stream().noneMatch(CatalogColumn::isComputed)) {
            return scan;
        }
        Map<String, RexNode> columns = columns(table, scan);
        List<RexNode> inOrder = table.columns().stream()
                .map(column -> columns.get(column.name()))
                .toList();
        return LogicalProject.create(scan, List.of(), inOrder, table.schema().names(), Set.of());
    }

    /** All columns of a table by name, as expressions over a scan of its physical ones. */
    private Map<String, RexNode> columns(CatalogTable table, RelNode scan) {
        Map<String, RexNode> columns = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        List<String> physical = scan.getRowType().getFieldNames();
        for (int i = 0; i < physical.size(); i++) {
            columns.put(physical.get(i), rexBuilder.makeInputRef(scan, i));
        }
        for (CatalogColumn column : table.columns()) {
            if (column.expression() != null) {
                RexNode written = expression(column.expression(), columns);
                RexNode value = catalog.isOfThisText(table) ? written : written.accept(new WithoutPlaces(rexBuilder));
                columns.put(column.name(), cast(value, TypeMapping.toCalcite(column.type(), factory)));
            }
        }
        return columns;
    }

    /** A table's watermark as an expression over a scan of its physical columns, or null if it declares none. */
    public @Nullable RexNode watermark(CatalogTable table, RelNode scan) {
        return table.watermark() == null ? null : expression(table.watermark().expression(), columns(table, scan));
    }

    private RexNode expression(SqlNode expression, Map<String, RexNode> columns) {
        Map<String, RelDataType> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        columns.forEach((name, value) -> types.put(name, value.getType()));
        Valid valid = validation.expression(expression, types);
        return converter(valid).convertExpression(valid.node(), columns);
    }

    private RexNode cast(RexNode value, RelDataType type) {
        RelDataType wanted =
                factory.createTypeWithNullability(type, value.getType().isNullable());
        return value.getType().equals(wanted) ? value : rexBuilder.makeAbstractCast(wanted, value, false);
    }

    /** A cast that INSERT asks for stands where its column does. */
    private RexNode placed(RexNode column, SqlNode query, int index) {
        SqlParserPos place = place(query, index);
        return column instanceof RexCall cast && place != null
                ? rexBuilder.makeCall(place, cast.getType(), cast.getOperator(), cast.getOperands())
                : column;
    }

    /** Where the query says what its column is; of several rows none says it. */
    private static @Nullable SqlParserPos place(SqlNode query, int index) {
        if (query instanceof SqlSelect select) {
            SqlNodeList items = select.getSelectList();
            return index < items.size() ? items.get(index).getParserPosition() : null;
        }
        if (query.getKind() != SqlKind.VALUES) {
            return null;
        }
        List<SqlNode> rows = ((SqlCall) query).getOperandList();
        return rows.size() == 1 && rows.get(0) instanceof SqlCall row && index < row.operandCount()
                ? row.operand(index).getParserPosition()
                : query.getParserPosition();
    }

    private RelNode renamed(RelNode plan, List<String> names) {
        if (plan.getRowType().getFieldNames().equals(names)) {
            return plan;
        }
        List<RexNode> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            columns.add(rexBuilder.makeInputRef(plan, i));
        }
        return LogicalProject.create(plan, List.of(), columns, names, Set.of());
    }
}
