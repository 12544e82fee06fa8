// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.error;

/** What kind of error it is, and whose fault: the first letter of the SQLSTATE-like class in {@link #fault()}. */
public enum ErrorCode {
    /** The text is not a statement of the language. */
    SYNTAX_ERROR(Fault.USER, "42601"),
    /** A table, column, function or setting does not exist. */
    UNDEFINED_OBJECT(Fault.USER, "42704"),
    UNDEFINED_TABLE(Fault.USER, "42P01"),
    UNDEFINED_COLUMN(Fault.USER, "42703"),
    UNDEFINED_FUNCTION(Fault.USER, "42883"),
    /** Something of that name exists already. */
    DUPLICATE_OBJECT(Fault.USER, "42710"),
    /** The statement is understood and means nothing: wrong types, an aggregate out of place. */
    INVALID_QUERY(Fault.USER, "42000"),
    /** The statement is meaningful and not supported. */
    NOT_SUPPORTED(Fault.USER, "0A000"),
    /** The sink can't read the changelog that the query would write. */
    CHANGELOG_MISMATCH(Fault.USER, "RT001"),
    /** An option or setting has a value that it can't have, or is unknown, or is missing. */
    INVALID_OPTION(Fault.USER, "22023"),
    NUMERIC_OUT_OF_RANGE(Fault.USER, "22003"),
    DIVISION_BY_ZERO(Fault.USER, "22012"),
    /** A value can't be cast to the type asked for. */
    INVALID_CAST(Fault.USER, "22018"),
    INVALID_DATETIME(Fault.USER, "22007"),
    /** An argument of a function has a value that the function can't take. */
    INVALID_ARGUMENT(Fault.USER, "22000"),
    NOT_NULL_VIOLATION(Fault.USER, "23502"),
    /** Two rows of a result claim one key of the sink. */
    KEY_CONFLICT(Fault.USER, "23505"),
    /** A record of a source can't be read as a row of its table. */
    BAD_RECORD(Fault.EXTERNAL, "22P02"),
    /** A file, broker or database can't be reached, read or written. */
    IO_ERROR(Fault.EXTERNAL, "58030"),
    /** The output exists already. */
    OUTPUT_EXISTS(Fault.EXTERNAL, "58P02"),
    /** Memory, disk or another bound is exhausted. */
    RESOURCE_LIMIT(Fault.RESOURCE, "53000"),
    /** The job was cancelled. */
    CANCELLED(Fault.USER, "57014"),
    /** A bug of the engine. */
    INTERNAL(Fault.ENGINE, "XX000");

    /** Who can do something about an error. */
    public enum Fault {
        USER,
        EXTERNAL,
        RESOURCE,
        ENGINE
    }

    private final Fault fault;
    private final String sqlState;

    ErrorCode(Fault fault, String sqlState) {
        this.fault = fault;
        this.sqlState = sqlState;
    }

    public Fault fault() {
        return fault;
    }

    /** The five-character SQLSTATE that SQL clients know the error by. */
    public String sqlState() {
        return sqlState;
    }
}
