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

/** Reads files, one split each, in the order of their names. */
final class FileSource implements Source {

    private final Table table;
    private final FilesystemOptions options;
    private final ChangeCoding coding;

    FileSource(Table table) {
        this.table = table;
        options = new FilesystemOptions(table);
        options.checkType("source");
        options.check();
        RecordDecoder.checkTypes(table.schema().fields());
        coding = options.coding();
    }

    @Override
    public ChangelogMode mode() {
        return coding.mode();
    }

    @Override
    public boolean bounded() {
        return true;
    }

    @Override
    public List<String> splits() {
        List<String> splits = new ArrayList<>();
        for (Path file : FilePaths.resolve(options.get(FilesystemOptions.PATH), options.format())) {
            splits.add(file.toString());
        }
        return splits;
    }

    @Override
    public boolean reads(String written) {
        return splits().stream().anyMatch(split -> FilePaths.isSame(Path.of(split), Path.of(written)));
    }

    @Override
    public SplitReader open(String split, List<Integer> columns, @Nullable String position, BadRecords badRecords) {
        return new FileOpening(Path.of(split), table, options)
                .reader(columns, position == null ? null : FilePosition.parse(position), badRecords);
    }
}
