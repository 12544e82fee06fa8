// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a job: the caller's is the first worker, and there is one more for each other. They are started when first needed, and end with the job, or when there
 * was nothing to do for a while.
 */
final class Workers implements AutoCloseable {

    private static final long KEEP_ALIVE_SECONDS = 30;

    private final @Nullable ThreadPoolExecutor threads;

    /** @param count how many workers there are, the caller's thread among them */
    Workers(int count) {
        if (count == 1) {
            threads = null;
            return;
        }
        threads = new ThreadPoolExecutor(
                count - 1, count - 1, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "rowtide-worker");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a task of each of the first {@code count} workers and returns when all have ended.
     *
     * @throws RuntimeException what the first worker that failed has thrown, once all have ended; an {@link Error} likewise
     */
    void run(int count, IntConsumer task) {
        ThreadPoolExecutor others = threads;
        List<Future<?>> running = new ArrayList<>();
        Throwable failure = null;
        try {
            for (int i = 1; others != null && i < count; i++) {
                int worker = i;
                running.add(others.submit(() -> task.accept(worker)));
            }
            task.accept(0);
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        boolean interrupted = false;
        for (Future<?> each : running) {
            while (true) {
                try {
                    each.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    continue;
                } catch (ExecutionException e) {
                    failure = failure == null ? e.getCause() : failure;
                }
                break;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
    }

    @Override
    public void close() {
        if (threads != null) {
            threads.shutdown();
        }
    }
}
