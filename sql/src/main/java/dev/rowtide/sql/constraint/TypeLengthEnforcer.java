// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.constraint;

/** What happens to a text or binary string whose length is not that of the column written to. */
public enum TypeLengthEnforcer {
    /** It is written as it is. */
    IGNORE,
    /** It is cut, and for CHAR and BINARY filled up, to the column's length. */
    TRIM_PAD,
    /** The job fails. */
    ERROR
}
