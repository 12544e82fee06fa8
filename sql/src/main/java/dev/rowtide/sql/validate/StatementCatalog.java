// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.type.Schema;
import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.catalog.CatalogObject;
import dev.rowtide.sql.catalog.CatalogTable;
import dev.rowtide.sql.catalog.TypeFactory;
import dev.rowtide.sql.catalog.TypeMapping;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.validate.SqlMoniker;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.jspecify.annotations.Nullable;

/** The session's catalog as one statement sees it: its tables and views, and besides them the files that the statement names. */
final class StatementCatalog implements Prepare.CatalogReader {

    private final Catalog catalog;
    private final TypeFactory factory;
    private final RelationExpansion expansion;
    private final Map<String, CatalogTable> files = new HashMap<>();
    private final SqlNameMatcher names = SqlNameMatchers.withCaseSensitive(false);
    private final CalciteSchema root = CalciteSchema.createRootSchema(false, false, "", new Names());

    StatementCatalog(Catalog catalog, TypeFactory factory, RelationExpansion expansion) {
        this.catalog = catalog;
        this.factory = factory;
        this.expansion = expansion;
    }

    /** Makes a file's table known under its path. */
    void addFile(String path, CatalogTable table) {
        files.put(path, table);
    }

    boolean hasFile(String path) {
        return files.containsKey(path);
    }

    /** The columns of a table, view or file, or null if there is none of that name. */
    @Nullable
    Schema columns(String name) {
        CatalogObject object = object(name);
        return object == null ? null : object.schema();
    }

    private @Nullable CatalogObject object(String name) {
        CatalogObject object = catalog.find(name);
        return object == null ? files.get(name) : object;
    }

    private @Nullable Relation find(String name) {
        CatalogObject object = object(name);
        return object == null
                ? null
                : new Relation(object, TypeMapping.toCalcite(object.schema(), factory), this, expansion);
    }

    @Override
    public Prepare.@Nullable PreparingTable getTable(List<String> path) {
        return path.size() == 1 ? find(path.get(0)) : null;
    }

    @Override
    public Prepare.@Nullable PreparingTable getTableForMember(List<String> path) {
        return getTable(path);
    }

    @Override
    public CalciteSchema getRootSchema() {
        return root;
    }

    @Override
    public List<List<String>> getSchemaPaths() {
        return List.of(List.of());
    }

    @Override
    public Prepare.CatalogReader withSchemaPath(List<String> path) {
        return this;
    }

    @Override
    public SqlNameMatcher nameMatcher() {
        return names;
    }

    @Override
    public TypeFactory getTypeFactory() {
        return factory;
    }

    @Override
    public RelDataType createTypeFromProjection(RelDataType type, List<String> columns) {
        return SqlValidatorUtil.createTypeFromProjection(type, columns, factory, names.isCaseSensitive());
    }

    @Override
    public @Nullable RelDataType getNamedType(SqlIdentifier name) {
        return null;
    }

    @Override
    public List<SqlMoniker> getAllSchemaObjectNames(List<String> path) {
        return List.of();
    }

    @Override
    public CalciteConnectionConfig getConfig() {
        return CalciteConnectionConfig.DEFAULT;
    }

    @Override
    public void registerRules(RelOptPlanner planner) {}

    @Override
    public <C> @Nullable C unwrap(Class<C> wanted) {
        return wanted.isInstance(this) ? wanted.cast(this) : null;
    }

    @Override
    public void lookupOperatorOverloads(
            SqlIdentifier name,
            @Nullable SqlFunctionCategory category,
            SqlSyntax syntax,
            List<SqlOperator> found,
            SqlNameMatcher matcher) {}

    @Override
    public List<SqlOperator> getOperatorList() {
        return List.of();
    }

    @Override
    @Deprecated
    public @Nullable RelDataTypeField field(RelDataType rowType, String alias) {
        return names.field(rowType, alias);
    }

    @Override
    @Deprecated
    public boolean matches(String left, String right) {
        return names.matches(left, right);
    }

    @Override
    @Deprecated
    public boolean isCaseSensitive() {
        return names.isCaseSensitive();
    }

    /** Calcite looks names up in a schema; this one asks the catalog. */
    private final class Names extends AbstractSchema implements Lookup<Table> {

        @Override
        public Lookup<Table> tables() {
            return this;
        }

        @Override
        public @Nullable Table get(String name) {
            return find(name);
        }

        @Override
        public @Nullable Named<Table> getIgnoreCase(String name) {
            Relation relation = find(name);
            return relation == null ? null : new Named<>(relation.object().name(), relation);
        }

        @Override
        public Set<String> getNames(LikePattern pattern) {
            return Set.of();
        }
    }
}
