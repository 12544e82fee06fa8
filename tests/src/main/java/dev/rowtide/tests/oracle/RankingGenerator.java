// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.tests.oracle.Expression.Column;
import dev.rowtide.tests.oracle.Ranking.Limit;
import dev.rowtide.tests.oracle.Ranking.Nulls;
import dev.rowtide.tests.oracle.Ranking.RankFunction;
import dev.rowtide.tests.oracle.Ranking.SortKey;
import dev.rowtide.tests.oracle.Ranking.Style;
import dev.rowtide.tests.oracle.Ranking.TopN;
import java.util.ArrayList;
import java.util.List;

/** The first rows of relations. What depends on the order of rows is asked for in a total order, so that there is one answer. */
final class RankingGenerator {

    private final Dice dice;
    private final Names names;

    RankingGenerator(Dice dice, Names names) {
        this.dice = dice;
        this.names = names;
    }

    Limit limit(Relation input) {
        List<Column> columns = shuffled(input.columns());
        int limit = dice.between(1, 6);
        if (dice.percent(30)) {
            List<Column> some = columns.subList(0, dice.between(1, Math.min(2, columns.size())));
            return new Limit(input, order(some), limit, 0, true);
        }
        return new Limit(input, order(columns), limit, dice.percent(30) ? dice.between(1, 3) : 0, false);
    }

    /** One row. */
    Limit first(Relation input) {
        return new Limit(input, order(shuffled(input.columns())), 1, dice.percent(20) ? 1 : 0, false);
    }

    TopN topN(Relation input) {
        return topN(input, List.of());
    }

    /** @param first what partitions are parted by, perhaps beside others */
    TopN topN(Relation input, List<Column> first) {
        List<Column> columns = new ArrayList<>(first);
        shuffled(input.columns()).stream()
                .filter(column -> !first.contains(column))
                .forEach(columns::add);
        int parted = first.size() + dice.pick(first.isEmpty() ? List.of(0, 1, 1, 1, 2) : List.of(0, 0, 1));
        List<Column> partition = columns.subList(0, Math.min(columns.size() - 1, parted));
        List<Column> others = columns.subList(partition.size(), columns.size());
        RankFunction function = dice.pick(
                List.of(RankFunction.ROW_NUMBER, RankFunction.ROW_NUMBER, RankFunction.RANK, RankFunction.DENSE_RANK));
        if (function != RankFunction.ROW_NUMBER) {
            others = others.subList(0, dice.between(1, Math.min(2, others.size())));
        }
        int from = dice.percent(80) ? 1 : dice.between(2, 3);
        int to = dice.percent(35) ? from : from + dice.between(1, 4);
        return new TopN(
                input,
                partition,
                order(others),
                function,
                from,
                to,
                names.column(),
                dice.percent(45),
                dice.percent(70) ? Style.SUBQUERY : Style.QUALIFY);
    }

    /** An order by all of the columns, from the first. */
    Ranking order(List<Column> columns) {
        return new Ranking(columns.stream()
                .map(column -> new SortKey(
                        column,
                        dice.percent(40),
                        dice.percent(60) ? Nulls.UNSAID : dice.pick(List.of(Nulls.FIRST, Nulls.LAST))))
                .toList());
    }

    List<Column> shuffled(List<Column> columns) {
        List<Column> rest = new ArrayList<>(columns);
        List<Column> shuffled = new ArrayList<>();
        while (!rest.isEmpty()) {
            shuffled.add(rest.remove(dice.between(0, rest.size() - 1)));
        }
        return shuffled;
    }
}
