// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A case: input tables with their rows, a query, and what must come out.
 *
 * @param file its file name
 * @param family the operator family
 * @param tables the input tables
 * @param ddl statements to run after the tables exist
 * @param sink the result table
 * @param sql a query, or {@code INSERT INTO sink ...}
 * @param options settings
 * @param arrival the order of arrival: table names and {@code @wait N}; empty for table by table
 * @param ordering {@code exact}, {@code any-within-step} or {@code final-only}
 * @param expect the expected outcome
 */
record CaseFile(
        String file,
        String family,
        List<Input> tables,
        List<String> ddl,
        SinkTable sink,
        String sql,
        Map<String, String> options,
        List<String> arrival,
        String ordering,
        Expected expect) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** A column's name and SQL type; a computed column's type starts with {@code AS}. */
    record ColumnText(String name, String type) {}

    /** A change: its kind and its values as JSON. */
    record ChangeJson(String kind, JsonNode values) {}

    /** An input table. */
    record Input(
            String name,
            List<ColumnText> columns,
            List<String> primaryKey,
            @Nullable String watermark,
            String mode,
            boolean keyOnlyDeletes,
            List<ChangeJson> rows) {}

    /** The result table. */
    record SinkTable(List<ColumnText> columns, List<String> primaryKey, String mode, boolean keyOnlyDeletes) {}

    /** What must come out; nulls where the case does not say. */
    record Expected(
            @Nullable List<ChangeJson> changelog,
            @Nullable List<Integer> steps,
            @Nullable List<JsonNode> materialized,
            @Nullable String error,
            @Nullable String errorAt,
            @Nullable String sinkInputMode) {}

    /** All cases of a directory, by file name. */
    static List<CaseFile> readAll(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<CaseFile> cases = new ArrayList<>();
            for (Path file : files.filter(path -> path.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                cases.add(read(file));
            }
            return cases;
        }
    }

    static CaseFile read(Path file) throws IOException {
        JsonNode json = JSON.readTree(file.toFile());
        List<Input> tables = new ArrayList<>();
        for (JsonNode table : json.path("tables")) {
            tables.add(new Input(
                    table.path("name").asText(),
                    columns(table.path("columns")),
                    texts(table.path("primaryKey")),
                    text(table.path("watermark")),
                    table.path("mode").asText(),
                    table.path("deletes").asText().equals("key"),
                    changes(table.path("rows"))));
        }
        JsonNode sink = json.path("sink");
        JsonNode expect = json.path("expect");
        Map<String, String> options = new LinkedHashMap<>();
        json.path("options")
                .fields()
                .forEachRemaining(
                        option -> options.put(option.getKey(), option.getValue().asText()));
        return new CaseFile(
                String.valueOf(file.getFileName()),
                json.path("family").asText(),
                tables,
                json.path("ddl").isTextual() ? List.of(json.path("ddl").asText()) : texts(json.path("ddl")),
                new SinkTable(
                        columns(sink.path("columns")),
                        texts(sink.path("primaryKey")),
                        sink.path("mode").asText(),
                        sink.path("deletes").asText().equals("key")),
                json.path("sql").asText(),
                options,
                texts(json.path("arrival")),
                json.path("ordering").asText(),
                expected(expect));
    }

    private static Expected expected(JsonNode expect) {
        List<Integer> steps = null;
        if (expect.path("steps").isArray()) {
            steps = new ArrayList<>();
            for (JsonNode step : expect.path("steps")) {
                steps.add(step.asInt());
            }
        }
        List<JsonNode> materialized = null;
        if (expect.path("materialized").isArray()) {
            materialized = new ArrayList<>();
            expect.path("materialized").forEach(materialized::add);
        }
        return new Expected(
                expect.path("changelog").isArray() ? changes(expect.path("changelog")) : null,
                steps,
                materialized,
                text(expect.path("error")),
                text(expect.path("errorAt")),
                text(expect.path("sinkInputMode")));
    }

    private static List<ColumnText> columns(JsonNode json) {
        List<ColumnText> columns = new ArrayList<>();
        json.forEach(column ->
                columns.add(new ColumnText(column.get(0).asText(), column.get(1).asText())));
        return columns;
    }

    private static List<ChangeJson> changes(JsonNode json) {
        List<ChangeJson> changes = new ArrayList<>();
        json.forEach(change -> changes.add(new ChangeJson(change.get(0).asText(), change.get(1))));
        return changes;
    }

    private static List<String> texts(JsonNode json) {
        List<String> texts = new ArrayList<>();
        json.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static @Nullable String text(JsonNode json) {
        return json.isTextual() ? json.asText() : null;
    }
}
