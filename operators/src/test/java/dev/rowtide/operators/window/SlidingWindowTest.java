// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.operators.Tick;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A window that slides over slices, beside one that is put together of them anew each time. */
class SlidingWindowTest {

    private static final int SLICES = 300;
    private static final int SLICES_OF_WINDOW = 7;

    @ParameterizedTest
    @EnumSource(
            value = AggregateFunction.class,
            names = {"SUM", "MIN", "MAX"})
    void hasWhatItsSlicesHave(AggregateFunction function) {
        Windowed node = WindowPlans.of(function, WindowPlans.tumble(1), Emission.ON_WATERMARK, true);
        GroupsPane.Maker panes =
                GroupsPane.maker((GroupAggregate) node.body(), node.windows().get(0), ZoneOffset.UTC);
        TreeMap<Long, GroupsPane> slices = new TreeMap<>();
        SlidingWindow window = SlidingWindow.of(panes, slices);
        assertThat(window)
                .isInstanceOf(function == AggregateFunction.SUM ? SubtractedSlices.class : StackedSlices.class);
        Random random = new Random(function.ordinal());
        for (long end = 0; end < SLICES; end++) {
            if (random.nextInt(4) > 0) {
                GroupsPane slice = panes.of(0, 0);
                slice.add(0, rows(random));
                slices.put(end, slice);
                window.push(end, slice);
            }
            if (random.nextInt(10) == 0 && !slices.isEmpty()) {
                ChangeBatch late = rows(random);
                slices.lastEntry().getValue().add(0, late);
                window.add(slices.lastKey(), late);
                slices.subMap(window.pushedTo(), false, end, true).forEach(window::push);
            }
            GroupsPane anew = panes.of(0, 0);
            slices.values().forEach(anew::merge);
            assertThat(groups(window.at(0, 0))).isEqualTo(groups(anew));
            while (!slices.isEmpty() && slices.firstKey() <= end - SLICES_OF_WINDOW + 1) {
                var first = slices.pollFirstEntry();
                window.pop(first.getKey(), first.getValue());
            }
        }
    }

    /** Rows of few groups, which come and go. */
    private static ChangeBatch rows(Random random) {
        StringBuilder text = new StringBuilder();
        int base = random.nextInt(40);
        for (int i = random.nextInt(6); i >= 0; i--) {
            text.append("+I ")
                    .append(base + random.nextInt(4))
                    .append(", ")
                    .append(random.nextInt(100))
                    .append(", 1970-01-01 00:00:00, 1970-01-01 00:00:00, 1970-01-01 00:00:01, 1970-01-01 00:00:00\n");
        }
        return ChangeText.parse(text.toString(), WindowPlans.ASSIGNED, 0);
    }

    private static List<String> groups(GroupsPane pane) {
        List<String> groups = new ArrayList<>();
        pane.fire(0, new Tick(1, 0, 0), batch -> {
            for (int i = 0; i < batch.size(); i++) {
                groups.add(batch.longs(2).values()[batch.row(i)] + ": "
                        + batch.longs(3).values()[batch.row(i)] + ", "
                        + batch.longs(4).values()[batch.row(i)]);
            }
        });
        return groups.stream().sorted().toList();
    }
}
