// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Puts errors at their place in the text. */
public final class Positions {

    private Positions() {}

    /** The error at the place where {@code node} starts. */
    public static EngineException at(SqlNode node, EngineException error) {
        return at(node.getParserPosition(), error);
    }

    /** The error at {@code position}. */
    public static EngineException at(SqlParserPos position, EngineException error) {
        return error.at(position.getLineNum(), position.getColumnNum());
    }

    /** What the engine understands and does not do yet, at its place. */
    public static EngineException notSupported(SqlNode node, String what) {
        return at(node, new EngineException(ErrorCode.NOT_SUPPORTED, what + " not supported yet"));
    }
}
