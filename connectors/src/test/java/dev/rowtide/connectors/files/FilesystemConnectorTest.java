// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilesystemConnectorTest {

    private static void open(FileTable table) {
        new FilesystemConnector().source(table.table());
    }

    @Test
    void connectorsAreFoundByTheirNames() {
        List<String> names = new ArrayList<>();
        ServiceLoader.load(Connector.class).forEach(connector -> names.add(connector.name()));

        assertThat(names).containsExactlyInAnyOrder("blackhole", "datagen", "filesystem", "impulse", "jdbc", "print");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    format                  | xml     | not one of json, csv, debezium-json
                    csv.header              | perhaps | not one of true, false, auto
                    record.max-bytes        | 0       | not between 1 and 1073741824
                    time-zone               | Mars    | no such time zone
                    if-exists               | ask     | not one of fail, overwrite, append
                    csv.ignore-parse-errors | true    | nothing is dropped in silence
                    json.timestamp-format   | epoch   | unknown
                    """)
    void valuesThatOptionsCantHave(String option, String text, String reason) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> open(new FileTable(Path.of("x.csv")).option(option, text)))
                .withMessage("'" + text + "' is not a value of '" + option + "': " + reason);
    }

    @Test
    void whatIsNotSupportedIsRefusedBeforeAnythingIsRead() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(
                        () -> open(new FileTable(Path.of("x.csv")).column("i", Type.of(TypeKind.INTERVAL_DAY_TIME))))
                .withMessage("column \"i\" has type INTERVAL DAY TO SECOND, which records of text can't hold");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> open(new FileTable(Path.of("x.json")).option("type", "sink")))
                .withMessage("table \"t\" can't be a source: it says 'type' = 'sink'");
    }
}
