// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import dev.rowtide.connectors.format.RecordDecoder;
import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads files, one split each, in the order of their names; or follows a folder, which is one split without end. */
final class FileSource implements Source {

    private final Table table;
    private final FilesystemOptions options;
    private final ChangeCoding coding;
    private final String path;

    /** The time from one listing of a folder that is followed to the next, milliseconds; 0 to read what is there, and end. */
    private final long followMillis;

    FileSource(Table table) {
        this.table = table;
        options = new FilesystemOptions(table);
        options.checkType("source");
        options.check();
        RecordDecoder.checkTypes(table.schema().fields());
        coding = options.coding();
        path = options.get(FilesystemOptions.PATH);
        followMillis = options.followMillis();
    }

    @Override
    public ChangelogMode mode() {
        return coding.mode();
    }

    @Override
    public boolean bounded() {
        return followMillis == 0;
    }

    @Override
    public List<String> splits() {
        if (followMillis > 0) {
            FilePaths.listing(path, options.format());
            return List.of(path);
        }
        List<String> splits = new ArrayList<>();
        for (Path file : FilePaths.resolve(path, options.format())) {
            splits.add(file.toString());
        }
        return splits;
    }

    @Override
    public boolean reads(String written) {
        Path file = Path.of(written);
        if (followMillis > 0) {
            return FilePaths.wouldList(path, options.format(), file)
                    || FilePaths.listing(path, options.format()).stream()
                            .anyMatch(listed -> FilePaths.isSame(listed, file));
        }
        return splits().stream().anyMatch(split -> FilePaths.isSame(Path.of(split), file));
    }

    @Override
    public SplitReader open(String split, List<Integer> columns, @Nullable String position, BadRecords badRecords) {
        if (followMillis > 0) {
            return new FollowingReader(
                    path,
                    options.format(),
                    followMillis,
                    (file, from) -> reader(file, columns, from, badRecords),
                    badRecords,
                    FollowedFiles.parse(position));
        }
        return reader(Path.of(split), columns, position == null ? null : FilePosition.parse(position), badRecords);
    }

    private FileSplitReader reader(
            Path file, List<Integer> columns, @Nullable FilePosition position, BadRecords badRecords) {
        return new FileOpening(file, table, options).reader(columns, position, badRecords);
    }
}
