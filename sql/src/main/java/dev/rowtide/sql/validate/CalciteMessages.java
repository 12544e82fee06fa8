// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Calcite's validator says, and what we say for it. It tells its errors apart by their texts only, so they are recognised by pattern. */
final class CalciteMessages {

    private record Translation(Pattern pattern, BiFunction<MissingNames, Matcher, EngineException> error) {}

    private static final List<Translation> TRANSLATIONS = List.of(
            translation("Column '(.*?)' not found in any table.*", (names, m) -> names.noColumn(m.group(1), null)),
            translation(
                    "Column '(.*?)' not found in table '(.*?)'.*",
                    (names, m) -> names.noColumn(m.group(1), m.group(2))),
            translation("Unknown identifier '(.*?)'", (names, m) -> names.noColumn(m.group(1), null)),
            translation("Table '(.*?)' not found.*", (names, m) -> names.noTable(m.group(1))),
            translation("Object '(.*?)' not found.*", (names, m) -> names.noObject(m.group(1))),
            translation(
                    "Column '(.*?)' is ambiguous",
                    (names, m) -> invalid("column \"" + m.group(1) + "\" is ambiguous")
                            .withHint(
                                    names.isTwiceInOne(m.group(1))
                                            ? "A subquery has two columns of that name: name one otherwise, with AS."
                                            : "Write the table's name in front of it.")),
            translation(
                    "No match found for function signature ([^(]*)\\((.*)\\)",
                    (names, m) -> names.noFunction(m.group(1), types(m.group(2)))),
            translation("Function '(.*?)' is not defined", (names, m) -> names.noFunction(m.group(1), "")),
            translation(
                    "Invalid number of arguments to function '(.*?)'\\. Was expecting (\\d+) arguments",
                    (names, m) -> invalid("function \"" + m.group(1) + "\" takes " + m.group(2) + " arguments")),
            translation(
                    "Expression '(.*?)' is not being grouped",
                    (names, m) -> invalid("\"" + bareName(m.group(1)) + "\" is neither grouped by nor aggregated")
                            .withHint("Name it in GROUP BY, or put it into an aggregate such as MAX("
                                    + bareName(m.group(1)) + ").")),
            translation(
                    "Aggregate expression is illegal in (.*) clause",
                    (names, m) -> invalid("an aggregate can't stand in " + m.group(1))
                            .withHint(m.group(1).equals("WHERE") ? "Conditions on groups go into HAVING." : "")),
            translation(
                    "Aggregate expressions cannot be nested",
                    (names, m) -> invalid("an aggregate can't stand inside another")),
            translation(
                    "(WHERE|HAVING|FILTER) clause must be a condition",
                    (names, m) -> invalid(m.group(1) + " takes a condition, a BOOLEAN")),
            translation(
                    "FILTER expression must be of type BOOLEAN",
                    (names, m) -> invalid("FILTER takes a condition, a BOOLEAN")),
            translation("Ordinal out of range", (names, m) -> invalid("the SELECT list has no column of that number")),
            translation(
                    "Cannot apply '\\$SCALAR_QUERY' .*",
                    (names, m) -> invalid("a subquery used as a value must have one column")),
            translation(
                    "Cannot apply 'UNNEST' to arguments of type 'UNNEST\\((.*)\\)'.*",
                    (names, m) -> invalid("UNNEST takes an ARRAY or a MAP, and not " + types(m.group(1)))),
            translation(
                    "Cannot apply 'ITEM' to arguments of type 'ITEM\\((.*)\\)'.*",
                    (names, m) -> invalid("[...] can't be applied to (" + types(m.group(1)) + ")")
                            .withHint(
                                    "The elements of an ARRAY are numbered from 1; of a MAP, give a key of its type.")),
            translation(
                    "Cannot apply '-' to arguments of type '<(?:TIMESTAMP|DATE).*> - <(?:TIMESTAMP|DATE).*>'.*",
                    (names, m) -> invalid("the difference of two times needs a unit")
                            .withHint(
                                    "Write (a - b) SECOND for an interval, TIMESTAMPDIFF(SECOND, b, a) for a number.")),
            translation(
                    "Cannot apply '(.*?)' to arguments of type (.*?)\\. Supported form\\(s\\): (.*)",
                    (names, m) -> invalid("'" + m.group(1).strip() + "' can't be applied to " + types(m.group(2)))
                            .withDetail("It takes: " + types(m.group(3)).replaceAll("\\s*\n\\s*", ", "))),
            translation(
                    "Cast function cannot convert value of type (.*) to type (.*)",
                    (names, m) -> invalid(types(m.group(1)) + " can't be cast to " + types(m.group(2)))),
            translation(
                    "Column count mismatch in (.*)",
                    (names, m) -> invalid("the queries of a " + m.group(1) + " have different numbers of columns")),
            translation(
                    "Type mismatch in column (\\d+) of (.*)",
                    (names, m) ->
                            invalid("the types of column " + m.group(1) + " do not fit together in " + m.group(2))),
            translation(
                    "Values passed to (.*) operator must have compatible types",
                    (names, m) ->
                            invalid("the values given to " + m.group(1) + " have types that do not fit together")),
            translation(
                    "Illegal mixing of types in CASE or COALESCE statement",
                    (names, m) -> invalid("the results of CASE have types that do not fit together")),
            translation("SELECT \\* requires a FROM clause", (names, m) -> invalid("SELECT * needs a FROM")),
            fixed(
                    "RANGE clause cannot be used with compound ORDER BY clause",
                    "a RANGE over a distance needs one column in ORDER BY",
                    "ROWS counts rows; RANGE without numbers takes any number of columns."),
            fixed(
                    "Data type of ORDER BY prohibits use of RANGE clause",
                    "a RANGE over a distance needs numbers or times in ORDER BY",
                    "ROWS counts rows, whatever they are ordered by."),
            fixed(
                    "Data Type mismatch between ORDER BY and RANGE clause",
                    "the distance of a RANGE does not fit what ORDER BY has",
                    "Give a number for numbers, an interval for times."),
            fixed(
                    "UNBOUNDED FOLLOWING cannot be specified for the lower frame boundary",
                    "a frame can't begin with UNBOUNDED FOLLOWING",
                    "BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING is all of it."),
            fixed(
                    "UNBOUNDED PRECEDING cannot be specified for the upper frame boundary",
                    "a frame can't end with UNBOUNDED PRECEDING",
                    "BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING is all of it."),
            translation(
                    "Upper frame boundary cannot be (.*) when lower boundary is (.*)",
                    (names, m) -> invalid("a frame that begins with " + m.group(2) + " can't end with " + m.group(1))
                            .withHint("The earlier bound comes first.")),
            fixed(
                    "ROWS value must be a non-negative integral constant",
                    "the bounds of ROWS are whole numbers from 0 on",
                    "PRECEDING looks back, FOLLOWING ahead."),
            translation(
                    "Window '(.*)' not found",
                    (names, m) -> new EngineException(
                                    ErrorCode.UNDEFINED_OBJECT, "window \"" + m.group(1) + "\" does not exist")
                            .withHint("WINDOW " + m.group(1)
                                    + " AS (PARTITION BY ... ORDER BY ...) behind HAVING defines it.")),
            fixed(
                    "OVER clause is necessary for window functions",
                    "a window function needs OVER",
                    "Write OVER (PARTITION BY ... ORDER BY ...) behind it."),
            fixed(
                    "RANK or DENSE_RANK functions require ORDER BY clause in window specification",
                    "a rank needs an ORDER BY in its window",
                    "Write OVER (ORDER BY its_columns)."),
            fixed(
                    "ROW/RANGE not allowed with RANK, DENSE_RANK, ROW_NUMBER, PERCENTILE_CONT/DISC or LAG/LEAD functions",
                    "ranks, LAG and LEAD have no frame",
                    "Leave ROWS or RANGE out: they look at the whole partition."),
            translation(
                    "Windowed aggregate expression is illegal in (.*) clause",
                    (names, m) -> invalid("a window function can't stand in " + m.group(1))
                            .withHint("QUALIFY takes conditions on window functions, or name it in a query in FROM.")),
            translation(
                    "QUALIFY expression '.*' must contain a window function",
                    (names, m) -> invalid("QUALIFY needs a condition on a window function")
                            .withHint("WHERE takes conditions on rows, HAVING such on groups.")),
            translation(
                    "Expression '(.*)' is not in the select clause",
                    (names, m) -> invalid("with DISTINCT, ORDER BY takes what is selected, and \""
                                    + bareName(m.group(1)) + "\" is not")
                            .withHint("Select it, or group by the others and order by an aggregate of it.")),
            translation(
                    "Duplicate relation name '(.*)' in FROM clause",
                    (names, m) -> invalid("\"" + m.group(1) + "\" stands twice in FROM")
                            .withHint("Give one of them another name: " + m.group(1) + " AS other.")),
            translation(
                    "INNER, LEFT, RIGHT, FULL, or ASOF join requires a condition.*",
                    (names, m) -> invalid("a join needs a condition")
                            .withHint("Write ON or USING behind it; CROSS JOIN joins all rows with all.")),
            translation(
                    "Cannot specify condition .* following CROSS JOIN",
                    (names, m) -> invalid("a CROSS JOIN has no condition").withHint("Write JOIN ... ON, or WHERE.")),
            fixed(
                    "Cannot specify NATURAL keyword with ON or USING clause",
                    "a NATURAL JOIN has no condition",
                    "It compares all columns of equal names; leave NATURAL or the condition out."),
            translation(
                    "List of column aliases must have same degree as table; table has (\\d+) columns .*whereas alias list has (\\d+) columns",
                    (names, m) -> invalid("there are " + m.group(2) + " names for " + m.group(1) + " columns")),
            fixed(
                    "Number of columns must match number of query columns",
                    "WITH names another number of columns than its query has",
                    "Give as many names as its SELECT has columns."),
            translation(
                    "Group function '\\$?(.*)' can only appear in GROUP BY clause",
                    (names, m) -> invalid(m.group(1) + " stands in GROUP BY, or in FROM")
                            .withHint(
                                    "FROM " + m.group(1) + "(TABLE its_name, DESCRIPTOR(ts), INTERVAL '1' MINUTE) gives"
                                            + " window_start and window_end to each row.")),
            translation(
                    "Argument to (.*) operator must be a grouped expression",
                    (names, m) -> invalid(m.group(1) + " takes what is grouped by")),
            translation(
                    "(GROUPING.*) operator may only occur in .*",
                    (names, m) -> invalid(m.group(1) + " needs a GROUP BY, and stands in SELECT, HAVING or ORDER BY")),
            translation(
                    "Numeric literal '(.*)' out of range",
                    (names, m) -> new EngineException(
                                    ErrorCode.NUMERIC_OUT_OF_RANGE, "no type has room for the number " + m.group(1))
                            .withHint("DECIMAL has up to 38 digits, DOUBLE goes to 1.8E308.")),
            fixed(
                    "Binary literal string must contain an even number of hexits",
                    "bytes are written by two digits each",
                    "x'0f' is a byte."),
            translation(
                    "'?(.*?)'? is not a valid time frame.*",
                    (names, m) -> invalid("\"" + m.group(1) + "\" is not a unit of time")
                            .withHint("There are SECOND, MINUTE, HOUR, DAY, WEEK, MONTH, QUARTER, YEAR and others.")),
            translation(
                    "Argument to function '?(.*?)'? must be a (?:literal|numeric literal between 0 and 1)",
                    (names, m) -> invalid("the fraction of " + m.group(1) + " is a number from 0 to 1, written out")),
            translation(
                    "Aggregate expression '?(.*?)'? must contain a WITHIN GROUP clause",
                    (names, m) -> invalid(m.group(1) + " needs an order")
                            .withHint("Write WITHIN GROUP (ORDER BY its_column) behind it.")),
            translation(
                    "Aggregate expression '?(.*?)'? must not contain a WITHIN GROUP clause",
                    (names, m) -> invalid("the order of rows makes no difference to " + m.group(1))
                            .withHint("Leave WITHIN GROUP out.")),
            fixed(
                    "Expected a boolean type",
                    "WHEN takes a condition, a BOOLEAN",
                    "CASE x WHEN 1 THEN ... compares x with values."),
            fixed(
                    "Parameters must be of the same type",
                    "the elements have types that do not fit together",
                    "CAST them to one type."),
            fixed(
                    "Map requires an even number of arguments",
                    "MAP takes keys and values by turns",
                    "MAP['a', 1, 'b', 2]"),
            translation(
                    "Unknown field '(.*)'",
                    (names, m) -> new EngineException(
                            ErrorCode.UNDEFINED_COLUMN, "the row has no field \"" + m.group(1) + "\"")),
            translation(
                    "ASOF JOIN MATCH_CONDITION must be .*",
                    (names, m) -> invalid("MATCH_CONDITION compares a column of each side, with <, <=, > or >=")),
            translation(
                    "ASOF JOIN condition must be .*",
                    (names, m) -> invalid("the condition of an ASOF JOIN is of equalities, joined by AND")
                            .withHint("The comparison in time goes into MATCH_CONDITION.")),
            translation(
                    "Literal '(.*)' can not be parsed to type '(.*)'",
                    (names, m) -> new EngineException(ErrorCode.INVALID_CAST, isNot(m.group(1), m.group(2)))),
            translation(
                    "Illegal (.*) literal '(.*)': (.*)",
                    (names, m) -> new EngineException(ErrorCode.INVALID_CAST, isNot(m.group(2), m.group(1)))
                            .withDetail(m.group(3))));

