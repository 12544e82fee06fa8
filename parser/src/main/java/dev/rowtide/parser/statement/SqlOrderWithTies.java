// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.List;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** A query with {@code ORDER BY … FETCH FIRST n ROWS WITH TIES}. Its {@link #fetch} is a call of {@link #COUNT}, so that nobody takes it for a plain number. */
public final class SqlOrderWithTies extends SqlOrderBy {

    /** The number of rows, as an argument. */
    public static final SqlOperator COUNT = new SqlSpecialOperator("WITH TIES", SqlKind.OTHER) {
        @Override
        public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
            call.operand(0).unparse(writer, leftPrec, rightPrec);
        }
    };

    private static final SqlSpecialOperator ORDER_WITH_TIES = new Order();

    private SqlOrderWithTies(
            SqlParserPos pos, SqlNode query, SqlNodeList orderList, @Nullable SqlNode offset, SqlNode fetch) {
        super(pos, query, orderList, offset, fetch);
    }

    /** The count of a {@code FETCH … WITH TIES}. */
    public static SqlNode count(SqlNode count) {
        return new SqlBasicCall(COUNT, List.of(count), count.getParserPosition());
    }

    /** An ordered query; one of these if the count is one {@link #count} gave. */
    public static SqlOrderBy of(
            SqlParserPos pos, SqlNode query, SqlNodeList orderList, @Nullable SqlNode offset, @Nullable SqlNode fetch) {
        return fetch instanceof SqlCall call && call.getOperator() == COUNT
                ? new SqlOrderWithTies(pos, query, orderList, offset, fetch)
                : new SqlOrderBy(pos, query, orderList, offset, fetch);
    }

    @Override
    public SqlOperator getOperator() {
        return ORDER_WITH_TIES;
    }

    private static final class Order extends SqlSpecialOperator {

        Order() {
            super("ORDER BY", SqlKind.ORDER_BY, 0);
        }

        @Override
        public SqlSyntax getSyntax() {
            return SqlSyntax.POSTFIX;
        }

        @Override
        public SqlCall createCall(@Nullable SqlLiteral quantifier, SqlParserPos pos, @Nullable SqlNode... operands) {
            return of(pos, operands[0], (SqlNodeList) operands[1], operands[2], operands[3]);
        }

        @Override
        public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
            SqlOrderWithTies order = (SqlOrderWithTies) call;
            SqlWriter.Frame frame = writer.startList(SqlWriter.FrameTypeEnum.ORDER_BY);
            order.query.unparse(writer, getLeftPrec(), getRightPrec());
            if (!order.orderList.isEmpty()) {
                writer.sep(getName());
                writer.list(SqlWriter.FrameTypeEnum.ORDER_BY_LIST, SqlWriter.COMMA, order.orderList);
            }
            if (order.offset != null) {
                writer.fetchOffset(null, order.offset);
            }
            writer.keyword("FETCH NEXT");
            order.fetch.unparse(writer, 0, 0);
            writer.keyword("ROWS WITH TIES");
            writer.endList(frame);
        }
    }
}
