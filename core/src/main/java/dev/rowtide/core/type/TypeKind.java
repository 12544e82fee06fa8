// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.type;

/** The SQL types, without precision, scale and nullability. */
public enum TypeKind {
    BOOLEAN,
    TINYINT,
    SMALLINT,
    INTEGER,
    BIGINT,
    DECIMAL,
    FLOAT,
    DOUBLE,
    CHAR,
    VARCHAR,
    BINARY,
    VARBINARY,
    DATE,
    TIME,
    TIMESTAMP,
    TIMESTAMP_LTZ,
    INTERVAL_YEAR_MONTH,
    INTERVAL_DAY_TIME,
    ARRAY,
    MAP,
    ROW,
    /** The type of a bare {@code NULL}. */
    NULL;

    /** TINYINT, SMALLINT, INTEGER or BIGINT. */
    public boolean isInteger() {
        return this == TINYINT || this == SMALLINT || this == INTEGER || this == BIGINT;
    }

    /** FLOAT or DOUBLE. */
    public boolean isFloating() {
        return this == FLOAT || this == DOUBLE;
    }

    /** An integer, decimal or floating type. */
    public boolean isNumeric() {
        return isInteger() || isFloating() || this == DECIMAL;
    }

    /** CHAR or VARCHAR. */
    public boolean isText() {
        return this == CHAR || this == VARCHAR;
    }

    /** BINARY or VARBINARY. */
    public boolean isBinary() {
        return this == BINARY || this == VARBINARY;
    }

    /** ARRAY, MAP or ROW: a type made of others. */
    public boolean isNested() {
        return this == ARRAY || this == MAP || this == ROW;
    }

    /** TIMESTAMP or TIMESTAMP_LTZ. */
    public boolean isTimestamp() {
        return this == TIMESTAMP || this == TIMESTAMP_LTZ;
    }
}
