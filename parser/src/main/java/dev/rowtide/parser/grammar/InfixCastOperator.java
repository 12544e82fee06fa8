// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.grammar;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The {@code ::} of {@code x::type} while an expression is put together; the call it makes is an ordinary CAST. */
final class InfixCastOperator extends SqlBinaryOperator {
    /** Binds tighter than a sign or any arithmetic, looser than the dot of a field. */
    private static final int PRECEDENCE = 94;

    static final InfixCastOperator INSTANCE = new InfixCastOperator();

    private InfixCastOperator() {
        super("::", SqlKind.CAST, PRECEDENCE, true, null, null, null);
    }

    @Override
    public SqlCall createCall(SqlLiteral functionQuantifier, SqlParserPos pos, SqlNode... operands) {
        return SqlStdOperatorTable.CAST.createCall(pos, operands);
    }
}
