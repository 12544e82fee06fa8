// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.type.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileSinkTest {

    private static final String CHANGES = """
            1: +I u04, 1
            2: -U u04, 1
            2: +U u04, 2
            3: +I "a,""b", NULL
            4: -D u04, 2
            """;

    @TempDir
    Path folder;

    private FileTable counts(String name) {
        return new FileTable(folder.resolve(name))
                .column("user_id", Type.STRING)
                .column("cnt", Type.BIGINT);
    }

    private static Sink.Encoding encoding(FileTable table) {
        return new FilesystemConnector().sink(table.table()).encoding();
    }

    @Test
    void rows() {
        assertThat(encoding(counts("out.jsonl"))).isEqualTo(Sink.Encoding.APPEND);
        assertThat(counts("out.jsonl").write("+I u04, 1\n+I NULL, -2\n"))
                .isEqualTo("{\"user_id\":\"u04\",\"cnt\":1}\n{\"user_id\":null,\"cnt\":-2}\n");
        assertThat(counts("out.csv").write("+I u04, 1\n+I NULL, -2\n+I \"\", 3\n+I \"a,b\", NULL\n"))
                .isEqualTo("user_id,cnt\nu04,1\n,-2\n\"\",3\n\"a,b\",\n");
        assertThat(counts("plain.csv")
                        .option("csv.header", "false")
                        .option("csv.null-literal", "NULL")
                        .write("+I \"NULL\", NULL\n"))
                .isEqualTo("\"NULL\",NULL\n");
        assertThat(counts("out.tsv").write("+I a, 1\n")).isEqualTo("user_id\tcnt\na\t1\n");
    }

    @Test
    void retractions() {
        FileTable json = counts("out.json").option("changelog.encoding", "retract");
        assertThat(encoding(json)).isEqualTo(Sink.Encoding.RETRACT);
        assertThat(json.write(CHANGES)).isEqualTo("""
                        {"op":"+I","user_id":"u04","cnt":1}
                        {"op":"-U","user_id":"u04","cnt":1}
                        {"op":"+U","user_id":"u04","cnt":2}
                        {"op":"+I","user_id":"a,\\"b","cnt":null}
                        {"op":"-D","user_id":"u04","cnt":2}
                        """);
        assertThat(counts("out.csv").option("changelog.encoding", "retract").write(CHANGES))
                .isEqualTo("""
                        op,user_id,cnt
                        +I,u04,1
                        -U,u04,1
                        +U,u04,2
                        +I,"a,""b",
                        -D,u04,2
                        """);
    }

    @Test
    void putsAndTombstones() {
        FileTable json =
                counts("out.json").option("changelog.encoding", "upsert").key("user_id");
        assertThat(encoding(json)).isEqualTo(Sink.Encoding.UPSERT);
        assertThat(json.write(CHANGES)).isEqualTo("""
                        {"key":{"user_id":"u04"},"value":{"user_id":"u04","cnt":1}}
                        {"key":{"user_id":"u04"},"value":{"user_id":"u04","cnt":2}}
                        {"key":{"user_id":"a,\\"b"},"value":{"user_id":"a,\\"b","cnt":null}}
                        {"key":{"user_id":"u04"},"value":null}
                        """);
        assertThat(counts("out.csv")
                        .option("changelog.encoding", "upsert")
                        .key("USER_ID")
                        .write(CHANGES))
                .isEqualTo("""
                        op,user_id,cnt
                        put,u04,1
                        put,u04,2
                        put,"a,""b",
                        delete,u04,2
                        """);
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> encoding(counts("out.json").option("changelog.encoding", "upsert")))
                .withMessage("'changelog.encoding' = 'upsert' needs a primary key");
    }

    @Test
    void debeziumEnvelopes() {
        FileTable table = counts("out.json").option("format", "debezium_json");
        assertThat(encoding(table)).isEqualTo(Sink.Encoding.RETRACT);
        assertThat(table.write("1: +I u04, 1\n2: -U u04, 1\n2: +U u04, 2\n3: -D u04, 2\n"))
                .isEqualTo("""
                        {"before":null,"after":{"user_id":"u04","cnt":1},"op":"c"}
                        {"before":{"user_id":"u04","cnt":1},"after":{"user_id":"u04","cnt":2},"op":"u"}
                        {"before":{"user_id":"u04","cnt":2},"after":null,"op":"d"}
                        """);
    }

    @Test
    void valuesOfAllTypes() {
        String row =
                "+I TRUE, -7, -0.05, 12345678901234567890.12, 0.1, 1.0E10, \"ä\", x'0aff', 2024-02-29, 10:00:15.25,"
                        + " 1969-12-31 23:59:59.999, 2024-01-01 10:00:15\n+I FALSE, 0, 10.00, 0.00, NaN, -Infinity, \"\", x'', 0001-01-01, 00:00:00.00, 9999-12-31 00:00:00.000, NULL\n";
        String json = allTypes("out.json").write(row);

        assertThat(json).isEqualTo("""
                        {"b":true,"i":-7,"d":-0.05,"w":12345678901234567890.12,"f":0.1,"g":1.0E10,"s":"ä","x":"Cv8=","day":"2024-02-29","t":"10:00:15.25","ts":"1969-12-31 23:59:59.999","ltz":"2024-01-01 10:00:15Z"}
                        {"b":false,"i":0,"d":10.00,"w":0.00,"f":"NaN","g":"-Infinity","s":"","x":"","day":"0001-01-01","t":"00:00:00.00","ts":"9999-12-31 00:00:00.000","ltz":null}
                        """);
        assertThat(allTypes("iso.json")
                        .option("json.timestamp-format.standard", "ISO-8601")
                        .write(row))
                .contains("\"ts\":\"1969-12-31T23:59:59.999\",\"ltz\":\"2024-01-01T10:00:15Z\"");
        assertThat(allTypes("out.csv").write(row)).isEqualTo("""
                        b,i,d,w,f,g,s,x,day,t,ts,ltz
                        TRUE,-7,-0.05,12345678901234567890.12,0.1,1.0E10,ä,x'0aff',2024-02-29,10:00:15.25,1969-12-31 23:59:59.999,2024-01-01 10:00:15Z
                        FALSE,0,10.00,0.00,NaN,-Infinity,"",x'',0001-01-01,00:00:00.00,9999-12-31 00:00:00.000,
                        """);
        String text = row.replace("+I ", "").replace("\"ä\"", "ä");
        assertThat(allTypes("out.json").read()).isEqualTo(text.replaceAll(",(?! )", ", "));
        assertThat(allTypes("out.csv").read()).isEqualTo(text.replaceAll(",(?! )", ", "));
    }

    private FileTable allTypes(String name) {
        return new FileTable(folder.resolve(name))
                .column("b", Type.BOOLEAN)
                .column("i", Type.INTEGER)
                .column("d", Type.decimal(10, 2))
                .column("w", Type.decimal(38, 2))
                .column("f", Type.DOUBLE)
                .column("g", Type.FLOAT)
                .column("s", Type.STRING)
                .column("x", Type.BYTES)
                .column("day", Type.DATE)
                .column("t", Type.time(2))
                .column("ts", Type.timestamp(3))
                .column("ltz", Type.timestampLtz(0));
    }

    @Test
    void anExistingFileIsRefusedUnlessToldOtherwise() throws IOException {
        Path file = folder.resolve("out.csv");
        Files.writeString(file, "user_id,cnt\nold,0");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> counts("out.csv").write("+I a, 1\n"))
                .withMessage("file '" + file + "' exists already")
                .satisfies(e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.OUTPUT_EXISTS);
                    assertThat(e.hint()).contains("'if-exists' = 'overwrite'", "'if-exists' = 'append'");
                });
        assertThat(Files.readString(file)).isEqualTo("user_id,cnt\nold,0");
        assertThat(counts("out.csv").option("if-exists", "append").write("+I a, 1\n"))
                .isEqualTo("user_id,cnt\nold,0\na,1\n");
        assertThat(counts("out.csv").option("if-exists", "overwrite").write("+I a, 1\n"))
                .isEqualTo("user_id,cnt\na,1\n");
        assertThat(counts("new.csv").option("if-exists", "append").write("+I a, 1\n"))
                .isEqualTo("user_id,cnt\na,1\n");
    }

    @Test
    void placesThatCantBeWritten() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> counts("no/out.csv").write(""))
                .withMessage("folder '" + folder + "/no' does not exist");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> new FileTable(folder)
                        .column("a", Type.STRING)
                        .option("format", "csv")
                        .write(""))
                .withMessage("'" + folder + "' is a folder");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> counts("out.txt").write(""))
                .withMessage("what format 'out.txt' has is not clear from its name");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> counts("out.csv").option("type", "source").write(""))
                .withMessage("table \"t\" can't be a sink: it says 'type' = 'source'");
    }

    @Test
    void whoFollowsTheFileSeesEachTickAtItsEnd() throws IOException {
        FileTable table = counts("out.jsonl");
        try (SinkWriter writer = new FilesystemConnector()
                .sink(table.table())
                .open(table.schema().names(), ChangelogMode.APPEND)) {
            writer.write(ChangeText.parse("+I a, 1\n", table.schema(), 0));
            writer.endTick();
            assertThat(folder.resolve("out.jsonl")).hasContent("{\"user_id\":\"a\",\"cnt\":1}\n");
            writer.write(ChangeText.parse("+I b, 2\n", table.schema(), 1));
            writer.endTick();
            assertThat(Files.readAllLines(folder.resolve("out.jsonl"))).hasSize(2);
            assertThat(writer.messages()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"out.jsonl", "out.csv", "out.tsv"})
    void awkwardTextsComeBackAsTheyWere(String name) {
        StringBuilder changes = new StringBuilder();
        for (String text : new String[] {
            "", " ", "NULL", "\t", "a\tb", "it's", "\\", "\\N", "😀€ä", "+I", "{\"a\":1}", "\u0001", "a;b,c"
        }) {
            changes.append("+I \"").append(text.replace("\"", "\"\"")).append("\", 1\n");
        }
        FileTable table = counts(name);
        table.write(changes.toString());

        String expected = ChangeText.print(ChangeText.parse(changes.toString(), table.schema(), 0), table.schema());
        assertThat(table.read()).isEqualTo(expected.replace("+I ", ""));
        assertThat(table.bad).isEmpty();
    }
}
