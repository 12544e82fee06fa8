// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import dev.rowtide.parser.ScriptParser;
import dev.rowtide.sql.catalog.TypeFactory;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;

/** SQL expressions without columns, as Calcite sees them after validation and conversion. */
final class RexExpressions {

    private final TypeFactory types = new TypeFactory();
    private final RexBuilder rexBuilder = new RexBuilder(types);
    private final SqlOperatorTable functions = SqlOperatorTables.chain(
            SqlStdOperatorTable.instance(),
            SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
                    SqlLibrary.MYSQL, SqlLibrary.POSTGRESQL, SqlLibrary.BIG_QUERY, SqlLibrary.SPARK));
    private final CalciteCatalogReader catalog = new CalciteCatalogReader(
            CalciteSchema.createRootSchema(false),
            List.of(),
            new JavaTypeFactoryImpl(),
            new CalciteConnectionConfigImpl(new Properties()));

    RexBuilder rexBuilder() {
        return rexBuilder;
    }

    RexNode rex(String sql) {
        SqlValidator validator = SqlValidatorUtil.newValidator(
                functions, catalog, types, SqlValidator.Config.DEFAULT.withConformance(SqlConformanceEnum.BABEL));
        RelOptCluster cluster =
                RelOptCluster.create(new HepPlanner(HepProgram.builder().build()), rexBuilder);
        SqlToRelConverter converter = new SqlToRelConverter(
                null, validator, catalog, cluster, StandardConvertletTable.INSTANCE, SqlToRelConverter.config());
        return converter.convertExpression(
                validator.validateParameterizedExpression(ScriptParser.parseExpression(sql), Map.of()), Map.of());
    }
}
