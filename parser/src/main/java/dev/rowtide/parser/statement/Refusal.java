// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Makes the exception for text that is well formed but says something that cannot be. */
final class Refusal {
    private Refusal() {}

    static CalciteContextException at(SqlParserPos pos, String message) {
        return new CalciteContextException(
                message,
                new IllegalArgumentException(message),
                pos.getLineNum(),
                pos.getColumnNum(),
                pos.getEndLineNum(),
                pos.getEndColumnNum());
    }
}
