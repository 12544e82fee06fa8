// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.engine.runner.Graph;
import dev.rowtide.sql.changelog.ExplainPlan;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;

/** Bounds what the operators of a job may keep, and tells which of them keeps most. */
final class MemoryLimit {

    private static final String[] UNITS = {"bytes", "kb", "mb", "gb", "tb"};
    private static final int UNIT = 1024;

    private final long bytesMax;

    /** @param bytesMax what all operators may keep together, bytes; 0 for no limit */
    MemoryLimit(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Whether the operators keep more than they may. */
    boolean isExceeded(Graph graph) {
        return bytesMax > 0 && total(graph) > bytesMax;
    }

    /** The error for a job whose operators keep more than they may. */
    EngineException exceeded(Graph graph) {
        return error(graph, "the job keeps more than 'memory.limit' = '" + size(bytesMax) + "' allows")
                .withHint("Group by fewer keys, bound the input, or raise the limit: SET 'memory.limit' = '"
                        + size(2 * bytesMax) + "'.");
    }

    /** The error for a job that the machine has no memory for. */
    static EngineException heapExhausted(Graph graph, OutOfMemoryError cause) {
        return error(graph, "the memory of the process is used up")
                .withHint("Group by fewer keys, bound the input, or give the process more memory: java -Xmx.")
                .causedBy(cause);
    }

    private static EngineException error(Graph graph, String message) {
        Map.Entry<PlanNode, Long> largest = graph.stateBytes().entrySet().stream()
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .orElseThrow();
        return new EngineException(ErrorCode.RESOURCE_LIMIT, message)
                .withDetail(ExplainPlan.line(largest.getKey()) + " keeps " + size(largest.getValue()) + " of "
                        + size(total(graph)) + ".");
    }

    private static long total(Graph graph) {
        return graph.stateBytes().values().stream().mapToLong(Long::longValue).sum();
    }

    /** A number of bytes for people, as the setting takes it. */
    static String size(long bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= UNIT && unit < UNITS.length - 1) {
            value /= UNIT;
            unit++;
        }
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f %s", value, UNITS[unit])
                : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }
}
