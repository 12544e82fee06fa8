// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench;

import dev.rowtide.bench.child.ChildOptions;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.data.JsonLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the benchmark: see {@link #USAGE}. */
public final class Bench {
    static final String USAGE = """
            usage: Bench [options]
              --queries LIST  such as q0,q15,count:1000 (clicks of 1000 users); all by default
              --peers LIST    of ours, flink, loop; all that are built by default
              --configs LIST  such as plain,flat,flat-minibatch: the configurations measured; all by default
              --cores LIST    of 1, 2: a series for each, pinned to so many; 1 by default
              --events N      Nexmark events; 2000000 by default
              --clicks N      clicks, for the queries named count; 10000000 by default
              --runs N        measured runs of each program; 6 by default
              --rounds N      JVMs that these runs are spread over, the programs in turn; 2 by default
              --warmups N     runs in each JVM before the measured ones, of 4 s at least; 2 by default
              --home DIR      the folder of the benchmark's modules; bench by default
            """;

    private static final long WARMUP_MILLIS = 4000;
    private static final long RUN_MILLIS_MIN = 500;

    private final BenchOptions options;
    private final Path out;

    private Bench(BenchOptions options) {
        this.options = options;
        this.out = options.home().resolve("out");
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (List.of(arguments).contains("--help")) {
            System.out.print(USAGE);
            return;
        }
        BenchOptions options;
        try {
            options = BenchOptions.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.print(USAGE);
            System.exit(2);
            return;
        }
        boolean sound = new Bench(options).run();
        System.exit(sound ? 0 : 1);
    }

    /** Returns whether every program ran and all agree on every answer. */
    private boolean run() throws IOException, InterruptedException {
        Files.createDirectories(out);
        List<Peer> peers = builtPeers();
        Report report = new Report();
        for (int cores : options.cores()) {
            ChildProcess child = new ChildProcess(options.home(), Cores.pinnedTo(cores));
            for (Workload workload : options.workloads()) {
                List<Series> series = measure(workload, cores, peers, child);
                System.out.println(report.add(workload, cores, series));
            }
        }
        Files.writeString(out.resolve("report.md"), report.markdown());
        Files.writeString(out.resolve("runs.csv"), report.csv());
        System.out.println("written to " + out.resolve("report.md") + " and " + out.resolve("runs.csv"));
        return report.sound();
    }

    private List<Peer> builtPeers() {
        List<Peer> built = new ArrayList<>();
        for (Peer peer : options.peers()) {
            if (Files.exists(peer.classPathFile(options.home()))) {
                built.add(peer);
            } else {
                System.err.println(peer.label() + " is not built and left out: " + peer.classPathFile(options.home())
                        + " does not exist");
            }
        }
        return built;
    }

    private List<Series> measure(Workload workload, int cores, List<Peer> peers, ChildProcess child)
            throws IOException, InterruptedException {
        List<Series> all = new ArrayList<>();
        for (Peer peer : peers) {
            for (String config : peer.configs(workload.query(), cores)) {
                if (options.isChosen(config)) {
                    all.add(new Series(peer, config));
                }
            }
        }
        Path input = workload.readsJson() ? jsonBids() : null;
        for (int round = 0; round < options.rounds(); round++) {
            for (Series series : all) {
                System.err.println(workload.label() + ", " + cores + (cores == 1 ? " core" : " cores") + ", round "
                        + (round + 1) + " of " + options.rounds() + ": " + series.label());
                series.add(child.run(series.peer(), childOptions(workload, series.config(), round, input)));
            }
        }
        return all;
    }

    private ChildOptions childOptions(Workload workload, String config, int round, @Nullable Path input) {
        boolean first = round == 0;
        int runs = options.runs() / options.rounds() + (round < options.runs() % options.rounds() ? 1 : 0);
        int events = workload.readsClicks() ? options.clicks() : options.events();
        return new ChildOptions(
                workload.query(),
                config,
                events,
                workload.users(),
                options.warmups(),
                runs,
                WARMUP_MILLIS,
                RUN_MILLIS_MIN,
                first,
                input);
    }

    private Path jsonBids() throws IOException {
        Path file = out.resolve("bids-" + options.events() + ".jsonl");
        if (!Files.exists(file)) {
            Path unfinished = out.resolve("bids.unfinished");
            JsonLines.writeBids(Events.generate(options.events()), unfinished);
            Files.move(unfinished, file);
        }
        return file;
    }
}
