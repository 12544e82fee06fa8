// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import dev.rowtide.engine.SettingsRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The pages that are written from declarations say what the declarations say. With {@code -Drowtide.accept=true} they are written anew. */
final class GeneratedPagesTest {

    private static final String NOTE = "<!-- Written by GeneratedPagesTest from the declarations: make accept -->\n\n";

    @Test
    void settings() throws IOException {
        StringBuilder page = new StringBuilder("# Settings\n\n" + NOTE);
        page.append(
                "`SET 'name' = 'value'` for the session, or `--set name=value` on the command line; `RESET 'name'` for the default.\n\n");
        table(page, SettingsRegistry.ALL);
        page.append("\n# Options of connectors\n\nIn the `WITH` clause of a table.\n");
        List<Connector> connectors = ServiceLoader.load(Connector.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(Connector::name))
                .toList();
        for (Connector connector : connectors) {
            page.append("\n## ").append(connector.name()).append("\n\n");
            if (connector.options().isEmpty()) {
                page.append("No options.\n");
            } else {
                table(page, connector.options());
            }
        }
        check(Path.of("docs/settings.md"), page.toString());
    }

    private static void table(StringBuilder page, List<Setting<?>> settings) {
        page.append("| name | takes | default | what it does |\n| --- | --- | --- | --- |\n");
        settings.stream().sorted(Comparator.comparing(Setting::name)).forEach(setting -> {
            String aliases = setting.aliases().stream()
                    .map(alias -> "`" + alias + "`")
                    .collect(Collectors.joining(
                            ", ",
                            setting.aliases().isEmpty() ? "" : " Also called ",
                            setting.aliases().isEmpty() ? "" : "."));
            page.append("| `")
                    .append(setting.name())
                    .append("` | ")
                    .append(cell(setting.type()))
                    .append(" | ")
                    .append(setting.defaultText().isEmpty() ? "" : "`" + cell(setting.defaultText()) + "`")
                    .append(" | ")
                    .append(cell(setting.description()))
                    .append(aliases)
                    .append(" |\n");
        });
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    @Test
    void functions() throws IOException {
        StringBuilder page = new StringBuilder("# Functions\n\n" + NOTE);
        page.append("What can be called, by first letter; `SHOW FUNCTIONS` lists the same, and a session's own.\n\n");
        Map<Character, List<String>> byLetter = functionNames().stream()
                .collect(Collectors.groupingBy(name -> name.charAt(0), TreeMap::new, Collectors.toList()));
        byLetter.values()
                .forEach(names ->
                        page.append("- `").append(String.join("` `", names)).append("`\n"));
        check(Path.of("docs/functions.md"), page.toString());
    }

    private static List<String> functionNames() {
        try (Rowtide rowtide = Rowtide.open()) {
            Result.Listing listing = (Result.Listing) rowtide.execute("SHOW FUNCTIONS");
            return listing.rows().stream()
                    .map(row -> String.valueOf(row.get(0)))
                    .sorted()
                    .toList();
        }
    }

    private static void check(Path path, String expected) throws IOException {
        if (Boolean.getBoolean("rowtide.accept")) {
            Files.writeString(path, expected);
        }
        assertThat(Files.exists(path) ? Files.readString(path) : "")
                .as("%s; make accept writes it anew", path)
                .isEqualTo(expected);
    }
}
