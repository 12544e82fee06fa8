// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.jspecify.annotations.Nullable;

/**
 * {@code GROUP BY} by names of the SELECT list. A name is a column of FROM first, then one of the SELECT list, then a column of a query around; Calcite would take the
 * last two the other way round.
 */
final class GroupAliases extends SqlShuttle {

    private final SqlSelect select;
    private final SelectScope scope;
    private final SqlNameMatcher matcher;

    private GroupAliases(SqlSelect select, SelectScope scope, SqlNameMatcher matcher) {
        this.select = select;
        this.scope = scope;
        this.matcher = matcher;
    }

    /** The groups of {@code select}, with what the names of its SELECT list stand for. */
    static SqlNodeList replaced(SqlSelect select, SelectScope scope, SqlNameMatcher matcher) {
        SqlNodeList groups = Objects.requireNonNull(select.getGroup());
        return (SqlNodeList) Objects.requireNonNull(groups.accept(new GroupAliases(select, scope, matcher)));
    }

    @Override
    public @Nullable SqlNode visit(SqlIdentifier name) {
        if (!name.isSimple() || isColumn(name.getSimple())) {
            return name;
        }
        List<SqlNode> named = select.getSelectList().stream()
                .filter(item -> isCalled(item, name.getSimple()))
                .toList();
        return named.size() == 1 ? CopyQuery.of(SqlUtil.stripAs(named.get(0)), file -> {}) : name;
    }

    private boolean isColumn(String name) {
        return scope.getChildren().stream().anyMatch(input -> matcher.field(input.getRowType(), name) != null);
    }

    private boolean isCalled(SqlNode item, String name) {
        String alias = SqlValidatorUtil.alias(item);
        return alias != null && matcher.matches(alias, name);
    }
}
