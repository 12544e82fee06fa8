// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Queries that pass on what they read. */
final class AllColumns {

    private AllColumns() {}

    /** {@code SELECT * FROM from [WHERE where]}, at the place of {@code from}. */
    static SqlSelect of(SqlNode from, @Nullable SqlNode where, @Nullable SqlNodeList hints) {
        SqlParserPos place = from.getParserPosition();
        SqlNodeList star = SqlNodeList.of(SqlIdentifier.star(place));
        return new SqlSelect(place, null, star, from, where, null, null, null, null, null, null, null, hints);
    }
}
