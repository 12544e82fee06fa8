// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvFilesTest {

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("in.csv");
    }

    private FileTable orders(String text) {
        FileTable.write(file, text);
        return new FileTable(file).column("id", Type.INTEGER).column("name", Type.STRING);
    }

    @Test
    void theHeaderNamesTheColumnsInAnyOrderAndCase() {
        FileTable table = orders("Name,other,ID\na,1,7\nb,2,8\n");

        assertThat(table.read()).isEqualTo("7, a\n8, b\n");
        assertThat(table.bad).isEmpty();
    }

    @Test
    void withoutHeaderColumnsAreFieldsInOrder() {
        assertThat(orders("7,a\n8,b").read()).isEqualTo("7, a\n8, b\n");
        assertThat(orders("id,name\n").option("csv.header", "false").read()).isEmpty();
    }

    @Test
    void aHeaderThatLacksAColumnIsRefused() {
        FileTable table = orders("id,nam\n1,a\n");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(table::read)
                .withMessage("file '" + file + "' has no column \"name\"")
                .satisfies(e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.UNDEFINED_COLUMN);
                    assertThat(e.detail()).isEqualTo("Its header has: id, nam");
                });
    }

    @Test
    void quotesHoldDelimitersQuotesAndLineEnds() {
        FileTable table = orders("id,name\r\n\"1\",\"a, \"\"b\"\"\r\nc\"\r\n2,it\"s\r\n3,plain\r\n");

        assertThat(table.read()).isEqualTo("1, \"a, \"\"b\"\"\r\nc\"\n2, \"it\"\"s\"\n3, plain\n");
        assertThat(table.bad).isEmpty();
    }

    @Test
    void emptyIsNullAndQuotedEmptyIsAnEmptyText() {
        assertThat(orders("id,name\n,\n\"\",\"\"\n").read()).isEqualTo("NULL, NULL\nNULL, \"\"\n");
        assertThat(orders("id,name\n\\N,\\N\n,\n1,\"\\N\"\n")
                        .option("csv.null-literal", "\\N")
                        .read())
                .isEqualTo("NULL, NULL\nNULL, \"\"\n1, \\N\n");
    }

    @Test
    void raggedRecordsAreBad() {
        FileTable table = orders("id,name\n1\n2,b,c\n\n3,\"c\n4,d\"\n5,e,\n6,f\n");

        assertThat(table.read()).isEqualTo("3, \"c\n4,d\"\n6, f\n");
        assertThat(table.bad)
                .containsExactly(
                        "in.csv:2: 1 field where the table has 2",
                        "in.csv:3: 3 fields where the table has 2",
                        "in.csv:7: 3 fields where the table has 2");
        assertThat(table.badRecords).containsExactly("1", "2,b,c", "5,e,");
    }

    @Test
    void aQuoteThatIsNeverClosedCostsItsLineOnly() {
        FileTable table = orders("id,name\n1,\"a\n2,b\n\"3\"x,c\n4,d\n");

        assertThat(table.read()).isEqualTo("2, b\n4, d\n");
        assertThat(table.bad)
                .containsExactly(
                        "in.csv:2: text behind the closing quote of field 2; a quote inside a field must be doubled (byte 11 of the record, offset 18 in the file)",
                        "in.csv:4: text behind the closing quote of field 1; a quote inside a field must be doubled (byte 4 of the record, offset 20 in the file)");

        FileTable open = orders("id,name\n1,\"a\n2,b\n");
        assertThat(open.read()).isEqualTo("2, b\n");
        assertThat(open.bad).containsExactly("in.csv:2: a quoted field is not closed before the file ends");
    }

    @Test
    void wrongTypesNameTheField() {
        FileTable table = orders("id,name\nx,a\n 12 ,b\n1.5,c\n");

        assertThat(table.read()).isEqualTo("12, b\n");
        assertThat(table.bad)
                .containsExactly(
                        "in.csv:2: field id: 'x' is not an INTEGER", "in.csv:4: field id: '1.5' is not an INTEGER");
    }

    @Test
    void aColumnOfItsOwnHasNullsInBlankLines() {
        FileTable.write(file, "name\na\n\n\"\"\n");

        assertThat(new FileTable(file).column("name", Type.STRING).read()).isEqualTo("a\nNULL\n\"\"\n");
    }

    @Test
    void byteOrderMarkAndDelimiters() {
        assertThat(orders("\ufeffid;name\n1;a,b\n")
                        .option("csv.field-delimiter", ";")
                        .read())
                .isEqualTo("1, \"a,b\"\n");
        assertThat(orders("id\tname\n1\ta\n")
                        .option("csv.field-delimiter", "\t")
                        .read())
                .isEqualTo("1, a\n");
        assertThat(orders("id\tname\n1\ta\n")
                        .option("csv.field-delimiter", "\\t")
                        .read())
                .isEqualTo("1, a\n");
        file = folder.resolve("in.tsv");
        assertThat(orders("id\tname\n1\ta\n").read()).isEqualTo("1, a\n");
    }

    @Test
    void delimitersThatCantBe() {
        FileTable table = orders("id,name\n").option("csv.field-delimiter", "\"");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(table::read)
                .withMessageContaining("is not a value of 'csv.field-delimiter'");
    }

    @Test
    void invalidUtf8IsBad() {
        FileTable.write(
                file, new byte[] {'i', 'd', ',', 'n', 'a', 'm', 'e', '\n', '1', ',', (byte) 0xe4, '\n', '2', ',', 'b'});
        FileTable table = new FileTable(file).column("id", Type.INTEGER).column("name", Type.STRING);

        assertThat(table.read()).isEqualTo("2, b\n");
        assertThat(table.bad)
                .containsExactly(
                        "in.csv:2: invalid UTF-8: the byte 0xe4 does not belong here (byte 3 of the record, offset 10 in the file)");
    }
}
