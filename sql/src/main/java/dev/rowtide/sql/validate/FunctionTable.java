// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.catalog.CatalogAggregate;
import dev.rowtide.sql.catalog.CatalogFunction;
import dev.rowtide.sql.catalog.TypeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.jspecify.annotations.Nullable;

/**
 * What function names mean. A name is looked for among the session's functions, then ours ({@link StreamFunctions}),
 * then SQL's, then those of other systems one after the other: systems give one name different meanings, so the first
 * that has it wins, with all its overloads.
 */
public final class FunctionTable implements SqlOperatorTable {

    private static final List<SqlLibrary> LIBRARIES = List.of(
            SqlLibrary.MYSQL,
            SqlLibrary.POSTGRESQL,
            SqlLibrary.BIG_QUERY,
            SqlLibrary.SPARK,
            SqlLibrary.HIVE,
            SqlLibrary.ORACLE,
            SqlLibrary.SNOWFLAKE,
            SqlLibrary.MSSQL);

    /** How Calcite names the forms of JSON_OBJECTAGG and JSON_ARRAYAGG, which only its parser makes. */
    private static final String NOT_WRITTEN = "_ON_NULL";

    private final Catalog catalog;
    private final TypeFactory factory;

    FunctionTable(Catalog catalog, TypeFactory factory) {
        this.catalog = catalog;
        this.factory = factory;
    }

    @Override
    public void lookupOperatorOverloads(
            SqlIdentifier name,
            @Nullable SqlFunctionCategory category,
            SqlSyntax syntax,
            List<SqlOperator> found,
            SqlNameMatcher matcher) {
        List<SqlOperator> overloads = new ArrayList<>();
        find(name, category, syntax, overloads, matcher);
        overloads.forEach(operator -> found.add(
                operator instanceof SqlFunction function && !function.isDeterministic()
                        ? new VolatileFunction(function)
                        : operator));
    }

    private void find(
            SqlIdentifier name,
            @Nullable SqlFunctionCategory category,
            SqlSyntax syntax,
            List<SqlOperator> found,
            SqlNameMatcher matcher) {
        if (name.isSimple() && (syntax == SqlSyntax.FUNCTION || syntax == SqlSyntax.FUNCTION_ID)) {
            CatalogFunction users = catalog.findFunction(name.getSimple());
            if (users != null) {
                found.add(new UserFunction(users, factory));
                return;
            }
            CatalogAggregate aggregate = catalog.findAggregate(name.getSimple());
            if (aggregate != null) {
                found.add(new UserAggregateFunction(aggregate, factory));
                return;
            }
            SqlFunction ours = StreamFunctions.find(name.getSimple(), syntax);
            ours = ours == null ? AggregateFunctions.find(name.getSimple()) : ours;
            if (ours != null) {
                found.add(ours);
                return;
            }
            if (name.getSimple().equalsIgnoreCase(Remainder.FUNCTION.getName())) {
                found.add(Remainder.FUNCTION);
                return;
            }
            if (name.getSimple().equals(CastOperator.INSTANCE.getName())) {
                found.add(CastOperator.INSTANCE);
                return;
            }
            CollectionFunction ofCollections = CollectionFunctions.find(name.getSimple());
            if (ofCollections != null) {
                found.add(ofCollections);
                return;
            }
        }
        if (name.isSimple() && syntax == SqlSyntax.BINARY && name.getSimple().equals(Remainder.OPERATOR.getName())) {
            found.add(Remainder.OPERATOR);
            return;
        }
        if (name.isSimple() && name.getSimple().toUpperCase(Locale.ROOT).endsWith(NOT_WRITTEN)) {
            return;
        }
        SqlStdOperatorTable.instance().lookupOperatorOverloads(name, category, syntax, found, matcher);
        for (int i = 0; i < LIBRARIES.size() && found.isEmpty(); i++) {
            library(LIBRARIES.get(i)).lookupOperatorOverloads(name, category, syntax, found, matcher);
        }
        found.replaceAll(operator -> operator == SqlLibraryOperators.ARRAYS_ZIP ? ArraysOnly.ARRAYS_ZIP : operator);
    }

    /** Whether SQL has a function of that name that is written without parentheses. */
    static boolean hasNiladic(String name) {
        List<SqlOperator> found = new ArrayList<>();
        SqlStdOperatorTable.instance()
                .lookupOperatorOverloads(
                        new SqlIdentifier(name, SqlParserPos.ZERO),
                        null,
                        SqlSyntax.FUNCTION,
                        found,
                        SqlNameMatchers.withCaseSensitive(false));
        return found.stream()
                .map(SqlOperator::getSyntax)
                .anyMatch(syntax -> syntax == SqlSyntax.FUNCTION_ID || syntax == SqlSyntax.FUNCTION_ID_CONSTANT);
    }

    private static SqlOperatorTable library(SqlLibrary library) {
        return SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(library);
    }

    @Override
    public List<SqlOperator> getOperatorList() {
        List<SqlOperator> all = new ArrayList<>(StreamFunctions.all());
        all.addAll(AggregateFunctions.all());
        all.addAll(CollectionFunctions.all());
        all.addAll(SqlStdOperatorTable.instance().getOperatorList());
        for (SqlLibrary library : LIBRARIES) {
            all.addAll(library(library).getOperatorList());
        }
        return all;
    }
}
