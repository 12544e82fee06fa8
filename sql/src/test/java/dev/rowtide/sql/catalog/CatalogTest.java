// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CatalogTest {

    private final Catalog catalog = new Catalog();

    @Test
    void namesAreFoundInAnyCaseAndKeptAsWritten() {
        catalog.define(table("Clicks"));

        assertThat(catalog.get("cLICKS").name()).isEqualTo("Clicks");
        assertThat(catalog.drop("CLICKS")).isTrue();
        assertThat(catalog.find("Clicks")).isNull();
        assertThat(catalog.drop("Clicks")).isFalse();
    }

    @Test
    void aNameIsTakenOnce() {
        catalog.define(table("t"));

        assertThatThrownBy(() -> catalog.define(table("T")))
                .isInstanceOf(EngineException.class)
                .hasMessage("table \"t\" exists already");
        catalog.replace(table("T"));
        assertThat(catalog.tables()).extracting(CatalogTable::name).containsExactly("T");
    }

    @Test
    void aMissingNameIsToldWithTheNearest() {
        catalog.define(table("orders"));
        catalog.define(table("clicks"));

        EngineException error = catalog.undefined("oders");

        assertThat(error.message()).isEqualTo("table or view \"oders\" does not exist");
        assertThat(error.detail()).isEqualTo("There are: orders, clicks");
        assertThat(error.hint()).isEqualTo("Did you mean \"orders\"?");
    }

    @Test
    void aFilesNameInDoubleQuotesIsExplained() {
        assertThat(catalog.undefined("clicks.csv").hint())
                .isEqualTo("A file is read by its name in single quotes: FROM 'clicks.csv'.");
    }

    @Test
    void aTableIsWrittenAsTheStatementThatMakesIt() {
        Schema schema =
                Schema.of(new Field("id", Type.INTEGER.withNullable(false)), new Field("a \"b\"", Type.decimal(10, 2)));
        Table table = new Table("t", schema, List.of("id"), "print", Map.of("prefix", "it's"));

        assertThat(CatalogTable.of(table).toSql()).isEqualTo("""
                        CREATE TABLE "t" (
                          "id" INTEGER NOT NULL,
                          "a ""b""\" DECIMAL(10, 2),
                          PRIMARY KEY ("id") NOT ENFORCED
                        ) WITH (
                          'connector' = 'print',
                          'prefix' = 'it''s'
                        )""");
    }

    private static CatalogTable table(String name) {
        return CatalogTable.of(new Table(name, Schema.of(new Field("a", Type.INTEGER)), List.of(), "print", Map.of()));
    }
}
