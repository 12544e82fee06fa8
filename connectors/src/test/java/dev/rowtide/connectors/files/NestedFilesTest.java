// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Type;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays, maps and rows in JSON and CSV files. */
class NestedFilesTest {

    private static final Type TAGS = Type.array(Type.STRING);
    private static final Type COUNTS = Type.map(Type.STRING, Type.INTEGER);
    private static final Type ADDRESS = Type.row(List.of(
            new Field("city", Type.STRING),
            new Field("zip", Type.INTEGER.withNullable(false)),
            new Field("lines", Type.array(Type.row(List.of(new Field("no", Type.INTEGER)))))));

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("in.jsonl");
    }

    private FileTable people(String text) {
        FileTable.write(file, text);
        return new FileTable(file).column("tags", TAGS).column("counts", COUNTS).column("address", ADDRESS);
    }

    @Test
    void jsonValuesAreRead() {
        FileTable table = people("""
                {"tags":["a", null ,"\\u00e4"],"counts":{"b":2,"a":null},"address":{"city":"Kiel","zip":24103,"lines":[{"no":1},{},null]}}
                {"address":{"lines":[],"more":{"x":[1]},"ZIP":1},"counts":{},"tags":[]}
                {"tags":null}
                {"counts":{"k":1,"k":2}}
                """);

        assertThat(table.read()).isEqualTo("""
                "[a, NULL, ä]", "{a=NULL, b=2}", "(Kiel, 24103, [(1), (NULL), NULL])"
                [], {}, "(NULL, 1, [])"
                NULL, NULL, NULL
                NULL, {k=2}, NULL
                """);
        assertThat(table.bad).isEmpty();
    }

    @Test
    void aRecordThatIsReadInManyBatchesIsTheSame() {
        StringBuilder text = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            text.append("{\"tags\":[\"t")
                    .append(i)
                    .append("\",\"u\"],\"counts\":{\"c\":")
                    .append(i);
            text.append("},\"address\":{\"zip\":")
                    .append(i)
                    .append(",\"lines\":[{\"no\":")
                    .append(i);
            text.append("}]}}\n");
            expected.append("\"[t").append(i).append(", u]\", {c=").append(i);
            expected.append("}, \"(NULL, ").append(i).append(", [(").append(i).append(")])\"\n");
        }

        assertThat(people(text.toString()).read(7)).isEqualTo(expected.toString());
        assertThat(people(text.toString()).read(4096)).isEqualTo(expected.toString());
    }

    @Test
    void faultsNameTheirPath() {
        FileTable table = people("""
                {"tags":["a",7,{}],"counts":{"a":"x"}}
                {"address":{"zip":1,"lines":[{"no":1},{"no":true}]}}
                {"address":{"city":"Kiel"}}
                {"address":{"zip":null}}
                {"tags":{"a":1}}
                {"tags":"a"}
                {"counts":[1]}
                {"tags":["a",]}
                {"tags":["ok"]}
                """);

        assertThat(table.read()).isEqualTo("[ok], NULL, NULL\n");
        assertThat(table.bad)
                .containsExactly(
                        "in.jsonl:1: field counts[a]: 'x' is not an INTEGER",
                        "in.jsonl:2: field address.lines[2].no: 'true' is not an INTEGER",
                        "in.jsonl:3: field address.zip: missing in the record, and it is NOT NULL",
                        "in.jsonl:4: field address.zip: NULL in a column that is NOT NULL",
                        "in.jsonl:5: field tags: an object is not an ARRAY<STRING>",
                        "in.jsonl:6: field tags: 'a' is not an ARRAY<STRING>",
                        "in.jsonl:7: field counts: an array is not a MAP<STRING, INTEGER>",
                        "in.jsonl:8: ']' where a value is expected (byte 14 of the record, offset 203 in the file)");
    }

    @Test
    void aRecordThatFailsLeavesNothingBehind() {
        FileTable table = people("""
                {"address":{"city":"Kiel","zip":"x"}}
                {"address":{"zip":2},"tags":["a"]}
                {"tags":["b"],"counts":{"a":"x"}}
                {"counts":{"a":1}}
                """);

        assertThat(table.read()).isEqualTo("""
                [a], NULL, "(NULL, 2, NULL)"
                NULL, {a=1}, NULL
                """);
        assertThat(table.bad).hasSize(2);
    }

    @Test
    void keysOfOtherTypesAreText() {
        FileTable.write(file, "{\"m\":{\"10\":1.5,\"-2\":null}}\n{\"m\":{\"x\":1}}\n");
        FileTable table = new FileTable(file).column("m", Type.map(Type.INTEGER, Type.DOUBLE));

        assertThat(table.read()).isEqualTo("\"{-2=NULL, 10=1.5}\"\n");
        assertThat(table.bad).containsExactly("in.jsonl:2: field m: in a key, 'x' is not an INTEGER");
    }

    @Test
    void whatWasWrittenIsReadAgain() {
        String rows = """
                "[a, NULL]", "{a=NULL, b=2}", "(Kiel, 24103, [(1), NULL])"
                [], {}, "(NULL, 1, [])"
                NULL, NULL, NULL
                """;
        String changes = "+I " + rows.strip().replace("\n", "\n+I ") + "\n";
        for (String format : List.of("json", "csv")) {
            Path written = folder.resolve("out." + format);
            FileTable table = new FileTable(written)
                    .option("format", format)
                    .column("tags", TAGS)
                    .column("counts", COUNTS)
                    .column("address", ADDRESS);
            table.write(changes);

            assertThat(table.read()).as(format).isEqualTo(rows);
        }
    }

    @Test
    void jsonIsWrittenAsObjectsAndArrays() {
        FileTable table = new FileTable(folder.resolve("out.jsonl"))
                .column("a", Type.array(Type.timestamp(3)))
                .column("m", Type.map(Type.DATE, Type.STRING))
                .column("r", Type.row(List.of(new Field("x \"y\"", Type.BOOLEAN))));

        assertThat(table.write("+I \"[2024-01-31 10:00:15.250, NULL]\", {2024-02-29=say}, (TRUE)\n"))
                .isEqualTo("{\"a\":[\"2024-01-31 10:00:15.250\",null],\"m\":{\"2024-02-29\":\"say\"},"
                        + "\"r\":{\"x \\\"y\\\"\":true}}\n");
    }

    @Test
    void objectsAndArraysAreInferred() {
        FileTable.write(file, """
                {"id":1,"user":{"name":"Ann","age":3},"tags":["a"],"mixed":{"a":1},"empty":[],"none":{}}
                {"id":2,"user":{"name":null,"age":2.5,"at":"2024-01-31T10:00:00Z"},"tags":null,"mixed":[1]}
                {"id":3,"user":null,"tags":[1],"deep":[[{"x":1}],[]]}
                """);

        assertThat(new FileTable(file).inferred())
                .hasToString("Schema[fields=["
                        + "Field[name=id, type=BIGINT], "
                        + "Field[name=user, type=ROW<name STRING, age DOUBLE, at TIMESTAMP_LTZ(3)>], "
                        + "Field[name=tags, type=ARRAY<STRING>], "
                        + "Field[name=mixed, type=STRING], "
                        + "Field[name=empty, type=ARRAY<STRING>], "
                        + "Field[name=none, type=STRING], "
                        + "Field[name=deep, type=ARRAY<ARRAY<ROW<x BIGINT>>>]]]");
    }
}
