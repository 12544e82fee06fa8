// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.error.SimilarNames;
import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.catalog.CatalogAggregate;
import dev.rowtide.sql.catalog.CatalogFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.ListScope;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.jspecify.annotations.Nullable;

/** What is said of a name that stands for nothing, at its place in a query: what there is instead, and which of it may have been meant. */
final class MissingNames {

    private final Catalog catalog;
    private final SqlValidator validator;
    private final SqlNode query;
    private final List<String> columns;
    private final SqlParserPos place;

    /** @param columns what an expression that stands alone may use; empty for a query */
    MissingNames(Catalog catalog, SqlValidator validator, SqlNode query, List<String> columns, SqlParserPos place) {
        this.catalog = catalog;
        this.validator = validator;
        this.query = query;
        this.columns = columns;
        this.place = place;
    }

    /** A table, view or subquery in FROM. */
    private record Source(@Nullable String name, List<String> columns) {

        @Override
        public String toString() {
            String names = columns.stream()
                    .map(column -> isUnnamed(column) ? "(no name)" : column)
                    .collect(Collectors.joining(", "));
            return (name == null ? "there are" : "table \"" + name + "\" has") + ": " + names;
        }
    }

    /**
     * There is no such column.
     *
     * @param table where it was looked for; null for all of FROM
     */
    EngineException noColumn(String name, @Nullable String table) {
        List<Source> sources = sources().stream()
                .filter(source -> table == null || table.equalsIgnoreCase(source.name))
                .toList();
        boolean isNamedInFrom = sources.stream().anyMatch(source -> source.columns.contains(name));
        EngineException error =
                new EngineException(ErrorCode.UNDEFINED_COLUMN, "column \"" + name + "\" does not exist");
        if (!sources.isEmpty()) {
            error = error.withDetail(sources.stream().map(Source::toString).collect(Collectors.joining("; ")));
        }
        List<String> columns =
                sources.stream().flatMap(source -> source.columns.stream()).toList();
        if (sources.stream().anyMatch(source -> source.columns.stream().anyMatch(MissingNames::isUnnamed))) {
            return error.withHint("Name columns in the query, or behind it: (...) AS t (a, b).");
        }
        // A name that one side of a join has, and not the other: that of USING.
        return isNamedInFrom
                ? error.withHint("Only one side has it: USING compares columns that both have.")
                : SimilarNames.didYouMean(name, columns).map(error::withHint).orElse(error);
    }

    private static boolean isUnnamed(String column) {
        return column.startsWith("EXPR$");
    }

    /** Whether one thing in FROM has two columns of a name. */
    boolean isTwiceInOne(String column) {
        return sources().stream()
                .anyMatch(source ->
                        source.columns.stream().filter(column::equalsIgnoreCase).count() > 1);
    }

    /** FROM has no such table. */
    EngineException noTable(String name) {
        List<String> names = new ArrayList<>();
        for (Source source : sources()) {
            if (source.name != null) {
                names.add(source.name);
            }
        }
        if (names.isEmpty() && catalog.find(name) != null) {
            return new EngineException(ErrorCode.UNDEFINED_TABLE, "\"" + name + "\" is not a table of this query")
                    .withHint("Name what stands in FROM: FROM ... AS " + name + ".");
        }
        if (names.isEmpty()) {
            return catalog.undefined(name);
        }
        EngineException error = new EngineException(
                        ErrorCode.UNDEFINED_TABLE, "\"" + name + "\" is not a table of this query")
                .withDetail("FROM has: " + String.join(", ", names));
        return SimilarNames.didYouMean(name, names).map(error::withHint).orElse(error);
    }

    /** The catalog has nothing of that name. */
    EngineException noObject(String name) {
        return catalog.undefined(name);
    }

    /** There is no such function, or none that takes those types. */
    EngineException noFunction(String name, String arguments) {
        List<String> names = new ArrayList<>(CallableFunctions.examples().keySet());
        catalog.functions().stream().map(CatalogFunction::name).forEach(names::add);
        catalog.aggregates().stream().map(CatalogAggregate::name).forEach(names::add);
        if (names.stream().anyMatch(name::equalsIgnoreCase)) {
            return new EngineException(
                    ErrorCode.UNDEFINED_FUNCTION, "function \"" + name + "\" does not take (" + arguments + ")");
        }
        EngineException error =
                new EngineException(ErrorCode.UNDEFINED_FUNCTION, "function \"" + name + "\" does not exist");
        return SimilarNames.didYouMean(name, names).map(error::withHint).orElse(error);
    }

    /** What the FROM around the error's place brings in. */
    private List<Source> sources() {
        SqlSelect[] innermost = new SqlSelect[1];
        query.accept(new SqlBasicVisitor<@Nullable Void>() {
            @Override
            public @Nullable Void visit(SqlCall call) {
                if (call instanceof SqlSelect select && contains(select.getParserPosition(), place)) {
                    innermost[0] = select;
                }
                return super.visit(call);
            }
        });
        if (!columns.isEmpty()) {
            return List.of(new Source(null, columns));
        }
        if (innermost[0] == null || !(validator.getFromScope(innermost[0]) instanceof ListScope scope)) {
            return List.of();
        }
        List<Source> sources = new ArrayList<>();
        for (SqlValidatorNamespace child : scope.getChildren()) {
            SqlNode written = child.getEnclosingNode();
            sources.add(new Source(
                    written == null ? null : SqlValidatorUtil.alias(written),
                    child.getRowType().getFieldNames()));
        }
        return sources;
    }

    private static boolean contains(SqlParserPos outer, SqlParserPos inner) {
        return isBefore(outer.getLineNum(), outer.getColumnNum(), inner.getLineNum(), inner.getColumnNum())
                && isBefore(
                        inner.getEndLineNum(), inner.getEndColumnNum(), outer.getEndLineNum(), outer.getEndColumnNum());
    }

    private static boolean isBefore(int line, int column, int otherLine, int otherColumn) {
        return line < otherLine || (line == otherLine && column <= otherColumn);
    }
}
