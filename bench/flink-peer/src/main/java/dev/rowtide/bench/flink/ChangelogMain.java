// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** Prints every change that Flink gives for the queries of a script: {@code ChangelogMain SCRIPT}. A script holds no semicolon but between statements. */
public final class ChangelogMain {

    private ChangelogMain() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            System.err.println("usage: flink-changelog SCRIPT");
            System.exit(2);
        }
        StreamTableEnvironment environment =
                StreamTableEnvironment.create(StreamExecutionEnvironment.createLocalEnvironment(
                        FlinkConfig.parse("flat").settings()));
        for (String statement : Files.readString(Path.of(arguments[0])).split(";")) {
            if (!statement.isBlank()) {
                print(environment.executeSql(statement));
            }
        }
    }

    private static void print(TableResult result) {
        if (result.getJobClient().isEmpty()) {
            return;
        }
        try (CloseableIterator<Row> rows = result.collect()) {
            for (Iterator<Row> each = rows; each.hasNext(); ) {
                System.out.println(each.next());
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
