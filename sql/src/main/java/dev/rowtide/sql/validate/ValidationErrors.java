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
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.calcite.runtime.CalciteContextException;
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

/**
 * Turns Calcite's complaints into ours: one short fact, its place, what there is instead. Calcite tells its errors
 * apart by their texts only, so they are recognised by pattern; what is not recognised keeps Calcite's words.
 */
final class ValidationErrors {

    private record Translation(Pattern pattern, BiFunction<ValidationErrors, Matcher, EngineException> error) {}

    private static final Pattern MISSING_COLUMN =
            Pattern.compile("(?:Column|Unknown identifier) '([^']*)'(?: not found in any table.*)?");

    private static final List<Translation> TRANSLATIONS = List.of(
            translation("Column '(.*?)' not found in any table.*", (errors, m) -> errors.noColumn(m.group(1), null)),
            translation(
                    "Column '(.*?)' not found in table '(.*?)'.*",
                    (errors, m) -> errors.noColumn(m.group(1), m.group(2))),
            translation("Unknown identifier '(.*?)'", (errors, m) -> errors.noColumn(m.group(1), null)),
            translation("Table '(.*?)' not found.*", (errors, m) -> errors.noTable(m.group(1))),
            translation("Object '(.*?)' not found.*", (errors, m) -> errors.catalog.undefined(m.group(1))),
            translation(
                    "Column '(.*?)' is ambiguous",
                    (errors, m) -> invalid("column \"" + m.group(1) + "\" is ambiguous")
                            .withHint(
                                    errors.isTwiceInOne(m.group(1))
                                            ? "A subquery has two columns of that name: name one otherwise, with AS."
                                            : "Write the table's name in front of it.")),
            translation(
                    "No match found for function signature ([^(]*)\\((.*)\\)",
                    (errors, m) -> errors.noFunction(m.group(1), m.group(2))),
            translation("Function '(.*?)' is not defined", (errors, m) -> errors.noFunction(m.group(1), "")),
            translation(
                    "Invalid number of arguments to function '(.*?)'\\. Was expecting (\\d+) arguments",
                    (errors, m) -> invalid("function \"" + m.group(1) + "\" takes " + m.group(2) + " arguments")),
            translation(
                    "Expression '(.*?)' is not being grouped",
                    (errors, m) -> invalid("\"" + bareName(m.group(1)) + "\" is neither grouped by nor aggregated")
                            .withHint("Name it in GROUP BY, or put it into an aggregate such as MAX("
                                    + bareName(m.group(1)) + ").")),
            translation(
                    "Aggregate expression is illegal in (.*) clause",
                    (errors, m) -> invalid("an aggregate can't stand in " + m.group(1))
                            .withHint(m.group(1).equals("WHERE") ? "Conditions on groups go into HAVING." : "")),
            translation(
                    "Aggregate expressions cannot be nested",
                    (errors, m) -> invalid("an aggregate can't stand inside another")),
            translation(
                    "(WHERE|HAVING|FILTER) clause must be a condition",
                    (errors, m) -> invalid(m.group(1) + " takes a condition, a BOOLEAN")),
            translation(
                    "FILTER expression must be of type BOOLEAN",
                    (errors, m) -> invalid("FILTER takes a condition, a BOOLEAN")),
            translation("Ordinal out of range", (errors, m) -> invalid("the SELECT list has no column of that number")),
            translation(
                    "Cannot apply '-' to arguments of type '<(?:TIMESTAMP|DATE).*> - <(?:TIMESTAMP|DATE).*>'.*",
                    (errors, m) -> invalid("the difference of two times needs a unit")
                            .withHint(
                                    "Write (a - b) SECOND for an interval, TIMESTAMPDIFF(SECOND, b, a) for a number.")),
            translation(
                    "Cannot apply '(.*?)' to arguments of type (.*?)\\. Supported form\\(s\\): (.*)",
                    (errors, m) -> invalid("'" + m.group(1).strip() + "' can't be applied to " + types(m.group(2)))
                            .withDetail("It takes: " + types(m.group(3)).replaceAll("\\s*\n\\s*", ", "))),
            translation(
                    "Cast function cannot convert value of type (.*) to type (.*)",
                    (errors, m) -> invalid(types(m.group(1)) + " can't be cast to " + types(m.group(2)))),
            translation(
                    "Column count mismatch in (.*)",
                    (errors, m) -> invalid("the queries of a " + m.group(1) + " have different numbers of columns")),
            translation(
                    "Type mismatch in column (\\d+) of (.*)",
                    (errors, m) ->
                            invalid("the types of column " + m.group(1) + " do not fit together in " + m.group(2))),
            translation(
                    "Values passed to (.*) operator must have compatible types",
                    (errors, m) ->
                            invalid("the values given to " + m.group(1) + " have types that do not fit together")),
            translation(
                    "Illegal mixing of types in CASE or COALESCE statement",
                    (errors, m) -> invalid("the results of CASE have types that do not fit together")),
            translation("SELECT \\* requires a FROM clause", (errors, m) -> invalid("SELECT * needs a FROM")),
            translation(
                    "Literal '(.*)' can not be parsed to type '(.*)'",
                    (errors, m) -> new EngineException(ErrorCode.INVALID_CAST, isNot(m.group(1), m.group(2)))),
            translation(
                    "Illegal (.*) literal '(.*)': (.*)",
                    (errors, m) -> new EngineException(ErrorCode.INVALID_CAST, isNot(m.group(2), m.group(1)))
                            .withDetail(m.group(3))));

