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

    private static final long IDLE_CHECK_MILLIS = 40;
    private static final int IDLE_CHECKS_MAX = 50;

    private boolean running;
    private long startWallNanos;
    private long startCpuNanos;
    private long wallNanos;
    private long cpuNanos;

    /**
     * Begins a span, as soon as the process has nothing else to do: planning a query leaves work to the compiler, which
     * is not the span's. Does nothing in a span that has begun, so that each of several sources may call it.
     */
    public synchronized void start() {
        if (!running) {
            running = true;
            awaitIdle();
            startCpuNanos = PROCESS.getProcessCpuTime();
            startWallNanos = System.nanoTime();
        }
    }

    /** Waits while the process uses more than a quarter of a processor, for 2 s at most. */
    private static void awaitIdle() {
        try {
            for (int i = 0; i < IDLE_CHECKS_MAX; i++) {
                long before = PROCESS.getProcessCpuTime();
                Thread.sleep(IDLE_CHECK_MILLIS);
                if (PROCESS.getProcessCpuTime() - before <= IDLE_CHECK_MILLIS * 1_000_000 / 4) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
