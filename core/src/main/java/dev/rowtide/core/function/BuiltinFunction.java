// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.function;

/**
 * The functions that have a vector kernel. Argument and result types, with the conversions already made explicit as {@link #CAST}:
 *
 * <ul>
 *   <li>arithmetic: all arguments have the result's storage and kind (for decimals each keeps its own precision and scale);
 *   <li>comparisons: both arguments have one type up to nullability, length and, for decimals, precision; exact numbers that no decimal type has room for
 *       both of, as BIGINT and DECIMAL(38, 20), keep their types;
 *   <li>conditionals: the branches have the result's type up to nullability.
 * </ul>
 *
 * A function is NULL when an argument is, unless its comment says otherwise. Arithmetic that leaves the result type's range is an error, never
 * a wrapped number.
 */
public enum BuiltinFunction {
    // Logic, three-valued. AND and OR take two or more arguments and evaluate lazily from the left.
    AND,
    OR,
    NOT,
    IS_NULL,
    IS_NOT_NULL,
    IS_TRUE,
    IS_NOT_TRUE,
    IS_FALSE,
    IS_NOT_FALSE,

    // Comparison; on text by UTF-8 bytes (code points), on DOUBLE with NaN greatest and -0.0 equal to 0.0.
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL,
    /** True or false, never NULL. */
    IS_DISTINCT_FROM,
    IS_NOT_DISTINCT_FROM,

    /** {@code CASE}: condition, value, condition, value, ..., else value. Lazy: a branch is evaluated for its rows only. */
    CASE,
    /** The first argument that is not NULL; lazy. */
    COALESCE,
    /** NULL if both are equal, else the first. */
    NULLIF,

    // Arithmetic on LONG, DOUBLE and decimal storage.
    ADD,
    SUBTRACT,
    MULTIPLY,
    /** Integers truncate toward zero; decimals round half up to the result's scale; doubles follow IEEE; a zero divisor of an exact type is an error. */
    DIVIDE,
    /** The remainder with the dividend's sign. */
    MOD,
    NEGATE,
    ABS,
    SIGN,
    FLOOR,
    CEIL,
    /** Rounds half away from zero; (number) or (number, digits). */
    ROUND,
    TRUNCATE,
    SQRT,
    POWER,
    EXP,
    LN,
    LOG10,
    /** The smallest, resp. greatest, argument; NULL when any is NULL. */
    LEAST,
    GREATEST,

    /** Conversion to the call's type; out of range or malformed is an error. */
    CAST,
    /** Conversion to the call's type; out of range or malformed is NULL. */
    TRY_CAST,

    // Text; lengths and positions count characters (code points), from 1.
    UPPER,
    LOWER,
    CHAR_LENGTH,
    OCTET_LENGTH,
    /** (text, from) or (text, from, length), also on binary strings. */
    SUBSTRING,
    /** Two or more texts; NULL when any is NULL ({@code ||}). */
    CONCAT,
    TRIM,
    LTRIM,
    RTRIM,
    /** (what, in): the position of the first occurrence, 0 when there is none. */
    POSITION,
    REPLACE,
    /** (text, pattern) or (text, pattern, escape): {@code %} any characters, {@code _} one. */
    LIKE,
    /** As LIKE, ignoring case. */
    ILIKE,
    STARTS_WITH,
    ENDS_WITH,
    LEFT,
    RIGHT,
    REVERSE,
    REPEAT,
    LPAD,
    RPAD,
    /** (text, separator, n): the n-th part, from 1. */
    SPLIT_PART,
    /** (text, pattern of java.util.regex): whether the pattern is found anywhere. */
    REGEXP_LIKE,
    /** (text, pattern) or (text, pattern, group): what the group of the first match took, NULL without one. */
    REGEXP_EXTRACT,

    // Dates and times; of TIMESTAMP_LTZ in the session's time zone, which the planner passes as a last text literal.
    EXTRACT_YEAR,
    EXTRACT_QUARTER,
    EXTRACT_MONTH,
    EXTRACT_WEEK,
    EXTRACT_DAY,
    EXTRACT_DAY_OF_WEEK,
    EXTRACT_DAY_OF_YEAR,
    EXTRACT_HOUR,
    EXTRACT_MINUTE,
    EXTRACT_SECOND,
    EXTRACT_MILLISECOND,
    EXTRACT_MICROSECOND,
    EXTRACT_EPOCH,
    /** (timestamp or date or time, unit as a text literal in capitals such as 'HOUR', 'MONTH'). */
    FLOOR_TIME,
    CEIL_TIME,
    /** (timestamp, date or time; interval): day-time intervals in microseconds or months. */
    TIME_ADD,
    TIME_SUBTRACT,
    /** (later, earlier) of one timestamp type: an INTERVAL_DAY_TIME. */
    TIME_DIFFERENCE,
    /** (timestamp or date, pattern): as Flink's and Java's DateTimeFormatter patterns. */
    DATE_FORMAT,
    /** (timestamp or date, pattern literal): the numbers in DATE_FORMAT's text as one, see {@link NumericDatePattern}; BIGINT. Not in SQL. */
    DATE_FIELDS,
    /** (number that {@link #DATE_FIELDS} made, its pattern): DATE_FORMAT's text. Not in SQL. */
    DATE_TEXT,

    // Nested values.
    /** (elements of the result's element type...): an ARRAY; never NULL. */
    ARRAY,
    /** (key, value, key, value, ...) of the result's types: a MAP; never NULL; a NULL key is an error, of equal keys the last counts. */
    MAP,
    /** (fields of the result's types...): a ROW; never NULL. */
    ROW,
    /** (row, field from 0 as an INTEGER literal). */
    ROW_FIELD,
    /** (array, BIGINT or narrower, from 1): NULL where there is no such element. */
    ARRAY_ITEM,
    /** (map, key of the map's key type): NULL where there is no such key. */
    MAP_ITEM,
    /** (array or map): the number of elements, or of keys; INTEGER. */
    CARDINALITY,
    /** (array, value of the element type): whether an element equals it; of a NULL value, whether an element is NULL. NULL only for a NULL array. */
    ARRAY_CONTAINS,

    // Not functions of their arguments alone; all come from the tick's record, never from a clock or generator.
    /** The tick's processing time, TIMESTAMP_LTZ; also PROCTIME() and NOW(). */
    CURRENT_TIMESTAMP,
    /**
     * (number) or (number, seed), INTEGER literals: a DOUBLE from 0 (inclusive) to 1, a hash of the row's position and of the job's seed with the call's number; or of
     * the position and the seed given.
     */
    RAND,
    /** (number), an INTEGER literal: a text that is a UUID of version 4, made of the same hash as {@link #RAND}. */
    UUID
}