    private CalciteMessages() {}

    /** Our error for a message; in Calcite's words if it is none of those that are known. */
    static EngineException translate(String message, MissingNames names) {
        for (Translation translation : TRANSLATIONS) {
            Matcher matcher = translation.pattern.matcher(message);
            if (matcher.matches()) {
                return translation.error.apply(names, matcher);
            }
        }
        return invalid(types(
                beginsWithWord(message)
                        ? message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1)
                        : message));
    }

    private static Translation translation(String pattern, BiFunction<MissingNames, Matcher, EngineException> error) {
        return new Translation(Pattern.compile(pattern, Pattern.DOTALL), error);
    }

    private static Translation fixed(String message, String ours, String hint) {
        return translation(Pattern.quote(message), (names, m) -> invalid(ours).withHint(hint));
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
    private static String types(String text) {
        return text.replaceAll("VARCHAR\\(2147483647\\)", "STRING")
                .replaceAll("VARBINARY\\(2147483647\\)", "BYTES")
                .replaceAll("TIMESTAMP_WITH_LOCAL_TIME_ZONE", "TIMESTAMP_LTZ")
                .replaceAll("(?<=[A-Z)]) NOT NULL\\b", "")
                .replaceAll(" CHARACTER SET \"[^\"]*\"", "")
                .replaceAll("\\bREAL\\b", "FLOAT")
                .replaceAll("\\bNOT<", "NOT ")
                .replaceAll("[<>](?=[A-Z('])|(?<=[A-Z)'])[<>]", "")
                .replaceAll("['`](?=[A-Z(])|(?<=[A-Z)])['`]", "");
    }
}
