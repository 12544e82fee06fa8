// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.child;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * Adds up spans of wall time and of the CPU time that the whole process, with its compiler and its collector, used in
 * them. Safe to start in one thread and to stop in another.
 *
 * <p>The CPU clock moves in steps of about 10 ms, so a run should last some hundred.
 */
public final class Stopwatch {
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private boolean running;
    private long startWallNanos;
    private long startCpuNanos;
    private long wallNanos;
    private long cpuNanos;

    /** Begins a span; does nothing in a span that has begun, so that each of several sources may call it. */
    public synchronized void start() {
        if (!running) {
            running = true;
            startCpuNanos = PROCESS.getProcessCpuTime();
            startWallNanos = System.nanoTime();
        }
    }

    /** Ends the span. */
    public synchronized void stop() {
        if (!running) {
            throw new IllegalStateException("the stopwatch was not started");
        }
        wallNanos += System.nanoTime() - startWallNanos;
        cpuNanos += PROCESS.getProcessCpuTime() - startCpuNanos;
        running = false;
    }

    synchronized long wallNanos() {
        return wallNanos;
    }

    synchronized long cpuNanos() {
        return cpuNanos;
    }
}