    private final Catalog catalog;
    private final SqlValidator validator;
    private final SqlNode query;
    private final List<String> columns;
    private final SqlParserPos place;

    private ValidationErrors(
            Catalog catalog, SqlValidator validator, SqlNode query, List<String> columns, SqlParserPos place) {
        this.catalog = catalog;
        this.validator = validator;
        this.query = query;
        this.columns = columns;
        this.place = place;
    }

    /**
     * What {@code thrown} says, for people.
     *
     * @param columns what an expression that stands alone may use; empty for a query
     */
    static EngineException translate(
            CalciteContextException thrown,
            Catalog catalog,
            SqlValidator validator,
            SqlNode query,
            List<String> columns) {
        SqlParserPos place = new SqlParserPos(
                thrown.getPosLine(), thrown.getPosColumn(), thrown.getEndPosLine(), thrown.getEndPosColumn());
        Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
        String message = String.valueOf(cause.getMessage());
        return Positions.at(place, new ValidationErrors(catalog, validator, query, columns, place).translate(message))
                .causedBy(thrown);
    }

    /** The column that {@code thrown} says there is not, or null if it says something else. */
    static @Nullable String missingColumn(CalciteContextException thrown) {
        String message = thrown.getCause() == null ? null : thrown.getCause().getMessage();
        Matcher matcher = MISSING_COLUMN.matcher(String.valueOf(message));
        return matcher.matches() ? matcher.group(1) : null;
    }

    private EngineException translate(String message) {
        for (Translation translation : TRANSLATIONS) {
            Matcher matcher = translation.pattern.matcher(message);
            if (matcher.matches()) {
                return translation.error.apply(this, matcher);
            }
        }
        return invalid(types(
                beginsWithWord(message)
                        ? message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1)
                        : message));
    }

    /** A table, view or subquery in FROM. */
    private record Source(@Nullable String name, List<String> columns) {

        @Override
        public String toString() {
            return (name == null ? "there are" : "table \"" + name + "\" has") + ": " + String.join(", ", columns);
        }
    }

    private EngineException noColumn(String name, @Nullable String table) {
        List<Source> sources = sources().stream()
                .filter(source -> table == null || table.equalsIgnoreCase(source.name))
                .toList();
        EngineException error =
                new EngineException(ErrorCode.UNDEFINED_COLUMN, "column \"" + name + "\" does not exist");
        if (!sources.isEmpty()) {
            error = error.withDetail(sources.stream().map(Source::toString).collect(Collectors.joining("; ")));
        }
        List<String> columns =
                sources.stream().flatMap(source -> source.columns.stream()).toList();
        return SimilarNames.didYouMean(name, columns).map(error::withHint).orElse(error);
    }

    private boolean isTwiceInOne(String column) {
        return sources().stream()
                .anyMatch(source ->
                        source.columns.stream().filter(column::equalsIgnoreCase).count() > 1);
    }

    private EngineException noTable(String name) {
        List<String> names = new ArrayList<>();
        for (Source source : sources()) {
            if (source.name != null) {
                names.add(source.name);
            }
        }
        if (names.isEmpty()) {
            return catalog.undefined(name);
        }
        EngineException error = new EngineException(
                        ErrorCode.UNDEFINED_TABLE, "\"" + name + "\" is not a table of this query")
                .withDetail("FROM has: " + String.join(", ", names));
        return SimilarNames.didYouMean(name, names).map(error::withHint).orElse(error);
    }

    private EngineException noFunction(String name, String arguments) {
        List<String> names = new ArrayList<>(CallableFunctions.examples().keySet());
        catalog.functions().stream().map(CatalogFunction::name).forEach(names::add);
        catalog.aggregates().stream().map(CatalogAggregate::name).forEach(names::add);
        if (names.stream().anyMatch(name::equalsIgnoreCase)) {
            return new EngineException(
                    ErrorCode.UNDEFINED_FUNCTION, "function \"" + name + "\" does not take (" + types(arguments) + ")");
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

    private static Translation translation(
            String pattern, BiFunction<ValidationErrors, Matcher, EngineException> error) {
        return new Translation(Pattern.compile(pattern, Pattern.DOTALL), error);
    }

    /** Whether a sentence begins with a common word, not with one in capitals as the language's are. */
    private static boolean beginsWithWord(String message) {
        return message.length() < 2 || !Character.isUpperCase(message.charAt(1));
    }

    private static String isNot(String text, String type) {
        return "'" + text + "' is not " + ("AEIOU".indexOf(type.charAt(0)) < 0 ? "a " : "an ") + type;
    }

    private static EngineException invalid(String message) {
        return new EngineException(ErrorCode.INVALID_QUERY, message);
    }

    private static String bareName(String expression) {
        return expression.substring(expression.lastIndexOf('.') + 1).replace("`", "");
    }

    /** Types as we write them: {@code <VARCHAR(2147483647)>} is a STRING. */
    static String types(String text) {
        return text.replaceAll("VARCHAR\\(2147483647\\)", "STRING")
                .replaceAll("VARBINARY\\(2147483647\\)", "BYTES")
                .replaceAll("TIMESTAMP_WITH_LOCAL_TIME_ZONE", "TIMESTAMP_LTZ")
                .replaceAll(" CHARACTER SET \"[^\"]*\"", "")
                .replaceAll("\\bREAL\\b", "FLOAT")
                .replaceAll("[<>](?=[A-Z('])|(?<=[A-Z)'])[<>]", "")
                .replaceAll("['`](?=[A-Z(])|(?<=[A-Z)])['`]", "");
    }
}
