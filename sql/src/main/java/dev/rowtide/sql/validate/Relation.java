// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import com.google.common.collect.ImmutableList;
import dev.rowtide.sql.catalog.CatalogObject;
import dev.rowtide.sql.catalog.CatalogTable;
import dev.rowtide.sql.catalog.TypeFactory;
import dev.rowtide.sql.catalog.TypeMapping;
import java.util.List;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.plan.RelOptSchema;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelDistribution;
import org.apache.calcite.rel.RelDistributions;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelReferentialConstraint;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.Wrapper;
import org.apache.calcite.sql.SqlAccessType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlModality;
import org.apache.calcite.sql.validate.SqlMonotonicity;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** A table or view as Calcite's validator and converter see it. */
public final class Relation extends Prepare.AbstractPreparingTable implements Table, Wrapper {

    /** A guess that only has to be the same for all: no choice of ours depends on it. */
    private static final double ROWS = 100;

    private final CatalogObject object;
    private final RelDataType rowType;
    private final RelOptSchema schema;
    private final RelationExpansion expansion;

    Relation(CatalogObject object, RelDataType rowType, RelOptSchema schema, RelationExpansion expansion) {
        this.object = object;
        this.rowType = rowType;
        this.schema = schema;
        this.expansion = expansion;
    }

    /** What the name stands for. */
    public CatalogObject object() {
        return object;
    }

    /** The same with the table's physical columns only: what a scan reads. */
    public Relation physical(TypeFactory factory) {
        return new Relation(
                object, TypeMapping.toCalcite(((CatalogTable) object).table().schema(), factory), schema, expansion);
    }

    @Override
    public RelNode toRel(ToRelContext context) {
        return expansion.expand(object, this, context.getTableHints());
    }

    @Override
    public List<String> getQualifiedName() {
        return List.of(object.name());
    }

    @Override
    public RelDataType getRowType() {
        return rowType;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory factory) {
        return rowType;
    }

    @Override
    public RelOptSchema getRelOptSchema() {
        return schema;
    }

    @Override
    public <C> @Nullable C unwrap(Class<C> wanted) {
        return wanted.isInstance(this) ? wanted.cast(this) : null;
    }

    @Override
    public double getRowCount() {
        return ROWS;
    }

    @Override
    public boolean isKey(ImmutableBitSet columns) {
        return false;
    }

    @Override
    public @Nullable List<ImmutableBitSet> getKeys() {
        return null;
    }

    @Override
    public @Nullable List<RelReferentialConstraint> getReferentialConstraints() {
        return null;
    }

    @Override
    public List<RelCollation> getCollationList() {
        return ImmutableList.of();
    }

    @Override
    public RelDistribution getDistribution() {
        return RelDistributions.ANY;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public @Nullable Expression getExpression(Class type) {
        return null;
    }

    @Override
    protected RelOptTable extend(Table extended) {
        throw new UnsupportedOperationException("a table can't be extended");
    }

    @Override
    public SqlMonotonicity getMonotonicity(String column) {
        return SqlMonotonicity.NOT_MONOTONIC;
    }

    @Override
    public SqlAccessType getAllowedAccess() {
        return SqlAccessType.ALL;
    }

    @Override
    public boolean supportsModality(SqlModality modality) {
        return true;
    }

    /** Whether it can be seen as of a time is found out when the join is planned that asks for it. */
    @Override
    public boolean isTemporal() {
        return true;
    }

    @Override
    public Statistic getStatistic() {
        return Statistics.UNKNOWN;
    }

    @Override
    public Schema.TableType getJdbcTableType() {
        return Schema.TableType.STREAM;
    }

    @Override
    public boolean isRolledUp(String column) {
        return false;
    }

    @Override
    public boolean rolledUpColumnValidInsideAgg(
            String column, SqlCall call, @Nullable SqlNode parent, @Nullable CalciteConnectionConfig config) {
        return true;
    }
}
